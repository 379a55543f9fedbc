import { t } from '#kernel/text.ts';
import * as contract from '#auth/second-factor-contract.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { readCookie } from '#platform/server/security/session.ts';
import { getPasskeySite } from './passkey.ts';
import { beginPasskeyProof, getSecondFactorOptions, proveSecondFactor } from './second-factor-proof.ts';
import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
} from './second-factors.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';

interface Cookies {
  rememberSession: (reply: FastifyReply, signedIn: SignedIn) => void;
}

export function secondFactorRoutes(deps: Deps, { rememberSession }: Cookies): Route[] {
  const { config } = deps;
  const presentSession = (request: FastifyRequest) => ({
    // These routes require a session, so there is a token.
    token: readCookie(request, config, 'sid') ?? '',
    userAgent: request.headers['user-agent'],
    site: getPasskeySite(config, request),
  });
  return [
    route(contract.listSecondFactors, ({ actor }) => listSecondFactors(deps, actor)),
    route(contract.beginTotp, ({ actor }) => beginTotp(deps, actor)),
    route(contract.confirmTotp, async ({ actor, body, request, reply }) => {
      const added = await confirmTotp(deps, actor, body, presentSession(request));
      rememberSession(reply, added);
      return { message: t('Your authenticator app is set up.'), recoveryCodes: added.recoveryCodes };
    }),
    route(contract.beginPasskey, ({ actor, request }) =>
      beginPasskey(deps, actor, getPasskeySite(config, request)),
    ),
    route(contract.confirmPasskey, async ({ actor, body, request, reply }) => {
      const session = presentSession(request);
      const added = await confirmPasskey(deps, actor, body, session);
      rememberSession(reply, added);
      return { message: t('Passkey added.'), recoveryCodes: added.recoveryCodes };
    }),
    route(contract.renameSecondFactor, async ({ actor, params, body }) => {
      await renameSecondFactor(deps, actor, params.id, body.name);
      return { message: t('Name changed.') };
    }),
    route(contract.removeSecondFactor, async ({ actor, params }) => {
      await removeSecondFactor(deps, actor, params.id);
      return { message: t('Second factor removed.') };
    }),
    route(contract.renewRecoveryCodes, async ({ actor }) => ({
      recoveryCodes: await renewRecoveryCodes(deps, actor),
    })),
    route(contract.getSecondFactorOptions, ({ actor }) => getSecondFactorOptions(deps, actor)),
    route(contract.beginPasskeyProof, ({ actor, request }) =>
      beginPasskeyProof(deps, actor, getPasskeySite(config, request)),
    ),
    route(contract.proveSecondFactor, async ({ actor, body, request, reply }) => {
      const session = presentSession(request);
      rememberSession(reply, await proveSecondFactor(deps, actor, body, session));
      return { message: t('Thanks, you’re confirmed.') };
    }),
  ];
}
