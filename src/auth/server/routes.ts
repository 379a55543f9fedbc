import type { FastifyReply, FastifyRequest } from 'fastify';
import { t } from '#kernel/text.ts';
import * as contract from '#auth/contract.ts';
import { refuse } from '#auth/domain.ts';
import * as signInContract from '#auth/sign-in-contract.ts';
import type { Deps } from './ports.ts';
import { accessTokenRoutes } from './tokens/access-token-routes.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import {
  clearCookie,
  readCookie,
  verifySignedValue,
  setCookie,
  signValue,
} from '#platform/server/security/session.ts';
import { changeTypeRoutes } from './account/change-type-routes.ts';
import { confirmIdentity, requestIdentityCode } from './second-factor/confirm-identity.ts';
import { googleRoutes } from './google/google-routes.ts';
import { PENDING_SIGN_IN_MS, SESSION_LIFETIME_MS } from './rules.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { chooseUserType, getCurrentUser } from './service.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import {
  confirmSignIn,
  requestSignIn,
  resendSignIn,
  signInAsDemo,
  type SignedIn,
  signOut,
} from './sign-in/sign-in.ts';

export function authRoutes(deps: Deps): Route[] {
  const key = deriveSecret(deps.config, 'pending sign-in cookie');
  const toBrowser = (request: FastifyRequest) => ({
    challengeId: verifySignedValue(readCookie(request, deps.config, 'preauth'), key),
    presentToken: readCookie(request, deps.config, 'sid'),
    userAgent: request.headers['user-agent'],
  });
  const rememberSession = (reply: FastifyReply, { token }: SignedIn) => {
    setCookie(reply, deps.config, 'sid', token, SESSION_LIFETIME_MS / 1000);
    clearCookie(reply, deps.config, 'preauth');
  };

  return [
    route(contract.getCurrentUser, ({ actor }) => getCurrentUser(deps, actor)),
    route(signInContract.requestSignIn, async ({ body, reply }) => {
      const challengeId = await requestSignIn(deps, body);
      // The cookie outlives the code, so that an expired code can still be resent.
      setCookie(reply, deps.config, 'preauth', signValue(challengeId, key), PENDING_SIGN_IN_MS / 1000);
      return { message: t('We sent you an email with a code and a link. Both expire in 10 minutes.') };
    }),
    route(contract.confirmSignIn, async ({ body, request, reply }) => {
      const signedIn = await confirmSignIn(deps, body, toBrowser(request));
      rememberSession(reply, signedIn);
      return {
        message: t('You are signed in.'),
        userType: signedIn.userType,
        firstLogin: signedIn.firstLogin,
      };
    }),
    route(contract.resendSignIn, async ({ request }) => {
      await resendSignIn(deps, toBrowser(request).challengeId);
      return { message: t('We sent the email again.') };
    }),
    route(contract.requestIdentityCode, async ({ actor }) => {
      await requestIdentityCode(deps, actor);
      return { message: t('We sent you a code. It expires in 10 minutes.') };
    }),
    route(contract.confirmIdentity, async ({ actor, body, request, reply }) => {
      const { presentToken: token = '', userAgent } = toBrowser(request);
      rememberSession(reply, await confirmIdentity(deps, actor, body.code, { token, userAgent }));
      return { message: t('Thanks, you’re confirmed.') };
    }),
    route(contract.chooseUserType, async ({ actor, body }) => ({
      message: t('Your account type is set.'),
      userType: await chooseUserType(deps, actor, body.userType),
    })),
    route(contract.signInAsDemo, async ({ body, request, reply }) => {
      rememberSession(reply, await signInAsDemo(deps, body.account, toBrowser(request)));
      return { message: t('You are signed in to a demo account.'), userType: body.account };
    }),
    ...googleRoutes(deps, { toBrowser, rememberSession }),
    ...sessionRoutes(deps),
    ...accessTokenRoutes(deps),
    ...secondFactorRoutes(deps, { rememberSession }),
    ...changeTypeRoutes(deps, { rememberSession }),
    rawRoute(contract.openLogin, async ({ reply }) => reply.redirect('/auth/signin')),
    rawRoute(contract.signOut, async ({ request, reply }) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse('request/cross-site');
      const token = readCookie(request, deps.config, 'sid');
      if (token) await signOut(deps, token);
      clearCookie(reply, deps.config, 'sid');
      return reply.header('clear-site-data', '"cache"').redirect('/');
    }),
  ];
}
