import type { Deps } from '#auth/server/ports.ts';
import { t } from '#kernel/text.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as contract from '../contract.ts';
import * as inviteContract from '../invite-contract.ts';
import * as inviting from './inviting-service.ts';
import * as members from './member-service.ts';

export function teamRoutes(deps: Deps): Route[] {
  return [
    route(contract.getTeam, ({ actor }) => members.getTeam(deps, actor)),
    route(inviteContract.inviteToTeam, ({ actor, body }) => inviting.inviteToTeam(deps, actor, body)),
    route(contract.resendInvitation, ({ actor, params }) =>
      inviting.resendInvitation(deps, actor, params.id),
    ),
    route(contract.revokeInvitation, async ({ actor, params }) => {
      await inviting.revokeInvitation(deps, actor, params.id);
      return { message: t('The link no longer works.') };
    }),
    route(contract.viewInvitation, ({ actor, body }) => inviting.viewInvitation(deps, actor, body.token)),
    route(contract.acceptInvitation, ({ actor, body }) => inviting.acceptInvitation(deps, actor, body.token)),
    route(contract.changeTeamRole, ({ actor, params, body }) =>
      members.changeTeamRole(deps, actor, params.id, body.role),
    ),
    route(contract.removeFromTeam, async ({ actor, params }) => {
      await members.removeFromTeam(deps, actor, params.id);
      return { message: t('They are no longer in your team.') };
    }),
    route(contract.leaveTeam, async ({ actor, params }) => {
      await members.leaveTeam(deps, actor, params.id);
      return { message: t('You have left the team.') };
    }),
  ];
}
