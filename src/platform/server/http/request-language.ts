import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, DEFAULT_LANGUAGE, followReader, Language } from '#kernel/language.ts';
import { DAY } from '#kernel/time.ts';
import type { Config } from '../settings/config.ts';

/** The app sets it too (platform/web/language.ts), and reads it when it starts without a connection. */
const COOKIE = 'language';
const KEPT_FOR_SECONDS = (365 * DAY) / 1000;

const readers = new AsyncLocalStorage<Language>();

/**
 * A request's language is the one that the user chose, which a cookie keeps, or the first one of the browser that has
 * texts. Register it after the cookies.
 */
export function followReaders(http: FastifyInstance): void {
  followReader(() => readers.getStore() ?? DEFAULT_LANGUAGE);
  http.addHook('onRequest', (request, _reply, done) => readers.run(readLanguage(request), done));
  // Reading a body continues outside of the first hook.
  http.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) done();
    else readers.run(readLanguage(request), done);
  });
}

function readLanguage(request: FastifyRequest): Language {
  const kept = request.cookies[COOKIE];
  const chosen = kept === undefined ? undefined : Language.safeParse(kept).data;
  return chosen ?? chooseLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE;
}

/** Keeps the choice of a link in the browser. It is no secret, so scripts may read it. */
export function keepLanguage(reply: FastifyReply, { publicUrl }: Config, language: Language): void {
  const secure = publicUrl?.startsWith('https://') ?? false;
  reply.setCookie(COOKIE, language, { path: '/', sameSite: 'lax', secure, maxAge: KEPT_FOR_SECONDS });
}
