import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { Application } from '../contract.ts';
import { toApplications } from './application-answer.ts';
import * as store from './store.ts';

/** A marketer's own, or those to an advertiser's campaigns; newest first. Somebody else's campaign has none. */
export async function listApplications(
  deps: Deps,
  actor: Actor,
  filter: store.ApplicationFilter,
): Promise<Application[]> {
  if (actor.role === 'advertiser') {
    const rows = await store.listApplicationsOfAdvertiser(deps.db, actor.userId, filter);
    return toApplications(deps.db, deps, rows, 'advertiser');
  }
  const rows = await store.listApplicationsOfMarketer(deps.db, actor.userId, filter);
  return toApplications(deps.db, deps, rows, 'marketer');
}
