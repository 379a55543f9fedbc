import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStanding } from '#teams/server/service.ts';
import type { Campaign } from '../../contract.ts';
import type { SaveCampaign } from '../../form-contract.ts';
import { toCampaign } from '../campaign-presenter.ts';
import { changeDraft, createDraft } from '../saving-service.ts';
import type { CampaignRow } from '../tables.ts';
import { fundFromEarlierPayment } from './funding-service.ts';

/** A form that is sent again may change a draft that was paid for since. Then it is funded. */
export async function createAndFundDraft(deps: Deps, actor: Actor, form: SaveCampaign): Promise<Campaign> {
  return transact(deps.db, async (tx) =>
    fundSaved(tx, deps, actor, await createDraft(tx, deps, actor, form)),
  );
}

export async function changeAndFundDraft(
  deps: Deps,
  actor: Actor,
  id: string,
  form: SaveCampaign,
): Promise<Campaign> {
  return transact(deps.db, async (tx) =>
    fundSaved(tx, deps, actor, await changeDraft(tx, deps, actor, id, form)),
  );
}

/**
 * Runs in the transaction that saves the draft: nothing else would fund it after a crash, because the event of
 * its capture is already handled.
 */
async function fundSaved(tx: Tx, deps: Deps, actor: Actor, draft: CampaignRow): Promise<Campaign> {
  const row = (await fundFromEarlierPayment(tx, deps, draft.id)) ?? draft;
  return toCampaign(row, await loadStanding(tx, actor, row.advertiserId), deps.clock.now());
}
