import { isDeleted } from '#auth/server/service.ts';
import { lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Refusal } from '#kernel/errors.ts';
import { fromDecimal } from '#kernel/money.ts';
import type { Id } from '#kernel/id.ts';
import { loadPaymentsBySource, openOrder, saveTip } from '#payments/server/service.ts';
import { MIN_TIP_CENTS } from '#payments/tip-contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#proofs/domain.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import type { Deps } from '../ports.ts';
import { checkTippable } from '../rules.ts';
import * as store from '../store.ts';
import type { ProofRow } from '../tables.ts';

/** Refuses 'proof/not-found' and 'team/not-allowed', if the proof cannot be tipped, and as `openOrder` does. */
export async function tipProof(
  deps: Deps,
  actor: Actor,
  id: Id,
  { amount }: { amount: string },
): Promise<{ id: string; status: string; approveUrl: string }> {
  const amountCents = fromDecimal(amount);
  const { tipId, campaign } = await transact(deps.db, async (tx) => {
    const locked = await lockTippable(tx, id);
    const { advertiserId, payCents, title } = locked.campaign;
    await requireTeamPermission(tx, actor, advertiserId, 'own', () => refuse('proof/not-found'));
    const now = deps.clock.now();
    const refusal = await check(tx, locked, now);
    if (refusal) throw refusal;
    const mostCents = payCents ?? 0;
    if (amountCents < MIN_TIP_CENTS || amountCents > mostCents) throw refuse('payment/tip-amount');
    const tip = {
      id: deps.random.uuid(),
      proofId: id,
      campaignId: locked.campaign.id,
      campaignTitle: title,
      marketerId: locked.proof.marketerId,
      payerId: actor.userId,
      mostCents,
      createdAt: now,
    };
    return { tipId: await saveTip(tx, tip), campaign: locked.campaign };
  });
  const page = `${getPublicUrl(deps)}/proofs/${id}/tip`;
  const order = await openOrder(deps, {
    campaignId: campaign.id,
    tipId,
    payerId: actor.userId,
    payCents: amountCents,
    feeCents: 0,
    // In one language, because a repeated order must be equal to the first.
    description: `Promenade tip: ${campaign.title}`.slice(0, MAX_DESCRIPTION), // not for users
    returnUrl: `${page}?wallet=approved`,
    cancelUrl: `${page}?wallet=cancelled`,
  });
  return { id: order.orderId, status: order.status, approveUrl: order.approveUrl };
}

/** The wallet's limit. */
const MAX_DESCRIPTION = 127;

/** Answers the port `checkTipDue` of payments, called before the capture and before the tip is passed on. */
export async function checkTipDue(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { proofId, isCaptured }: { proofId: Id; isCaptured: boolean },
): Promise<Refusal | null> {
  return check(tx, await lockTippable(tx, proofId), isCaptured ? null : deps.clock.now());
}

interface Tippable {
  campaign: CampaignRow;
  proof: ProofRow;
  isDeleted: boolean;
}

async function check(tx: Tx, { proof, ...facts }: Tippable, now: Date | null): Promise<Refusal | null> {
  const pay = (await loadPaymentsBySource(tx, [proof.id])).get(proof.id);
  const isDisputed = pay !== undefined && pay.disputedSince !== null;
  const reason = checkTippable({ ...proof, isDeleted: facts.isDeleted, isDisputed }, now);
  return reason && refuse(reason);
}

/** Locks the campaign, the marketer's account against deletion, and the proof. */
async function lockTippable(tx: Tx, id: Id): Promise<Tippable> {
  const found = await store.findProof(tx, id);
  if (!found) throw refuse('proof/not-found');
  const campaign = await lockCampaign(tx, found.campaignId);
  const isGone = await isDeleted(tx, found.marketerId);
  const proof = await store.lockProof(tx, id);
  if (!proof) throw refuse('proof/not-found');
  return { campaign, proof, isDeleted: isGone };
}
