import type { QueryOf } from '#kernel/endpoint.ts';
import type { Deps } from './ports.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStandings } from '#teams/server/service.ts';
import { type Application, listApplications as listContract } from '../contract.ts';
import { toApplications } from './application-presenter.ts';
import * as store from './store.ts';

/** Newest first. Other users' campaigns return an empty list. Throws 'request/invalid' for an unknown cursor. */
export async function listApplications(
  deps: Deps,
  actor: Actor,
  query: QueryOf<typeof listContract>,
): Promise<Application[]> {
  const page = parseTimePage(query);
  if (actor.role === 'advertiser') {
    const standings = await loadStandings(deps.db, actor);
    const rows = await store.listApplicationsOfAdvertisers(deps.db, standings.ownerIds, query, page);
    return toApplications(deps.db, deps, rows, (ownerId) =>
      standings.with(ownerId).rights.decide ? 'advertiser' : 'onlooker',
    );
  }
  const rows = await store.listApplicationsOfMarketer(deps.db, actor.userId, query, {
    ...page,
    now: deps.clock.now(),
  });
  return toApplications(deps.db, deps, rows, 'marketer');
}

export function linkToNextApplications(
  applications: readonly Application[],
  query: QueryOf<typeof listContract>,
): string | null {
  const last = applications.at(-1);
  return linkToNext(
    listContract.path,
    query,
    applications.length,
    last && { at: last.appliedAt, id: last.id },
  );
}
