import { t } from '#kernel/text.ts';
import * as contract from '#auth/session-contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { clearCookie } from '#platform/server/security/session.ts';
import { endOneSession, endOtherSessions, listSessions } from './session-list.ts';

export function sessionRoutes(deps: Deps): Route[] {
  return [
    route(contract.listSessions, async ({ actor }) => ({ sessions: await listSessions(deps, actor) })),
    route(contract.endSession, async ({ actor, params, reply }) => {
      await endOneSession(deps, actor, params.id);
      if (params.id === actor.sessionId) clearCookie(reply, deps.config, 'sid');
      return { message: t('That session has ended.') };
    }),
    route(contract.endOtherSessions, async ({ actor }) => {
      await endOtherSessions(deps, actor);
      return { message: t('You are signed out everywhere else.') };
    }),
  ];
}
