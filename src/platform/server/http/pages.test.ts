import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISITOR_MARK } from '#platform/visitor-contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { createHttp } from './http.ts';
import { registerPages } from './pages.ts';

const script = 'window.started = true;';
const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

let app: TestApp;
let http: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-pages-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'terms'));
  mkdirSync(join(folder, 'help'));
  writeFileSync(
    join(folder, '__spa-fallback.html'),
    `<html><head><link rel="modulepreload" href="/assets/app.js"/><script>${script}</script><script src="/assets/a.js"></script></head>app</html>`,
  );
  writeFileSync(join(folder, 'index.html'), '<html>landing</html>');
  writeFileSync(
    join(folder, 'terms', 'index.html'),
    '<html><link rel="stylesheet" href="/assets/terms.css#"/><link rel="stylesheet" href="/assets/gone.css"/><script src="/theme.js"></script>terms</html>',
  );
  writeFileSync(join(folder, 'assets', 'terms.css'), 'p{color:red}');
  writeFileSync(join(folder, 'theme.js'), script);
  writeFileSync(join(folder, 'help', 'index.html'), '<html>help</html>');
  writeFileSync(join(folder, 'assets', 'a-1f2e.js'), `/* ${'x'.repeat(2000)} */`);
  writeFileSync(join(folder, 'assets', 'a-1f2e.js.br'), 'compressed by the build');
  const toRoute = (id: string, parentId?: string, path?: string) => ({
    id,
    parentId,
    path,
    module: `/assets/${id}.js`,
    imports: ['/assets/a.js', `/assets/${id}-part.js`],
    css: [`/assets/${id}.css`],
  });
  const routes = [
    toRoute('root'),
    toRoute('frame', 'root'),
    toRoute('market', 'frame', 'marketplace'),
    toRoute('unknown', 'frame', '*'),
  ];
  writeFileSync(
    join(folder, 'assets', 'manifest-3c4d.js'),
    `window.__reactRouterManifest=${JSON.stringify({ routes: Object.fromEntries(routes.map((route) => [route.id, route])) })};`,
  );
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = await testApp({ listens: false });
  http = await createHttp(app.deps);
  await registerPages(http, app.deps, folder, [
    'terms',
    'marketplace',
    'campaigns/:id',
    'auth/signin',
    'auth/email-confirmation',
  ]);
});
afterAll(async () => {
  await http.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

const readPolicy = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['content-security-policy']);

describe('pages', () => {
  it.each([
    ['/', 'landing'],
    ['/terms', 'terms'],
    ['/terms/', 'terms'],
    ['/terms?from=mail', 'terms'],
    ['/marketplace', 'app'],
    ['/campaigns/1', 'app'],
    ['/auth/signin', 'app'],
    ['/auth/email-confirmation?token=a', 'app'],
  ])('%s serves the %s page', async (url, text) => {
    const answer = await http.inject({ url, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.payload).toContain(text);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const scripts = readPolicy(answer)
      .split(';')
      .find((part) => part.trim().startsWith('script-src'))
      ?.trim();
    expect(scripts).toBe(text === 'landing' ? "script-src 'self'" : `script-src 'self' ${hash}`);
  });

  it('serve the app instead of the landing page to a signed-in user', async () => {
    const answer = await http.inject({ url: '/', headers: { accept: 'text/html', cookie: 'sid=a' } });
    expect(answer.payload).toContain('app');
  });

  it('contain their styles and scripts, so that they are drawn after one round trip', async () => {
    const { payload } = await http.inject({ url: '/terms', headers: { accept: 'text/html' } });
    expect(payload).toBe(
      `<html><style>p{color:red}</style><link rel="stylesheet" href="/assets/gone.css"/><script>${script}</script>terms</html>`,
    );
  });

  it.each(['/marketplace', '/nothing'])('%s tells the app whether the browser has a session', async (url) => {
    const load = async (cookie?: string) =>
      (await http.inject({ url, headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) } })).payload;
    const mark = `<meta name="${VISITOR_MARK}"/></head>`;
    expect(await load()).toContain(mark);
    expect(await load('sid=a')).not.toContain(mark);
  });

  it('serve the help without scripts to visitors, and in the app to a signed-in user', async () => {
    const load = async (cookie?: string) =>
      (await http.inject({ url: '/help', headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) } }))
        .payload;
    expect(await load()).toBe('<html>help</html>');
    expect(await load('sid=a')).toContain('app');
  });

  it.each([
    '/api/nothing',
    '/api',
    '/auth/email',
    '/paypal/nothing',
    '/assets/gone-1f2e.js',
    '/dev/nothing',
    '/wallet-simulator/nothing',
  ])('%s returns 404 as JSON', async (url) => {
    const answer = await http.inject({ url, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'request/not-found']);
  });

  it.each([
    '/nothing',
    '/.git/config',
    '/metrics',
    '/apiary',
    '/%zz',
    '/../../etc/passwd',
    '/campaigns/1/nothing',
  ])('%s is unknown: 404 with the app’s page for a browser, and in JSON for a program', async (url) => {
    const page = await http.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.payload).toContain('app');
    for (const headers of [{}, { accept: '*/*' }]) {
      const answer = await http.inject({ url, headers });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'request/not-found']);
    }
  });

  it.each([
    ['/marketplace', 'market'],
    ['/nothing', 'unknown'],
  ])('%s preloads the files that the app will need, each once', async (url, id) => {
    const { payload } = await http.inject({ url, headers: { accept: 'text/html' } });
    const listLinks = (rel: string) =>
      Array.from(
        payload.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="/assets/([^"]*)"/>`, 'g')),
        ([, file]) => file,
      );
    expect(listLinks('preload')).toEqual(['root.css', 'frame.css', `${id}.css`]);
    expect(listLinks('modulepreload')).toEqual([
      'app.js',
      ...['root', 'frame', id].flatMap((name) => [`${name}.js`, `${name}-part.js`]),
    ]);
    expect(payload.indexOf(`${id}.css`)).toBeLessThan(payload.indexOf('app.js'));
  });

  it('accept GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await http.inject({ method, url: '/marketplace' })).statusCode).toBe(404);
    }
    const head = await http.inject({ method: 'HEAD', url: '/marketplace' });
    expect([head.statusCode, head.payload]).toEqual([200, '']);
  });

  it('are only sent to clients that accept HTML', async () => {
    expect(
      (await http.inject({ url: '/marketplace', headers: { accept: 'application/json' } })).statusCode,
    ).toBe(404);
  });
});

describe('files', () => {
  it('are sent as the build compressed them to browsers that accept it', async () => {
    const asset = await http.inject({ url: '/assets/a-1f2e.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(asset.body).toBe('compressed by the build');
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: 'accept-encoding',
    });
    expect((await http.inject({ url: '/assets/a-1f2e.js.br' })).statusCode).toBe(404);
  });

  it('are cached for a year if their name has a hash, and for an hour otherwise', async () => {
    const asset = await http.inject({ url: '/assets/a-1f2e.js', headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'x-content-type-options': 'nosniff',
    });
    expect((await http.inject({ url: '/icon.svg' })).headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each(['/__spa-fallback.html', '/index.html', '/terms/index.html'])('do not include %s', async (url) => {
    const answer = await http.inject({ url, headers: { accept: 'application/json' } });
    expect(answer.statusCode).toBe(404);
  });
});

describe('the language of a page', () => {
  const ask = (url: string, headers: Record<string, string> = {}) =>
    http.inject({ url, headers: { accept: 'text/html', ...headers } });

  it('is that of the prerendered page, or the app draws the page', async () => {
    expect((await ask('/terms')).payload).toContain('terms');
    const spanish = await ask('/terms', { 'accept-language': 'es' });
    expect(spanish.payload).toContain('app');
    expect(spanish.headers['x-robots-tag']).toBe('noindex');
    expect(spanish.headers['vary']).toContain('accept-language');
  });

  it('is chosen by a link, which leads to the page itself', async () => {
    const chosen = await ask('/terms?from=mail&language=es');
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/terms?from=mail']);
    expect(chosen.cookies).toMatchObject([{ name: 'language', value: 'es', path: '/', sameSite: 'Lax' }]);
    expect((await ask('/terms', { cookie: 'language=es' })).payload).toContain('app');
    expect((await ask('/terms?language=en')).headers.location).toBe('/terms');
    expect((await ask('/terms?language=xx')).payload).toContain('terms');
  });
});

it('a page whose description takes too long is sent without it, and is not indexed', async () => {
  const slow = await createHttp(app.deps);
  const pages = {
    describe: () => new Promise<never>(() => undefined),
    fill: (html: string) => html,
    translate: (html: string) => html,
  };
  await registerPages(slow, app.deps, folder, ['campaigns/:id'], pages, { describedWithinMs: 1 });
  const answer = await slow.inject({ url: '/campaigns/1', headers: { accept: 'text/html' } });
  await slow.close();
  expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(answer.payload).toContain('app');
});
