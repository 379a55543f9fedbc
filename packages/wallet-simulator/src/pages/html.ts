/** Markup that can be inserted without escaping. */
export type Html = { markup: string };

/** Escapes all text values. Only other templates are inserted as markup. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[] | undefined)[]): Html {
  const written = parts.map((part, index) => part + toMarkup(values[index]));
  return { markup: written.join('') };
}

function toMarkup(value: string | Html | Html[] | undefined): string {
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
