import { refuse } from '#applications/domain.ts';
import { lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { findApplication, lockApplication } from './service.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * Throws 'application/not-found', and 'team/not-allowed' for viewers. Checks behind the first lock, because the user
 * may have been removed from the team while waiting for it.
 */
export async function lockToDecide(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ campaign: CampaignRow; present: ApplicationRow }> {
  const found = await findApplication(tx, id);
  if (!found) throw refuse('application/not-found');
  const campaign = await lockCampaign(tx, found.campaignId);
  await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () =>
    refuse('application/not-found'),
  );
  return { campaign, present: await lockApplication(tx, id) };
}
