/** What search engines and previews of links get over HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { getEscrowStatus } from '#campaigns/funding-contract.ts';
import { pauseCampaign } from '#campaigns/pause-contract.ts';
import { fromDecimal } from '#kernel/money.ts';
import { createHttp } from '#platform/server/http/http.ts';
import { cookieName } from '#platform/server/security/session.ts';
import { VISITOR_MARK } from '#platform/visitor-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { picture } from '#tests/support/media.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { registerCrawlerFiles } from './crawlers.ts';
import { contactElements, examplePlaces, factMarks } from '../public-contract.ts';

const ORIGIN = 'https://promenade.example';
const TITLE = 'Shirts </script><script>alert("1")</script> & hats';
const shell = '<html><head><title>Promenade</title></head></html>';
const shellForVisitors = shell.replace('</head>', `<meta name="${VISITOR_MARK}"/></head>`);
const landing =
  `<html><head><title>Promenade</title><meta name="description" content="Wear &amp; post"/></head><body>` +
  `fee ${factMarks.fee}, ${factMarks.exampleFee}, ${factMarks.exampleTotal};` +
  `<${contactElements.with}>write to ${factMarks.contact}</${contactElements.with}>` +
  `<${contactElements.without}>no address</${contactElements.without}></body></html>`;

let app: TestApp;
let folder: string;
let advertiser: Client;
let open: Campaign;
let second: Campaign;
let draft: Campaign;
let paused: Campaign;
let closed: Campaign;
let paged: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-crawlers-'));
  writeFileSync(join(folder, '__spa-fallback.html'), shell);
  writeFileSync(join(folder, 'index.html'), landing);
  app = await testApp({
    pagesFolder: folder,
    settings: { PLATFORM_FEE_PERCENT: '12.5', CONTACT_EMAIL: "o'hara@example.com" },
  });
  advertiser = await app.signIn('advertiser');
  const shirt = await uploadFile(advertiser, await picture('png'), 'brand-asset', 'shirt.png');
  open = await fundedCampaign(app, advertiser, {
    title: TITLE,
    brandAssets: { tshirtDesign: `/api/files/${shirt}` },
  });
  second = await fundedCampaign(app, advertiser);
  draft = await draftCampaign(app, advertiser, { title: 'A secret draft' });
  paused = await fundedCampaign(app, advertiser);
  await succeed(advertiser.call(pauseCampaign, { params: { id: paused.id } }));
  closed = await fundedCampaign(app, advertiser);
  await succeed(advertiser.call(closeCampaign, { params: { id: closed.id } }));
  paged = await createHttp(app.deps);
  registerCrawlerFiles(paged, app.deps, { groupSize: 1 });
});
afterAll(async () => {
  await paged.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, http: FastifyInstance = app.http) =>
  http.inject({ url, headers: { accept: 'text/html,*/*' } });
const origin = () => app.deps.config.publicUrl ?? app.deps.ports.getListeningAddress();
const listLocations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
const listData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json" data-page-head>(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );

test('robots.txt lets crawlers read public pages only, and names the sitemap', async () => {
  const { payload, headers } = await get('/robots.txt');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  const lines = payload.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Allow: /$',
      'Allow: /?',
      'Allow: /campaigns/',
      'Allow: /demo-marketer$',
      'Disallow: /',
    ]),
  );
  for (const path of ['/profile', '/payments', '/messages', '/admin', '/shared-report', '/campaign/'])
    expect(lines.filter((line) => line.startsWith(`Allow: ${path}`))).toEqual([]);
  expect(lines).toContain(`Sitemap: ${origin()}/sitemap.xml`);
});

test('the sitemap lists the public pages and the open campaigns with their last change', async () => {
  const index = await get('/sitemap.xml');
  expect(index.headers['content-type']).toMatch(/^application\/xml/);
  const [pages = '', campaigns = ''] = listLocations(index.payload).map((address) =>
    (address ?? '').replace(origin(), ''),
  );
  expect(listLocations((await get(pages)).payload)).toEqual(
    expect.arrayContaining([`${origin()}/`, `${origin()}/demo-marketer`, `${origin()}/tracking-demo`]),
  );
  const { payload } = await get(campaigns);
  expect(listLocations(payload).toSorted()).toEqual(
    [open, second].map(({ id }) => `${origin()}/campaigns/${id}`).toSorted(),
  );
  // They were funded at this time.
  expect(payload).toContain(`<lastmod>${app.clock.now().toISOString()}</lastmod>`);
});

test('a long sitemap is divided into files that together list each campaign once', async () => {
  const files = listLocations((await get('/sitemap.xml', paged)).payload).slice(1);
  expect(files).toHaveLength(2);
  const listed = await Promise.all(
    files.map(async (file) => listLocations((await get((file ?? '').replace(origin(), ''), paged)).payload)),
  );
  expect(listed.map(({ length }) => length)).toEqual([1, 1]);
  expect(new Set(listed.flat()).size).toBe(2);
  expect(listLocations((await get('/sitemap-campaigns.xml?from=nothing', paged)).payload)).toHaveLength(1);
});

test('an open campaign has its own title, description, picture, and data, all escaped', async () => {
  const { payload, headers } = await get(`/campaigns/${open.id}?tab=live`);
  expect(payload).not.toContain('<script>alert');
  expect(payload).toContain(
    '<title>Shirts &lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; hats · Harbor Roasters · Promenade</title>',
  );
  expect(payload).toContain(
    '<meta name="description" content="$40 for 90 minutes in San Francisco. Wear our',
  );
  expect(payload).toContain(`<link rel="canonical" href="${origin()}/campaigns/${open.id}" data-page-head/>`);
  expect(payload).toContain(
    `<meta property="og:image" content="${origin()}${open.brandAssets.tshirtDesign}" data-page-head/>`,
  );
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(listData(payload)).toEqual([
    expect.objectContaining({
      '@type': 'Organization',
      name: 'Harbor Roasters',
      seeks: expect.objectContaining({
        '@type': 'Demand',
        name: TITLE,
        priceSpecification: expect.objectContaining({ price: '40.00', priceCurrency: 'USD' }),
      }),
    }),
  ]);
});

test('a full campaign has a preview, but announces nothing', async () => {
  await app.database.asOwner(`update campaign set hired = needed where id = '${second.id}'`);
  const { payload } = await get(`/campaigns/${second.id}`);
  await app.database.asOwner(`update campaign set hired = 0 where id = '${second.id}'`);
  expect(payload).toContain('<meta property="og:title"');
  expect(listData(payload)).toEqual([]);
});

test('a visitor beyond the limit, and a signed-in user, get the page without its preview', async () => {
  const limited = await testApp({
    pagesFolder: folder,
    listens: false,
    database: app.database,
    settings: { PUBLIC_URL: ORIGIN, LIMITS: 'public-read=1/1h' },
  });
  const load = (remoteAddress: string, headers = {}) =>
    limited.http.inject({
      url: `/campaigns/${open.id}`,
      remoteAddress,
      headers: { accept: 'text/html', ...headers },
    });
  expect((await load('198.51.100.7')).payload).toContain('<meta property="og:title"');
  const beyond = await load('198.51.100.7');
  expect([beyond.payload, beyond.headers['x-robots-tag']]).toEqual([shellForVisitors, 'noindex']);
  expect(
    (await load('198.51.100.8', { cookie: `${cookieName(limited.deps.config, 'sid')}=a` })).payload,
  ).toBe(shell);
  await limited.close();
});

test('without a picture, a campaign has the social card', async () => {
  const { payload } = await get(`/campaigns/${second.id}`);
  expect(payload).toContain(
    `<meta property="og:image" content="${origin()}/social-card.png" data-page-head/>`,
  );
});

test.each([
  ['paused', () => paused],
  ['closed', () => closed],
])('a %s campaign has a preview, but announces nothing', async (_, find) => {
  const { payload } = await get(`/campaigns/${find().id}`);
  expect(payload).toContain('<meta property="og:title"');
  expect(listData(payload)).toEqual([]);
});

test.each([
  ['a draft', () => `/campaigns/${draft.id}`, 404],
  ['an unknown campaign', () => '/campaigns/6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11', 404],
  ['a malformed id', () => '/campaigns/1', 404],
  ['a private page', () => '/marketplace', 200],
  ['a shared report', () => '/shared-report', 200],
])('%s is not listed and reveals nothing', async (_, path, status) => {
  const { payload, headers, statusCode } = await get(path());
  expect([statusCode, headers['x-robots-tag']]).toEqual([status, 'noindex']);
  expect(payload).toBe(shellForVisitors);
});

test('the landing page shows the fee, the example by the rule that charges, and the contact', async () => {
  const { payload } = await get('/');
  const { payCents, places, minutes } = examplePlaces;
  const { id } = await draftCampaign(app, advertiser, {
    payRate: payCents / 100,
    totalMarketersNeeded: places,
    totalBudget: (payCents * places) / 100,
    duration: minutes,
  });
  const { due } = await succeed(advertiser.call(getEscrowStatus, { params: { id } }));
  const [, fee = '', total = ''] = /fee 12\.5%, \$([\d.]+), \$([\d.]+);/.exec(payload) ?? [];
  expect([fromDecimal(fee), fromDecimal(total)]).toEqual(
    [due?.fee, due?.total].map((sum) => fromDecimal(sum ?? '')),
  );
  expect(payload).toContain('write to o&#x27;hara@example.com');
  expect(payload).not.toContain('no address');
  expect(payload).not.toMatch(/\{\{|contact>/);
  expect(payload).toContain('<meta property="og:description" content="Wear &amp; post" data-page-head/>');
  const data = listData(payload);
  expect(data.map((thing) => thing['@type'])).toEqual(['Organization', 'FAQPage']);
  expect(JSON.stringify(data[1])).toContain('12.5%');
  expect(JSON.stringify(data[0])).toContain("o'hara@example.com");
});

test('without an address for questions, the pages name none', async () => {
  const silent = await testApp({ pagesFolder: folder, listens: false, settings: { PUBLIC_URL: ORIGIN } });
  const { payload } = await get('/', silent.http);
  await silent.close();
  expect(payload).toContain('no address');
  expect(payload).not.toContain('write to');
  expect(payload).toContain(`<meta property="og:url" content="${ORIGIN}/" data-page-head/>`);
});
