/** Markup that may stand in a page as it is. */
export type Html = { markup: string };

/** A template whose texts are escaped; only other templates go in as markup. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[] | undefined)[]): Html {
  const written = parts.map((part, index) => part + markupOf(values[index]));
  return { markup: written.join('') };
}

function markupOf(value: string | Html | Html[] | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => one.markup).join('');
  return typeof value === 'string' ? escape(value) : value.markup;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
