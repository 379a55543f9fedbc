import type { FastifyReply, FastifyRequest } from 'fastify';
import { t } from '#kernel/text.ts';
import * as contract from '#auth/contract.ts';
import * as linkContract from '#auth/google-link-contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { addressKey } from '#platform/server/limits/address-key.ts';
import { clearCookie, readCookie, setCookie } from '#platform/server/security/session.ts';
import { FLOW_LIFETIME_MS, startFlow } from './google-flow.ts';
import { getGoogleLink, unlinkGoogle } from './google-link.ts';
import { createGoogleProvider, GoogleSignInFailed } from './google-provider.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import type { Browser, SignedIn } from '../sign-in/sign-in.ts';

interface SignInParts {
  toBrowser: (request: FastifyRequest) => Browser;
  rememberSession: (reply: FastifyReply, signedIn: SignedIn) => void;
}

/** Browsers open the raw routes, so each of their responses redirects to a page. */
export function googleRoutes(deps: Deps, { toBrowser, rememberSession }: SignInParts): Route[] {
  const { config } = deps;
  const provider = config.google && createGoogleProvider(config.google, deps);
  const callback = () => new URL(getPublicUrl(deps) + contract.finishGoogleSignIn.path);

  /** The same page for every reason, so that it does not reveal who has an account. */
  function fail(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
    if (error instanceof GoogleSignInFailed) {
      const { reason, kind } = error;
      request.log.warn({ reason, kind }, 'a sign-in with Google failed');
    } else {
      request.log.error({ err: error, requestId: request.id }, 'bug');
    }
    return reply.redirect('/auth/signin?error=auth_failed');
  }

  return [
    route(linkContract.getGoogleLink, ({ actor }) => getGoogleLink(deps, actor)),
    route(linkContract.unlinkGoogle, async ({ actor }) => {
      await unlinkGoogle(deps, actor);
      return { message: t('Your Google account is no longer linked.') };
    }),
    rawRoute(contract.startGoogleSignIn, async ({ request, reply }) => {
      if (!provider) return reply.redirect('/auth/signin?error=auth_failed');
      try {
        const { flow, cookie } = startFlow(deps);
        const address = await provider.begin(flow, callback().href);
        setCookie(reply, config, 'provider', cookie, FLOW_LIFETIME_MS / 1000);
        return reply.redirect(address.href);
      } catch (error) {
        return fail(reply, request, error);
      }
    }),
    rawRoute(contract.finishGoogleSignIn, async ({ request, reply }) => {
      const cookie = readCookie(request, config, 'provider');
      clearCookie(reply, config, 'provider');
      if (!provider) return reply.redirect('/auth/signin?error=auth_failed');
      try {
        // Each call sends a request to the issuer.
        const taken = await deps.limits.take('sign-in-code', addressKey(request.ip));
        if (!taken.allowed) throw new GoogleSignInFailed('too-many');
        const returned = callback();
        returned.search = new URL(request.url, returned).search;
        rememberSession(
          reply,
          await signInWithGoogle(deps, provider, { cookie, returned }, toBrowser(request)),
        );
        return reply.redirect('/?auth=success');
      } catch (error) {
        return fail(reply, request, error);
      }
    }),
  ];
}
