import { refuse } from '#campaigns/domain.ts';
import { transact } from '#platform/server/db/transact.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStanding, requireTeamPermission } from '#teams/server/service.ts';
import type { Campaign } from '../contract.ts';
import { toCampaign } from './campaign-presenter.ts';
import type { Deps } from './ports.ts';
import { isHiring } from './rules.ts';
import { lockCampaign } from './service.ts';
import * as store from './store.ts';

/**
 * Decision 16.9. Idempotent. Refuses 'campaign/not-found', 'team/not-allowed' and, for a campaign that accepts no
 * marketers any more, 'campaign/not-active'. After resuming, the sweep of the waitlist fills places that became free.
 */
export async function setPaused(deps: Deps, actor: Actor, id: string, isPaused: boolean): Promise<Campaign> {
  const row = await transact(deps.db, async (tx) => {
    const present = await lockCampaign(tx, id);
    // Read the clock after locking: the campaign may close during the wait.
    const now = deps.clock.now();
    await requireTeamPermission(tx, actor, present.advertiserId, 'decide', () =>
      refuse('campaign/not-found'),
    );
    if (!isHiring(present, now)) throw refuse('campaign/not-active', { state: present.status });
    if ((present.pausedSince !== null) === isPaused) return present;
    const action = isPaused ? 'campaign.paused' : 'campaign.resumed';
    await audit(tx, deps, { actor, action, object: { kind: 'campaign', id } });
    return store.updateCampaign(tx, id, {
      pausedSince: isPaused ? now : null,
      updatedAt: now,
    });
  });
  return toCampaign(row, await loadStanding(deps.db, actor, row.advertiserId), deps.clock.now());
}
