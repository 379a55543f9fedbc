import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#auth/account-contract.ts';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import {
  disputeAtWallet,
  endDisputeAtWallet,
  openDisputeAtWallet,
  untilChargeback,
} from '#tests/support/people/chargeback.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { placeHolder, sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { closeCampaign, getCampaignClosing } from '../../closing-contract.ts';
import { getCampaign, listCampaigns } from '../../contract.ts';
import { getCampaignLedger } from '../../ledger-contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const close = (id: string, client = advertiser) => client.call(closeCampaign, { params: { id } });
const closing = async (id: string) => (await advertiser.call(getCampaignClosing, { params: { id } })).body;
const decide = (id: string, status: 'approved' | 'rejected') =>
  advertiser.call(decideProof, { params: { id }, body: { status } });

async function readState(id: string) {
  const { body } = await advertiser.call(getCampaign, { params: { id } });
  return [body.status, body.closeReason, body.closingSince !== null];
}

async function afterSweep(id: string) {
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  return readState(id);
}

async function readMoney(id: string) {
  const admin = await app.signInAdmin();
  expect((await admin.call(getTrialBalance)).body.violations).toEqual([]);
  const { released, feeEarned, refunded, left } = (
    await advertiser.call(getCampaignLedger, { params: { id } })
  ).body;
  return { released, feeEarned, refunded, left };
}

const nothing = { released: '0.00', feeEarned: '0.00' };

describe('closing', () => {
  it('refunds everything and completes immediately if no place is held', async () => {
    const { id } = await fundedCampaign(app, advertiser);
    expect(await closing(id)).toEqual({
      refund: '120.00',
      fee: '18.00',
      total: '138.00',
      heldPlaces: 0,
      paidPlaces: 0,
      openPlaces: 3,
      keptForDebt: '0.00',
      blockedBy: null,
    });
    const closed = await close(id);
    expect([closed.status, closed.body.status, closed.body.closeReason]).toEqual([
      200,
      'completed',
      'cancelled',
    ]);
    expect(closed.body.can).toMatchObject({ close: false, apply: false });
    expect(await readMoney(id)).toEqual({ ...nothing, refunded: '138.00', left: '0.00' });
    await app.runDue();
    const { lines } = (await advertiser.call(getCampaignLedger, { params: { id } })).body;
    expect(lines.at(-1)).toMatchObject({ move: 'refunded', isArrived: true });
    const notices = (await advertiser.call(listNotifications)).body.notifications;
    expect(notices.find(({ kind }) => kind === 'campaign.completed')?.text).toContain('$138.00');
  });

  it('changes nothing if repeated and returns the same', async () => {
    const { id } = await fundedCampaign(app, advertiser);
    const first = await close(id);
    app.clock.advance(HOUR);
    const second = await close(id);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await readMoney(id)).toEqual({ ...nothing, refunded: '138.00', left: '0.00' });
  });

  it('is only for its advertiser, and not for a draft', async () => {
    const { id } = await fundedCampaign(app, advertiser);
    const other = await app.signIn('advertiser');
    expect((await close(id, other)).error.code).toBe('campaign/not-found');
    const seen = await other.call(getCampaignClosing, { params: { id } });
    expect(seen.error.code).toBe('campaign/not-found');
    const draft = await draftCampaign(app, advertiser);
    const refused = await close(draft.id);
    expect([refused.status, refused.error.code, refused.error.state]).toEqual([
      409,
      'campaign/not-active',
      'draft',
    ]);
    const unknown = await advertiser.call(getCampaignClosing, { params: { id: draft.id } });
    expect(unknown.error.code).toBe('campaign/not-active');
    expect(await readState(id)).toEqual(['active', null, false]);
  });

  it('notifies pending applicants, accepts no marketers, and leaves the marketplace', async () => {
    const { campaign } = await socialWork(app, advertiser, { places: 2, holders: 1, autoApprove: false });
    const { id } = campaign;
    const waiting = await readyMarketer(app);
    const applied = (await waiting.call(apply, { body: { campaignId: id } })).body;
    const spanish = await readyMarketer(app);
    await spanish.call(setLanguage, { body: { language: 'es' } });
    await spanish.call(apply, { body: { campaignId: id } });
    const late = await readyMarketer(app);
    await close(id);
    expect((await late.call(apply, { body: { campaignId: id } })).error.code).toBe('campaign/not-active');
    const approval = await advertiser.call(decideApplication, {
      params: { id: applied.id },
      body: { status: 'approved' },
    });
    expect(approval.error.code).toBe('campaign/not-active');
    const shown = (await app.visitor().call(listCampaigns, { query: { open: 'true' } })).body;
    expect(shown.map((one) => one.id)).not.toContain(id);

    await app.runDue();
    const [mine] = (await waiting.call(listApplications)).body;
    expect([mine?.status, mine?.reason]).toEqual(['rejected', 'The campaign was closed']);
    const notice = (await waiting.call(listNotifications)).body.notifications[0];
    expect(notice?.text).toContain('declined: The campaign was closed.');
    const inSpanish = (await spanish.call(listNotifications)).body.notifications[0];
    expect(inSpanish?.text).toContain('La campaña se cerró');
  });

  it('keeps an approved marketer’s pay in escrow until it is paid', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 3, holders: 2 });
    const { id } = campaign;
    const [paid, kept] = holders as [Client, Client];
    expect((await decide(await sendPost(paid, id), 'approved')).status).toBe(200);
    expect(await closing(id)).toMatchObject({ heldPlaces: 1, paidPlaces: 1, openPlaces: 1, total: '115.00' });
    expect((await close(id)).body).toMatchObject({ status: 'active', closeReason: 'cancelled' });
    expect(await readMoney(id)).toEqual({
      released: '100.00',
      feeEarned: '15.00',
      refunded: '115.00',
      left: '115.00',
    });
    expect(await closing(id)).toMatchObject({ heldPlaces: 1, total: '0.00' });

    const proofId = await sendPost(kept, id);
    expect(await afterSweep(id)).toEqual(['active', 'cancelled', true]);
    expect((await decide(proofId, 'approved')).status).toBe(200);
    expect(await afterSweep(id)).toEqual(['completed', 'cancelled', true]);
    expect(await readMoney(id)).toMatchObject({ released: '200.00', refunded: '115.00', left: '0.00' });
  });

  it('refunds the place of a marketer who withdraws afterwards', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const [holder] = holders as [Client];
    await close(campaign.id);
    const [application] = (await holder.call(listApplications)).body;
    await holder.call(decideApplication, {
      params: { id: application?.id ?? '' },
      body: { status: 'withdrawn' },
    });
    expect(await afterSweep(campaign.id)).toEqual(['completed', 'cancelled', true]);
    expect(await readMoney(campaign.id)).toEqual({ ...nothing, refunded: '115.00', left: '0.00' });
  });
});

describe('while the payment is disputed at the wallet', () => {
  const gone = { ...nothing, refunded: '0.00', left: '0.00' };

  it('records the closing, and refunds the rest once the dispute is won', async () => {
    const { id } = await fundedCampaign(app, advertiser);
    const disputeId = await disputeAtWallet(app, id);
    expect(await closing(id)).toMatchObject({ total: '0.00', openPlaces: 3, blockedBy: 'chargeback' });
    expect((await close(id)).body).toMatchObject({ status: 'active', closeReason: 'cancelled' });
    expect(await afterSweep(id)).toEqual(['active', 'cancelled', true]);
    expect(await readMoney(id)).toEqual(gone);
    await endDisputeAtWallet(app, id, { disputeId, outcome: 'won' });
    expect(await afterSweep(id)).toEqual(['completed', 'cancelled', true]);
    expect(await readMoney(id)).toEqual({ ...nothing, refunded: '138.00', left: '0.00' });
  });

  it('repeats a refund that the wallet refused for an unknown dispute, once it is won', async () => {
    const { id } = await fundedCampaign(app, advertiser);
    const disputeId = await openDisputeAtWallet(app, id);
    expect((await close(id)).body.status).toBe('completed');
    await untilChargeback(app, id, 'open');
    await endDisputeAtWallet(app, id, { disputeId, outcome: 'won' });
    expect(await afterSweep(id)).toEqual(['completed', 'cancelled', true]);
    await app.runDue();
    const { lines } = (await advertiser.call(getCampaignLedger, { params: { id } })).body;
    const refunds = lines.filter(({ move }) => move === 'refunded' || move === 'refund-returned');
    expect(refunds.map(({ move, isArrived }) => [move, isArrived])).toEqual([
      ['refunded', false],
      ['refund-returned', false],
      ['refunded', true],
    ]);
    expect(await readMoney(id)).toEqual({ ...nothing, refunded: '138.00', left: '0.00' });
  });

  it('refunds nothing that the advertiser already got from the wallet', async () => {
    const { campaign } = await socialWork(app, advertiser, { places: 2, holders: 1 });
    const { id } = campaign;
    const disputeId = await disputeAtWallet(app, id);
    await close(id);
    await endDisputeAtWallet(app, id, { disputeId, outcome: 'lost' });
    expect(await afterSweep(id)).toEqual(['active', 'cancelled', true]);
    expect(await closing(id)).toMatchObject({ total: '0.00', heldPlaces: 1, blockedBy: 'claims' });
    app.clock.set(new Date(Date.parse(campaign.proofDueAt ?? '') + HOUR));
    expect(await afterSweep(id)).toEqual(['completed', 'cancelled', true]);
    expect(await readMoney(id)).toEqual(gone);
  });
});

describe('the sweep', () => {
  it('completes a campaign once its last place is paid, and not before', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
    const [first, last] = holders as [Client, Client];
    await decide(await sendPost(first, campaign.id), 'approved');
    expect(await afterSweep(campaign.id)).toEqual(['active', null, false]);
    await decide(await sendPost(last, campaign.id), 'approved');
    expect(await afterSweep(campaign.id)).toEqual(['completed', 'finished', true]);
    expect(await readMoney(campaign.id)).toMatchObject({
      released: '200.00',
      refunded: '0.00',
      left: '0.00',
    });
  });

  it('closes expired campaigns, refunds unproven places, and waits for undecided ones', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 3, holders: 3 });
    const { id } = campaign;
    const [early, late] = holders as [Client, Client, Client];
    const rejected = await sendPost(early, id);
    await decide(rejected, 'rejected');
    app.clock.set(new Date(Date.parse(campaign.proofDueAt ?? '') - HOUR));
    const pending = await sendPost(late, id);
    expect(await afterSweep(id)).toEqual(['active', null, false]);
    app.clock.advance(HOUR);
    // The first was rejected over a week ago and the third sent nothing, so only the second is still open.
    expect(await afterSweep(id)).toEqual(['active', 'expired', true]);
    expect(await readMoney(id)).toEqual({ ...nothing, refunded: '230.00', left: '115.00' });
    await decide(pending, 'rejected');
    app.clock.advance(7 * DAY - 5 * MINUTE);
    expect(await afterSweep(id)).toEqual(['active', 'expired', true]);
    app.clock.advance(3 * MINUTE);
    expect(await afterSweep(id)).toEqual(['completed', 'expired', true]);
    expect(await readMoney(id)).toEqual({ ...nothing, refunded: '345.00', left: '0.00' });
  });

  it('closes the other campaigns if one fails', async () => {
    const works = [];
    for (let count = 0; count < 2; count += 1) {
      works.push(await socialWork(app, advertiser, { places: 1, holders: 1 }));
    }
    const [broken, sound] = works.map(({ campaign }) => campaign.id).toSorted() as [string, string];
    await app.database.asOwner(
      `alter table campaign add constraint broken check (id <> '${broken}' or status <> 'completed')`,
    );
    for (const { campaign, holders } of works) {
      await decide(await sendPost(holders[0] as Client, campaign.id), 'approved');
    }
    expect(await afterSweep(sound)).toEqual(['completed', 'finished', true]);
    expect(await readState(broken)).toEqual(['active', null, false]);
    await app.database.asOwner('alter table campaign drop constraint broken');
    expect(await afterSweep(broken)).toEqual(['completed', 'finished', true]);
  });
});

describe('the database itself refuses', () => {
  it.each([
    ['to hire a marketer for a closed campaign', 'hired = hired + 1', 'CA001'],
    ['to open it again', 'closing_since = null, close_reason = null', 'CA002'],
    ['another reason', `close_reason = 'expired'`, 'CA002'],
  ])('%s', async (_, assignment, code) => {
    const { campaign } = await socialWork(app, advertiser, { places: 2, holders: 1 });
    await close(campaign.id);
    const changing = app.database.asOwner(`update campaign set ${assignment} where id = $1`, [campaign.id]);
    await expect(changing).rejects.toMatchObject({ code });
  });
});

it('invariant 4: for every campaign above, the money paid in is left, paid out, refunded or disputed, to the cent', async () => {
  const { rows } = await app.database.asOwner(`
    select c.escrow_cents as pay_in, c.fee_cents as fee_in,
      coalesce(e.balance, 0) + p.pay + r.pay + d.pay as pay_parts,
      coalesce(f.balance, 0) + p.fee + r.fee + d.fee as fee_parts
    from campaign c
    left join ledger.account e on e.code = 'escrow:' || c.id
    left join ledger.account f on f.code = 'fee_unearned:' || c.id,
    lateral (select coalesce(sum(amount_cents), 0) as pay, coalesce(sum(fee_cents), 0) as fee
      from payment where campaign_id = c.id) p,
    lateral (select coalesce(sum(pay_cents), 0) as pay, coalesce(sum(fee_cents), 0) as fee
      from refund where campaign_id = c.id and state not in ('failed', 'cancelled')) r,
    lateral (select coalesce(sum(lost_pay_cents), 0) as pay, coalesce(sum(lost_fee_cents), 0) as fee
      from chargeback where campaign_id = c.id) d
    where c.status <> 'draft'`);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows)
    expect([row.pay_parts, row.fee_parts].map(Number)).toEqual([row.pay_in, row.fee_in]);
});

it('keeps the place of a marketer without proof until the deadline', async () => {
  const { campaign } = await socialWork(app, advertiser, { places: 1, holders: 0 });
  await placeHolder(app, campaign.id);
  await close(campaign.id);
  app.clock.set(campaign.proofDueAt ?? '');
  await app.runDue();
  expect(await readState(campaign.id)).toEqual(['active', 'cancelled', true]);
  app.clock.advance(1);
  expect(await afterSweep(campaign.id)).toEqual(['completed', 'cancelled', true]);
});
