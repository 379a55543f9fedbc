import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { iterateOpenCampaigns, listSitemapParts } from '#campaigns/server/search/sitemap-service.ts';
import { Id } from '#kernel/id.ts';
import { addressKey } from '#platform/server/limits/address-key.ts';
import { requireToken } from '#platform/server/limits/limits.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Deps } from '../ports.ts';
import { appPages, prerenderedPaths } from '../public-paths-contract.ts';

/** What the protocol of sitemaps allows in one file. */
const MOST_ADDRESSES = 50_000;
const CACHED = 'public, max-age=3600';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const publicPaths = [...prerenderedPaths, ...Object.keys(appPages)].map((path) => `/${path}`);

/**
 * The longest rule wins. Crawlers that draw pages also need the files and the public calls behind them. Campaigns that
 * are not public are not in the sitemap, and their pages say noindex.
 */
const rules = [
  'User-agent: *',
  // A shared link may have a query. The canonical link merges them.
  ...publicPaths.flatMap((path) => [`Allow: ${path}$`, `Allow: ${path}?`]),
  'Allow: /campaigns/',
  'Allow: /sitemap',
  'Allow: /assets/',
  'Allow: /screens/',
  'Allow: /theme.js$',
  'Allow: /social-card.png$',
  'Allow: /favicon.svg$',
  'Allow: /icon-',
  // The app asks first who is signed in, and draws an error without an answer.
  'Allow: /api/auth/user$',
  'Allow: /api/config$',
  'Allow: /api/campaigns',
  'Allow: /api/files/',
  'Disallow: /',
];

export function registerCrawlerFiles(
  http: FastifyInstance,
  deps: Deps,
  { groupSize = MOST_ADDRESSES }: { groupSize?: number } = {},
): void {
  const sendXml = (reply: FastifyReply, xml: string | Readable) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', CACHED).send(xml);
  const takeToken = ({ ip }: FastifyRequest) =>
    requireToken<'sitemap'>(deps.limits, 'sitemap', addressKey(ip));

  http.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHED)
      .send(`${rules.join('\n')}\n\nSitemap: ${getPublicUrl(deps)}/sitemap.xml\n`),
  );

  http.get('/sitemap.xml', async (request, reply) => {
    await takeToken(request);
    const origin = getPublicUrl(deps);
    const parts = await listSitemapParts(deps.db, deps.clock.now(), groupSize);
    const files = [
      entry('sitemap', `${origin}/sitemap-pages.xml`),
      ...parts.map(({ from, updatedAt }) =>
        entry('sitemap', `${origin}/sitemap-campaigns.xml?from=${from}`, updatedAt),
      ),
    ];
    return sendXml(reply, `${HEADER}<sitemapindex ${NAMESPACE}>\n${files.join('')}</sitemapindex>\n`);
  });

  // Without the time of a change, which only the operator knows.
  http.get('/sitemap-pages.xml', (_request, reply) => {
    const pages = publicPaths.map((path) => entry('url', getPublicUrl(deps) + path));
    return sendXml(reply, `${HEADER}<urlset ${NAMESPACE}>\n${pages.join('')}</urlset>\n`);
  });

  http.get<{ Querystring: { from?: unknown } }>('/sitemap-campaigns.xml', async (request, reply) => {
    await takeToken(request);
    const { from } = request.query;
    const first = typeof from === 'string' && Id.safeParse(from).success ? from : FIRST_ID;
    return sendXml(reply, Readable.from(listCampaigns(deps, first, groupSize)));
  });
}

async function* listCampaigns(deps: Deps, from: string, most: number): AsyncGenerator<string, void> {
  const origin = getPublicUrl(deps);
  yield `${HEADER}<urlset ${NAMESPACE}>\n`;
  for await (const { id, updatedAt } of iterateOpenCampaigns(deps.db, deps.clock.now(), { from, most }))
    yield entry('url', `${origin}/campaigns/${id}`, updatedAt);
  yield '</urlset>\n';
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The addresses need no escaping: they consist of the origin, our paths and ids. */
function entry(name: 'sitemap' | 'url', address: string, changedAt?: Date): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return `<${name}><loc>${address}</loc>${lastmod}</${name}>\n`;
}
