import type { FastifyReply } from 'fastify';
import { t } from '#kernel/text.ts';
import * as contract from '#auth/change-type-contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import type { Deps } from '../ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { changeUserType, confirmTypeChange } from './change-type.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';

interface SignInParts {
  rememberSession: (reply: FastifyReply, signedIn: SignedIn) => void;
}

const formatNewType = (type: ChoosableType) =>
  t('Your account is now {type, select, marketer {a marketer account} other {an advertiser account}}.', {
    type,
  });

export function changeTypeRoutes(deps: Deps, { rememberSession }: SignInParts): Route[] {
  return [
    route(contract.changeUserType, async ({ actor, body, request, reply }) => {
      const caller = { actor, userAgent: request.headers['user-agent'] };
      const signedIn = await changeUserType(deps, body, caller);
      if (!signedIn) {
        return {
          message: t('If this address has an account, we sent a link to confirm the change.'),
          userType: null,
        };
      }
      rememberSession(reply, signedIn);
      const userType = body.newUserType;
      return { message: formatNewType(userType), userType };
    }),
    route(contract.confirmTypeChange, async ({ actor, body, request, reply }) => {
      const caller = { actor, userAgent: request.headers['user-agent'] };
      const { userType, signedIn } = await confirmTypeChange(deps, body.token, caller);
      if (signedIn) rememberSession(reply, signedIn);
      return { message: formatNewType(userType), userType };
    }),
  ];
}
