export interface PageHead {
  title: string;
  description: string;
  /** Default: the social card. */
  image?: string | undefined;
  data?: readonly object[];
}

/** Marks what is about this address only: the app removes it when the user goes to another one. */
const HEAD_MARK = 'data-page-head';

const SOCIAL_CARD = { path: '/social-card.png', width: 1200, height: 630 };

export function readHead(html: string): Pick<PageHead, 'title' | 'description'> | null {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
  if (title === undefined || description === undefined) return null;
  return { title: unescapeHtml(title), description: unescapeHtml(description) };
}

/** The canonical address is without the query, which only selects tabs and filters. */
export function addHead(html: string, head: PageHead, origin: string, url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  const address = origin + (path === '/' ? '/' : path.replace(/\/$/, ''));
  const image = head.image ?? SOCIAL_CARD.path;
  const isCard = head.image === undefined;
  const tags = [
    `<link rel="canonical" href="${escapeHtml(address)}" ${HEAD_MARK}/>`,
    property('og:site_name', 'Promenade'),
    property('og:type', 'website'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', address),
    property('og:image', origin + image),
    ...(isCard
      ? [
          property('og:image:width', String(SOCIAL_CARD.width)),
          property('og:image:height', String(SOCIAL_CARD.height)),
          property('og:image:alt', 'Promenade: get paid to wear it, get seen where it counts'),
        ]
      : []),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', head.title),
    meta('twitter:description', head.description),
    meta('twitter:image', origin + image),
    ...(head.data ?? []).map(
      (thing) =>
        `<script type="application/ld+json" ${HEAD_MARK}>${escapeJson({ '@context': 'https://schema.org', ...thing })}</script>`,
    ),
  ].join('');
  const titled = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(head.title)}</title>`);
  const described = /<meta name="description"/.test(titled) ? '' : meta('description', head.description);
  return titled.replace('</head>', () => `${described}${tags}</head>`);
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}" ${HEAD_MARK}/>`;
const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}" ${HEAD_MARK}/>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

function unescapeHtml(text: string): string {
  return Object.entries(entities).reduceRight(
    (left, [letter, entity]) => left.replaceAll(entity, letter),
    text,
  );
}

/** A browser ends the data at the first `</script`, even within a text. */
function escapeJson(thing: object): string {
  return JSON.stringify(thing).replaceAll('<', String.raw`\u003c`);
}
