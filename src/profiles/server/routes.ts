import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import * as contract from '#profiles/contract.ts';
import { saveProfile, setWalletEmail, updateCompliance } from './service.ts';

export function profileRoutes(deps: Deps): Route[] {
  return [
    route(contract.saveProfile, async ({ actor, body }) => {
      await saveProfile(deps, actor, body);
      return { message: 'Your profile is saved.', userType: actor.role };
    }),
    route(contract.setWalletEmail, async ({ actor, body }) => {
      await setWalletEmail(deps, actor, body.paypalEmail);
      return { message: 'PayPal Email Updated', paypalEmail: body.paypalEmail };
    }),
    route(contract.updateCompliance, async ({ actor, body, request }) => {
      await updateCompliance(deps, actor, body, request.headers['user-agent']);
      return { message: 'Your choice is recorded.' };
    }),
  ];
}
