import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compress from '@fastify/compress';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, getLanguage, Language, languages, speak } from '#kernel/language.ts';
import { refuse } from '#platform/domain.ts';
import { VISITOR_MARK } from '#platform/visitor-contract.ts';
import type { Deps } from '../deps.ts';
import { getPublicUrl } from '../security/public-url.ts';
import { readCookie } from '../security/session.ts';
import { withinLimit } from '../within-limit.ts';
import { inlineFiles } from './inline-files.ts';
import { addHead, type PageHead, readHead } from './page-head.ts';
import { readPagePreloads, takePreloads, UNKNOWN_PAGE } from './page-preloads.ts';
import { keepLanguage } from './request-language.ts';

interface Page {
  html: string;
  head: Pick<PageHead, 'title' | 'description'> | null;
  inlineScripts: string;
}

interface App {
  forUser: Page;
  forVisitor: Page;
}

/** The service worker caches the app without a page, for starts without a connection. */
const EMPTY_PAGE = '/app-shell';

/** Every other page is the app. */
const prerendered = new Map([
  ['/', 'index.html'],
  ['/terms', 'terms/index.html'],
  ['/privacy', 'privacy/index.html'],
  ['/help', 'help/index.html'],
  ['/help/marketers', 'help/marketers/index.html'],
  ['/help/advertisers', 'help/advertisers/index.html'],
  ['/demo', 'demo/index.html'],
]);

/**
 * Pages for which signed-in users get the app. They must not see the landing page flash before their home, and keep
 * the app's header in the help.
 */
const appForUsers = new Set(['/', '/help', '/help/marketers', '/help/advertisers']);

export interface PublicPages {
  /** Null if the page is private or was asked for too often. 'unknown' if visitors must not learn whether it exists. */
  describe(path: string, asked: PageRequest): Promise<Partial<PageHead> | 'unknown' | null>;
  fill(html: string): string;
  translate(html: string): string;
}

interface PageRequest {
  params: Readonly<Record<string, string>>;
  ip: string;
}

const noPublicPages: PublicPages = {
  describe: async () => null,
  fill: (html) => html,
  translate: (html) => html,
};

/** A page must not wait longer for its description, because it works without one. */
const DESCRIBED_WITHIN_MS = 1000;

/** An unknown path below them is an error in JSON, never a page. */
const programPaths = ['/api', '/auth/email', '/paypal', '/wallet-simulator', '/assets', '/dev/'];

/**
 * Rejects if the app has not been built.
 * @param pagePaths such as 'campaigns/:id'. Any other path is answered with 404, and the app if a browser asks for a
 * page.
 */
export async function registerPages(
  http: FastifyInstance,
  deps: Deps,
  folder: string,
  pagePaths: readonly string[],
  { describe, fill, translate }: PublicPages = noPublicPages,
  { describedWithinMs = DESCRIBED_WITHIN_MS }: { describedWithinMs?: number } = {},
): Promise<void> {
  const shell = await readFile(join(folder, '__spa-fallback.html'), 'utf8');
  const bare = takePreloads(shell);
  const preloads = await readPagePreloads(folder, shell);
  const apps = new Map<string, App>();
  const prerenderedPaths = Array.from(prerendered.keys(), (path) => path.slice(1));
  const appPaths = new Set([EMPTY_PAGE, UNKNOWN_PAGE, ...prerenderedPaths, ...pagePaths]);
  for (const language of languages) {
    const page = { ...readPage(speak(language, () => translate(bare.html))), head: null };
    for (const path of appPaths) {
      const { styles = '', scripts = '' } = preloads.get(path) ?? {};
      const forUser = addToHead(page, `${styles}${bare.scripts}${scripts}`);
      // The mark tells the app that it need not ask who is signed in.
      const forVisitor = addToHead(forUser, `<meta name="${VISITOR_MARK}"/>`);
      apps.set(`${language} ${path}`, { forUser, forVisitor });
    }
  }
  const getApp = (path: string) => {
    const app = apps.get(`${getLanguage()} ${path}`);
    if (!app) throw new Error(`the app has no page ${path} in this language`);
    return app;
  };
  const pages = new Map<string, Page>();
  for (const [path, name] of prerendered) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    pages.set(path, readPage(await inlineFiles(fill(await readFile(file, 'utf8')), folder)));
  }

  /** Adds what search engines read, or tells them not to list the page. Private pages reveal nothing here. */
  const isSignedIn = (request: FastifyRequest) => readCookie(request, deps.config, 'sid') !== undefined;
  const sendIntroduced = async (request: FastifyRequest, reply: FastifyReply, page: Page, path: string) => {
    let described: Partial<PageHead> | 'unknown' | null = null;
    try {
      // The router has parsed the parameters of the path.
      const params = (request.params ?? {}) as Record<string, string>;
      described = await withinLimit(describe(path, { params, ip: request.ip }), describedWithinMs);
    } catch (error) {
      // The page itself works without the database.
      request.log.error({ err: error }, 'a page could not be described');
    }
    const known = described === 'unknown' ? null : described;
    const { title, description, ...rest } = { ...page.head, ...known };
    if (!known || title === undefined || description === undefined)
      return sendPage(reply.header('x-robots-tag', 'noindex'), page, described === 'unknown' ? 404 : 200);
    const html = addHead(page.html, { title, description, ...rest }, getPublicUrl(deps), request.url);
    return sendPage(reply, { ...page, html }, 200);
  };

  await http.register(async (scope) => {
    await scope.register(compress, { threshold: 1024 });
    await scope.register(serveStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['**/*.html', '**/*.br'],
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(`${folder}/assets/`);
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
    scope.addHook('preHandler', async (request, reply) => chooseLanguage(request, reply, deps));
    for (const [path, page] of pages) {
      scope.get(path, async (request, reply) => {
        if (isSignedIn(request) && appForUsers.has(path))
          return sendPage(reply, getApp(path.slice(1)).forUser, 200);
        // Pages are prerendered in one language. The app draws them in the others.
        if (getLanguage() !== DEFAULT_LANGUAGE)
          return sendPage(reply.header('x-robots-tag', 'noindex'), getApp(path.slice(1)).forUser, 200);
        return sendIntroduced(request, reply, page, path.slice(1));
      });
    }
    scope.get(EMPTY_PAGE, (_request, reply) =>
      sendPage(reply.header('x-robots-tag', 'noindex'), getApp(EMPTY_PAGE).forUser, 200),
    );
    for (const path of pagePaths.filter((path) => !pages.has(`/${path}`))) {
      scope.get(`/${path}`, async (request, reply) => {
        if (!wantsHtml(request)) throw refuse('request/not-found');
        // No crawler is signed in.
        const { forUser, forVisitor } = getApp(path);
        if (isSignedIn(request)) return sendPage(reply, forUser, 200);
        return sendIntroduced(request, reply, forVisitor, path);
      });
    }
  });

  http.setNotFoundHandler((request, reply) => {
    if (!wantsHtml(request) || !request.headers.accept?.includes('text/html'))
      throw refuse('request/not-found');
    const { forUser, forVisitor } = getApp(UNKNOWN_PAGE);
    return sendPage(reply, isSignedIn(request) ? forUser : forVisitor, 404);
  });
}

function addToHead(page: Page, tags: string): Page {
  return { ...page, html: page.html.replace('</head>', () => `${tags}</head>`) };
}

async function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Deps,
): Promise<unknown> {
  // Two slashes at the start would lead to another host.
  const [path = '', ...query] = request.url.split('?');
  const pathname = path.replace(/^[/\\]+/, '/');
  const searchParams = new URLSearchParams(query.join('?'));
  const chosen = Language.safeParse(searchParams.get('language')).data;
  if (chosen === undefined) return undefined;
  keepLanguage(reply, config, chosen);
  searchParams.delete('language');
  return reply.redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname, 303);
}

/** Without a built web app (API tests), every unknown path is an error in JSON. */
export function registerNoPages(http: FastifyInstance): void {
  http.setNotFoundHandler(() => {
    throw refuse('request/not-found');
  });
}

function wantsHtml(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (programPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`.replace('//', '/'))))
    return false;
  const accepts = request.headers.accept ?? '*/*';
  return accepts.includes('text/html') || accepts.includes('*/*');
}

function sendPage(reply: FastifyReply, page: Page, status: number): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  return reply
    .code(status)
    .header(
      'content-security-policy',
      policy.replace("script-src 'self'", `script-src 'self'${page.inlineScripts}`),
    )
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie, accept-language')
    .type('text/html; charset=utf-8')
    .send(page.html);
}

function readPage(html: string): Page {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = Array.from(scripts, ([, source = '']) => {
    return ` 'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  });
  return { html, head: readHead(html), inlineScripts: [...new Set(hashes)].join('') };
}
