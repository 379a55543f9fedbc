import { audit } from '#platform/server/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { campaignProcess } from '../contract.ts';
import { isPaidInFull } from './rules.ts';
import { lockCampaign } from './service.ts';
import * as store from './store.ts';

/**
 * Completes the campaigns whose every place is paid: nothing is left in their escrow, so nothing goes back and nothing
 * can still happen to them (decisions.md 3.6). Safe to repeat; one that fails keeps no other one waiting.
 */
export async function completePaidCampaigns(deps: Deps): Promise<void> {
  for (const id of await store.listPaidActiveIds(deps.db)) {
    await complete(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, campaignId: id }, 'a paid campaign could not be completed'),
    );
  }
}

async function complete(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const present = await lockCampaign(tx, id);
    const next = campaignProcess.next(present.status, 'complete', 'platform');
    if (next === null || !isPaidInFull(present)) return;
    const now = deps.clock.now();
    await store.updateCampaign(tx, id, {
      status: next,
      closeReason: 'finished',
      completedAt: now,
      updatedAt: now,
    });
    await audit(tx, deps, { actor: null, action: 'campaign.completed', object: { kind: 'campaign', id } });
  });
}
