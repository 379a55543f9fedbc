import { refuse } from '#applications/domain.ts';
import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import {
  checkOpen,
  findCampaign,
  loadSummaries,
  lockCampaign,
  refuseUnlessOpen,
} from '#campaigns/server/service.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { findInvitableAccount } from '#profiles/server/marketers/marketers-service.ts';
import { loadOutlineNames } from '#profiles/server/service.ts';
import { loadStanding, requireTeamPermission } from '#teams/server/service.ts';
import {
  type CampaignInvitation,
  MAX_INVITATIONS,
  MAX_INVITATIONS_PER_DAY,
  type OwnInvitation,
} from '../../invitation-contract.ts';
import { invitationAnswered, marketerInvited } from '../events.ts';
import type { Deps } from '../ports.ts';
import { findMarketerApplication } from '../store.ts';
import type { CampaignInvitationRow } from '../tables.ts';
import * as store from './invitation-store.ts';

export async function inviteMarketer(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  listingId: string,
): Promise<CampaignInvitation> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    // Two calls must not both find room for one more.
    const campaign = await lockCampaign(tx, campaignId);
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () =>
      refuse('campaign/not-found'),
    );
    refuseUnlessOpen(campaign, now);
    const marketer = await findInvitableAccount(tx, listingId);
    if (!marketer) throw refuse('listing/not-found');
    const sent = await store.listOfCampaign(tx, campaignId);
    if (sent.some(({ marketerId }) => marketerId === marketer.accountId)) throw refuse('invitation/exists');
    const { all, recent } = await store.countInvitations(tx, campaignId, addMilliseconds(now, -DAY));
    if (recent >= MAX_INVITATIONS_PER_DAY || all >= MAX_INVITATIONS) throw refuse('invitation/too-many');
    // One refusal for both: the list must not tell who has applied.
    const hasApplied = await findMarketerApplication(tx, campaignId, marketer.accountId);
    if (hasApplied || !marketer.takesInvitations) throw refuse('invitation/not-possible');
    const row = await store.insertInvitation(tx, {
      id: deps.random.uuid(),
      campaignId,
      marketerId: marketer.accountId,
      invitedAt: now,
    });
    if (!row) throw refuse('invitation/exists');
    const payload = { invitationId: row.id, campaignId, marketerId: row.marketerId };
    await announce(tx, marketerInvited, { ref: row.id, payload }, deps.clock);
    const [answer] = await toInvitations(tx, [row], true);
    if (!answer) throw new Error('an invitation that was just written is missing');
    return answer;
  });
}

export async function listInvitations(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<CampaignInvitation[]> {
  const campaign = await findCampaign(deps.db, campaignId);
  if (!campaign) throw refuse('campaign/not-found');
  const { rights } = await loadStanding(deps.db, actor, campaign.advertiserId);
  if (!rights.read) throw refuse('campaign/not-found');
  return toInvitations(deps.db, await store.listOfCampaign(deps.db, campaignId), rights.decide);
}

async function toInvitations(
  reader: Reader,
  rows: readonly CampaignInvitationRow[],
  mayDecide: boolean,
): Promise<CampaignInvitation[]> {
  const names = await loadOutlineNames(
    reader,
    rows.map(({ marketerId }) => marketerId),
  );
  return rows.map(({ id, marketerId, status, reason, invitedAt, answeredAt }) => ({
    id,
    marketerName: names.get(marketerId) || t('New member'),
    status,
    reason,
    invitedAt: invitedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    can: { revoke: mayDecide && status === 'open' },
  }));
}

export async function revokeInvitation(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await store.findInvitation(tx, id);
    const campaign = found && (await findCampaign(tx, found.campaignId));
    if (!campaign) throw refuse('invitation/not-found');
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () =>
      refuse('invitation/not-found'),
    );
    const answeredAt = deps.clock.now();
    const revoked = await store.answerInvitation(tx, id, { status: 'revoked', answeredAt });
    if (revoked) await announceAnswer(tx, deps, revoked, 'revoked');
    else await refuseUnlessAnswered(tx, id, 'revoked');
  });
}

export async function declineInvitation(
  deps: Deps,
  actor: Actor,
  id: string,
  reason: string | undefined,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await store.findInvitation(tx, id);
    if (found?.marketerId !== actor.userId) throw refuse('invitation/not-found');
    const answer = { status: 'declined', reason: reason || null, answeredAt: deps.clock.now() } as const;
    const declined = await store.answerInvitation(tx, id, answer);
    if (declined) await announceAnswer(tx, deps, declined, 'declined');
    else await refuseUnlessAnswered(tx, id, 'declined');
  });
}

export async function acceptOpenInvitation(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { campaignId, marketerId }: { campaignId: string; marketerId: string },
): Promise<void> {
  const accepted = await store.acceptOpen(tx, campaignId, marketerId, deps.clock.now());
  if (accepted) await announceAnswer(tx, deps, accepted, 'accepted');
}

async function announceAnswer(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, campaignId, marketerId }: CampaignInvitationRow,
  status: 'accepted' | 'declined' | 'revoked',
): Promise<void> {
  const payload = { invitationId: id, campaignId, marketerId, status };
  await announce(tx, invitationAnswered, { ref: id, payload }, clock);
}

/** Locks campaign and invitation, so that the result stays true until the transaction ends. */
export async function isInvitationOpen(tx: Tx, campaignId: string, invitationId: string): Promise<boolean> {
  const { closingSince } = await lockCampaign(tx, campaignId);
  return closingSince === null && (await store.lockInvitation(tx, invitationId))?.status === 'open';
}

export async function listUnanswered(
  reader: Reader,
  campaignId: string,
): Promise<Pick<CampaignInvitationRow, 'id' | 'marketerId'>[]> {
  return (await store.listOfCampaign(reader, campaignId)).filter(({ status }) => status === 'open');
}

async function refuseUnlessAnswered(
  reader: Reader,
  id: string,
  wanted: CampaignInvitationRow['status'],
): Promise<void> {
  const present = await store.findInvitation(reader, id);
  if (!present) throw refuse('invitation/not-found');
  if (present.status !== wanted) throw refuse('invitation/answered', { state: present.status });
}

/** Returns the invitations that the marketer can accept now. */
export async function listOwnInvitations(deps: Deps, actor: Actor): Promise<OwnInvitation[]> {
  const now = deps.clock.now();
  const rows = await store.listOpenOfMarketer(deps.db, actor.userId, MAX_SHOWN);
  const campaigns = await loadSummaries(
    deps.db,
    rows.map(({ campaignId }) => campaignId),
  );
  return rows
    .filter(({ campaignId }) => {
      const campaign = campaigns.get(campaignId);
      return campaign !== undefined && checkOpen(campaign, now) === null;
    })
    .map(({ id, campaignId, invitedAt }) => ({ id, campaignId, invitedAt: invitedAt.toISOString() }));
}

const MAX_SHOWN = 100;

export const eraseInvitations: ErasePerson = async (tx, _deps, userId) => {
  await store.deleteOfMarketer(tx, userId);
};

export const undoInvitations: UndoRole = async (tx, _deps, userId) => {
  await store.deleteOfMarketer(tx, userId);
  return [];
};

export const invitationsExport: ExportPart = {
  name: 'campaignInvitations',
  tables: ['campaign_invitation'],
  read: (db, _deps, userId) => store.listAllOfMarketer(db, userId),
};
