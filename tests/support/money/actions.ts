/** All actions of users and administrators in the city, through the product's own services. */
import { apply, decideApplication } from '#applications/server/deciding-service.ts';
import { SaveCampaign } from '#campaigns/form-contract.ts';
import { socialForm } from '#campaigns/sample.ts';
import { closeCampaign } from '#campaigns/server/funding/closing-service.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
} from '#campaigns/server/funding/funding-service.ts';
import { createAndFundDraft } from '#campaigns/server/funding/paid-draft-service.ts';
import { acceptProposal, answerDispute, escalateDispute } from '#disputes/server/case-service.ts';
import { escalateExpired } from '#disputes/server/deadlines.ts';
import { decideDispute } from '#disputes/server/ending-service.ts';
import { openDispute } from '#disputes/server/opening-service.ts';
import type { Id } from '#kernel/id.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { decideKyc } from '#kyc/server/review-service.ts';
import { resolvePaidAfterReturn } from '#payments/server/payouts/paid-after-return.ts';
import { retryPayout } from '#payments/server/payouts/payout-retry.ts';
import { retryRefund } from '#payments/server/service.ts';
import { payDebt, writeOffDebt } from '#payments/server/chargebacks/debts.ts';
import { payShortfall } from '#payments/server/shortfalls/shortfall-orders.ts';
import { coverShortfall } from '#payments/server/shortfalls/shortfalls.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { transact } from '#platform/server/db/transact.ts';
import { setWalletEmail } from '#profiles/server/wallet-service.ts';
import { askAgain, sendAgain } from '#proofs/server/amending/amending-service.ts';
import { decideProof } from '#proofs/server/deciding-service.ts';
import { submitProof } from '#proofs/server/service.ts';
import { tipProof } from '#proofs/server/tips/tip-service.ts';
import type { City } from './city.ts';

export type Actions = ReturnType<typeof createActions>;

/** Each action returns 'ok' with its value, or the code of the refusal. It throws any other error. */
export function createActions(city: City) {
  const { deps, clock, attempt } = city;
  const advertiser = (id: Id) => city.actor(id, 'advertiser');
  const marketer = (id: Id) => city.actor(id, 'marketer');
  const admin = (id: Id) => city.actor(id, 'admin');

  async function findPaymentId(proofId: Id): Promise<Id> {
    const query = 'select id from payment where source_id = $1';
    return (await city.database.pool.query<{ id: Id }>(query, [proofId])).rows[0]?.id ?? proofId;
  }

  async function findChargebackId(disputeId: string): Promise<Id> {
    const query = 'select id from chargeback where provider_dispute_id = $1';
    return (await city.database.pool.query<{ id: Id }>(query, [disputeId])).rows[0]?.id ?? disputeId;
  }

  /** Returns both sides of a dispute. The opener may be the advertiser for whom an admin opened it. */
  async function loadSides(disputeId: Id) {
    const query = `
      select p.marketer_id as marketer, c.advertiser_id as advertiser, d.side = 'marketer' as "isMarketers"
      from dispute d join proof p on p.id = d.proof_id join campaign c on c.id = d.campaign_id where d.id = $1`;
    const { rows } = await city.database.pool.query(query, [disputeId]);
    const sides = [marketer(rows[0].marketer), advertiser(rows[0].advertiser)] as const;
    const [opener, respondent] = rows[0].isMarketers ? sides : sides.toReversed();
    return { opener, respondent } as { opener: Actor; respondent: Actor };
  }

  const actions = {
    draft: (owner: Id, form: { placeCents: Cents; places: number; startsInMs: number }) =>
      attempt(() =>
        createAndFundDraft(
          deps,
          advertiser(owner),
          SaveCampaign.parse(
            socialForm(clock.now(), {
              startTime: new Date(clock.now().getTime() + form.startsInMs).toISOString(),
              autoApprove: true,
              totalMarketersNeeded: form.places,
              payRate: form.placeCents / 100,
              totalBudget: (form.placeCents / 100) * form.places,
            }),
          ),
        ),
      ),
    order: (owner: Id, campaignId: Id, cents: Cents) =>
      attempt(() => createPaymentOrder(deps, advertiser(owner), { amount: toDecimal(cents), campaignId })),
    capture: (owner: Id, orderId: string) =>
      attempt(() => capturePaymentOrder(deps, advertiser(owner), orderId)),
    fund: (owner: Id, campaignId: Id, paypalOrderId: string, paypalCaptureId: string) =>
      attempt(() => fundCampaign(deps, advertiser(owner), campaignId, { paypalOrderId, paypalCaptureId })),
    close: (owner: Id, campaignId: Id) => attempt(() => closeCampaign(deps, advertiser(owner), campaignId)),

    apply: (who: Id, campaignId: Id) => attempt(() => apply(deps, marketer(who), campaignId)),
    withdraw: (who: Id, applicationId: Id) =>
      attempt(() => decideApplication(deps, marketer(who), applicationId, { status: 'withdrawn' })),
    prove: (who: Id, campaignId: Id) =>
      attempt(() =>
        submitProof(deps, marketer(who), {
          campaignId,
          postUrl: `https://instagram.com/p/${who}-${campaignId}`,
          media: [],
        }),
      ),
    askAgain: (owner: Id, proofId: Id) =>
      attempt(() =>
        askAgain(deps, advertiser(owner), proofId, {
          reasons: ['wrong-post'],
          note: 'Please link the post.',
        }),
      ),
    sendAgain: (who: Id, proofId: Id) =>
      attempt(() =>
        sendAgain(deps, marketer(who), proofId, { postUrl: `https://instagram.com/p/${proofId}`, media: [] }),
      ),
    decideProof: (owner: Id, proofId: Id, status: 'approved' | 'rejected') =>
      attempt(() => decideProof(deps, advertiser(owner), proofId, { status })),
    dispute: (who: Id, proofId: Id) =>
      attempt(() => openDispute(deps, marketer(who), proofId, { reason: 'The post is there.', files: [] })),
    disputeApproval: (by: { id: Id; isAdmin: boolean }, proofId: Id) =>
      attempt(() => {
        const actor = by.isAdmin ? admin(by.id) : advertiser(by.id);
        return openDispute(deps, actor, proofId, { reason: 'The post is gone.', files: [] });
      }),
    /** The other side answers with a proposal, which the opener accepts. */
    agree: async (disputeId: Id, cents: Cents) => {
      const { opener, respondent } = await loadSides(disputeId);
      const award = toDecimal(cents);
      await attempt(() => answerDispute(deps, respondent, disputeId, { text: 'A part.', files: [], award }));
      return attempt(() => acceptProposal(deps, opener, disputeId, { award }));
    },
    /**
     * The other side answers and asks for a decision first, unless the case is with the admins already. If both are too
     * late, the sweep hands it over.
     */
    decideDispute: async (who: Id, disputeId: Id, status: 'upheld' | 'split' | 'rejected', award?: Cents) => {
      const { respondent } = await loadSides(disputeId);
      await attempt(() => answerDispute(deps, respondent, disputeId, { text: 'It is not.', files: [] }));
      await attempt(() => escalateDispute(deps, respondent, disputeId));
      await escalateExpired(deps);
      const note = 'I have looked at it.';
      const decision = { status, note, ...(award === undefined ? {} : { award: toDecimal(award) }) };
      return attempt(() => decideDispute(deps, admin(who), disputeId, decision));
    },
    setWalletEmail: (who: Id, email: string) => attempt(() => setWalletEmail(deps, marketer(who), email)),

    /**
     * Inserts an approved identity check with a tax ID but without documents. Its key is unknown, so no sweep
     * reseals it.
     */
    async verify(who: Id, by: Id) {
      await city.database.pool.query(
        `insert into kyc (account_id, status, submitted_at, first_name, last_name, date_of_birth, phone_number, address,
           city, state, zip_code, country, id_type, government_id_sealed, government_id_last, tax_id_sealed, tax_id_last,
           key_version)
         values ($1, 'pending', $2, 'Maya', 'Field', '1996-04-12', '1', '1 Market Street', 'San Francisco', 'CA', '94105',
           'US', 'passport', 'sealed', '5678', 'sealed', '6789', 2)`,
        [who, clock.now()],
      );
      await decideKyc(deps, admin(by), who, { status: 'approved' });
    },
    coverShortfall: (by: Id, proofId: Id, cents: Cents) =>
      attempt(async () => {
        const id = await findPaymentId(proofId);
        return coverShortfall(deps, admin(by), { id, amount: toDecimal(cents), reason: 'Work done' });
      }),
    payShortfall: (owner: Id, proofId: Id) =>
      attempt(async () => payShortfall(deps, advertiser(owner), await findPaymentId(proofId))),
    tip: (owner: Id, proofId: Id, cents: Cents) =>
      attempt(() => tipProof(deps, advertiser(owner), proofId, { amount: toDecimal(cents) })),
    payDebt: (owner: Id, disputeId: string) =>
      attempt(async () => payDebt(deps, advertiser(owner), await findChargebackId(disputeId))),
    writeOffDebt: (by: Id, disputeId: string, cents: Cents) =>
      attempt(async () => {
        const id = await findChargebackId(disputeId);
        return writeOffDebt(deps, admin(by), { id, amount: toDecimal(cents), reason: 'Not to be had' });
      }),
    retryPayout: (by: Id, payoutId: Id) =>
      attempt(() => transact(deps.db, (tx) => retryPayout(tx, deps, { payoutId, by }))),
    resolvePayout: (by: Id, id: Id) =>
      attempt(() => resolvePaidAfterReturn(deps, admin(by), { id, reason: 'Asked the wallet' })),
    retryRefund: (by: Id, refundId: Id) =>
      attempt(() => transact(deps.db, (tx) => retryRefund(tx, deps, { refundId, by }))),
  };

  /**
   * Pays for a campaign that never starts, so that the wallet can always cover a lost dispute. Returns the
   * campaign's id.
   */
  async function reserve(): Promise<Id> {
    const owner = await city.newPerson('advertiser');
    const form = { placeCents: 50_000, places: 100, startsInMs: 700 * DAY };
    const { value: campaign } = await actions.draft(owner, form);
    const { value: order } = await actions.order(owner, campaign?.id ?? '', 5_750_000);
    await city.wallet.decide(order?.approveUrl ?? '', 'approve');
    const { value: captured } = await actions.capture(owner, order?.id ?? '');
    const { value } = await actions.fund(owner, campaign?.id ?? '', order?.id ?? '', captured?.id ?? '');
    if (!value) throw new Error('the reserve is not funded');
    return value.id;
  }
  return { ...actions, reserve };
}
