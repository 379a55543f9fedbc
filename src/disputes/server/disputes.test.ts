import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { listPayments } from '#payments/contract.ts';
import { decideProof, getProof, submitProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { disputeAtWallet, endDisputeAtWallet } from '#tests/support/people/chargeback.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { decideDispute, getDispute, listDisputes, openDispute } from '../contract.ts';

let app: TestApp;
let advertiser: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(90 * DAY), ADMIN_SESSION_IDLE_MS: String(90 * DAY) },
  });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

/** Checks invariant 9 on all rows that this file's tests have created. */
afterEach(async () => {
  const { rows } = await app.database.asOwner(`
    select coalesce(p.id, m.source_id) as proof, p.status
    from (select * from proof where status = 'approved') p
    full join payment m on m.source_id = p.id
    full join (select dedupe_key from ledger.txn where kind = 'release') t
      on t.dedupe_key = 'release:' || coalesce(m.fact_id, p.id)
    where p.id is null or m.id is null or m.is_short <> (t.dedupe_key is null)`);
  expect(rows, 'approved ⇔ payment ⇔ release in the ledger, unless it is short').toEqual([]);
  expect((await app.database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});

const reason = 'The post is public and shows the product.';
const open = (client: Client, id: string) => client.call(openDispute, { params: { id }, body: { reason } });
const decide = async (id: string, status: 'upheld' | 'rejected', note = 'I looked at the post.') => {
  await handToAdmins(advertiser, id);
  return admin.call(decideDispute, { params: { id }, body: { status, note } });
};
const readStatus = async (id: string) => (await admin.call(getProof, { params: { id } })).body.status;
const reject = (id: string) =>
  advertiser.call(decideProof, { params: { id }, body: { status: 'rejected', reviewNotes: 'No product' } });
const resend = (client: Client, campaignId: string) =>
  client.call(submitProof, { body: { campaignId, postUrl: 'https://instagram.com/p/two', media: [] } });

async function rejected(places = 1) {
  const { campaign, holders } = await socialWork(app, advertiser, { places, holders: 1 });
  const marketer = holders[0] as Client;
  const proofId = await sendPost(marketer, campaign.id);
  expect((await reject(proofId)).status).toBe(200);
  return { campaignId: campaign.id, proofDueAt: campaign.proofDueAt ?? '', marketer, proofId };
}

async function disputed(places = 1) {
  const work = await rejected(places);
  const opened = await open(work.marketer, work.proofId);
  expect(opened.status, opened.error?.message).toBe(201);
  return { ...work, dispute: opened.body };
}

describe('opening', () => {
  it('is recorded, and visible only to both sides and admins', async () => {
    const { marketer, proofId, campaignId, dispute } = await disputed();
    expect(dispute).toMatchObject({
      proofId,
      campaignId,
      status: 'open',
      reason,
      note: null,
      decidedAt: null,
    });
    for (const [client, mayAnswer] of [
      [marketer, false],
      [advertiser, true],
      [admin, false],
    ] as const) {
      const seen = (await client.call(getDispute, { params: { id: dispute.id } })).body;
      expect(seen).toEqual({ ...dispute, can: { ...dispute.can, answer: mayAnswer } });
    }
    for (const client of [await app.signIn('marketer'), await app.signIn('advertiser')]) {
      const hidden = await client.call(getDispute, { params: { id: dispute.id } });
      expect([hidden.status, hidden.error.code]).toEqual([404, 'dispute/not-found']);
    }
    const listed = (await admin.call(listDisputes, { query: { view: 'open' } })).body;
    expect(listed).toContainEqual(dispute);
    await app.runDue();
    const told = (await advertiser.call(listNotifications)).body.notifications;
    expect(told.find(({ kind }) => kind === 'dispute.opened')).toMatchObject({
      title: 'Rejection disputed: Show your morning coffee',
      href: `/disputes/${dispute.id}`,
    });
  });

  it('is only for the sender of the proof, with a reason', async () => {
    const { proofId, marketer } = await rejected();
    const stranger = await app.signIn('marketer');
    expect((await open(stranger, proofId)).error.code).toBe('proof/not-found');
    const silent = await marketer.call(openDispute, { params: { id: proofId }, body: { reason: ' ' } });
    expect([silent.status, silent.error.code]).toEqual([400, 'request/invalid']);
  });

  it('is for a rejected proof, once, and not while another is pending', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const marketer = holders[0] as Client;
    const first = await sendPost(marketer, campaign.id);
    expect((await open(marketer, first)).error).toMatchObject({
      code: 'dispute/not-rejected',
      state: 'pending',
    });
    await reject(first);
    const second = (await resend(marketer, campaign.id)).body.id;
    expect((await open(marketer, first)).error.code).toBe('dispute/superseded');
    await reject(second);
    expect((await open(marketer, first)).status).toBe(201);
    for (const id of [first, second]) {
      const again = await open(marketer, id);
      expect([again.status, again.error.code, again.error.state]).toEqual([409, 'dispute/exists', 'open']);
    }
  });

  it('is possible for seven days', async () => {
    const [early, late] = [await rejected(), await rejected()];
    app.clock.advance(7 * DAY - 1 - HOUR);
    expect((await open(early.marketer, early.proofId)).status).toBe(201);
    app.clock.advance(HOUR + 1);
    const refused = await open(late.marketer, late.proofId);
    expect([refused.status, refused.error.code]).toEqual([409, 'dispute/too-late']);
  });

  it('prevents another proof', async () => {
    const { marketer, campaignId, dispute } = await disputed();
    expect((await resend(marketer, campaignId)).error.code).toBe('proof/disputed');
    await decide(dispute.id, 'rejected');
    expect((await resend(marketer, campaignId)).error.code).toBe('proof/disputed');
  });
});

describe('deciding', () => {
  it('in favor of the marketer approves and pays, once', async () => {
    const { marketer, proofId, dispute } = await disputed();
    const upheld = await decide(dispute.id, 'upheld');
    expect([upheld.status, upheld.body.status, upheld.body.can.decide]).toEqual([200, 'upheld', false]);
    expect(await readStatus(proofId)).toBe('approved');
    expect((await marketer.call(listPayments)).body).toMatchObject([{ amount: '100.00' }]);
    app.clock.advance(MINUTE);
    expect((await decide(dispute.id, 'upheld', 'Again.')).body).toEqual(upheld.body);
    const opposite = await decide(dispute.id, 'rejected');
    expect([opposite.status, opposite.error.code, opposite.error.state]).toEqual([
      409,
      'dispute/decided',
      'upheld',
    ]);
    await app.runDue();
    const told = (await marketer.call(listNotifications)).body.notifications.map(({ title }) => title);
    expect(told).toContain('Dispute won: Show your morning coffee');
  });

  it('against the marketer is final and changes nothing', async () => {
    const { marketer, proofId, dispute } = await disputed();
    const stands = await decide(dispute.id, 'rejected', 'The post is gone.');
    expect(stands.body).toMatchObject({ status: 'rejected', note: 'The post is gone.' });
    expect(await readStatus(proofId)).toBe('rejected');
    expect((await marketer.call(listPayments)).body).toEqual([]);
    expect((await decide(dispute.id, 'upheld')).error).toMatchObject({
      code: 'dispute/decided',
      state: 'rejected',
    });
    await app.runDue();
    // Notified together with the rejection, in either order.
    const told = (await marketer.call(listNotifications)).body.notifications;
    const notice = told.find(({ kind }) => kind === 'dispute.rejected');
    expect(notice?.text).toContain('The post is gone.');
  });

  it('of an unknown dispute is refused', async () => {
    expect((await decide('5d1c7e90-2f3b-4a6c-8e1d-7b9a0c2d4e6f', 'upheld')).error.code).toBe(
      'dispute/not-found',
    );
  });

  it('is refused to an admin who is a party or on the advertiser’s team', async () => {
    const { marketer, proofId, dispute } = await disputed();
    await handToAdmins(advertiser, dispute.id);
    const member = await app.signIn('advertiser');
    await app.database.asOwner(`insert into team_member values ($1, $2, 'viewer', now())`, [
      advertiser.userId,
      member.userId,
    ]);
    const makeAdmin = `update account set role_before_admin = role, role = 'admin' where id = $1`;
    for (const party of [marketer, member, advertiser]) {
      await app.database.asOwner(makeAdmin, [party.userId]);
      const seen = await party.call(getDispute, { params: { id: dispute.id } });
      expect(seen.body.can.decide).toBe(false);
      const body = { status: 'upheld', note: 'I was right.' } as const;
      const refused = await party.call(decideDispute, { params: { id: dispute.id }, body });
      expect([refused.status, refused.error.code]).toEqual([403, 'proof/own']);
    }
    expect((await open(member, proofId)).error.code).toBe('proof/own');
    const body = { status: 'upheld', note: 'I looked at the post.' } as const;
    const decided = await admin.call(decideDispute, { params: { id: dispute.id }, body });
    expect(decided.body.status).toBe('upheld');
  });

  it('pays from the place that a closing campaign has kept, and completes it', async () => {
    const { campaignId, proofDueAt, dispute } = await disputed(2);
    await advertiser.call(closeCampaign, { params: { id: campaignId } });
    app.clock.set(new Date(Date.parse(proofDueAt) + 8 * DAY));
    await app.runDue();
    admin = await app.signInAdmin();
    const before = (await advertiser.call(getCampaign, { params: { id: campaignId } })).body;
    expect([before.status, before.closingSince !== null]).toEqual(['active', true]);
    expect((await decide(dispute.id, 'upheld')).status).toBe(200);
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    const after = (await advertiser.call(getCampaign, { params: { id: campaignId } })).body;
    expect([after.status, after.closeReason]).toEqual(['completed', 'cancelled']);
  });

  it('can be upheld while the payment is disputed at the wallet, and after that dispute is lost', async () => {
    const { campaignId, proofId, dispute } = await disputed();
    const disputeId = await disputeAtWallet(app, campaignId);
    await endDisputeAtWallet(app, campaignId, { disputeId, outcome: 'lost' });
    expect((await decide(dispute.id, 'upheld')).status).toBe(200);
    expect(await readStatus(proofId)).toBe('approved');
    const { rows } = await app.database.asOwner(
      'select s.state from shortfall s join payment p on p.id = s.payment_id where p.source_id = $1',
      [proofId],
    );
    expect(rows).toEqual([{ state: 'open' }]);
  });
});

describe('invariant 9: even the owner of the database cannot', () => {
  const sql = (statement: string, ...values: string[]) => app.database.asOwner(statement, values);

  it('approve a rejected proof', async () => {
    const { proofId, dispute } = await disputed();
    for (const change of ["status = 'approved'", "status = 'pending', decided_at = null"]) {
      await expect(sql(`update proof set ${change} where id = $1`, proofId)).rejects.toMatchObject({
        code: 'PR001',
      });
    }
    await decide(dispute.id, 'rejected');
    await expect(sql(`update proof set status = 'approved' where id = $1`, proofId)).rejects.toMatchObject({
      code: 'PR001',
    });
  });

  it('approve without paying, neither a pending proof nor one whose dispute was upheld', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const pending = await sendPost(holders[0] as Client, campaign.id);
    const approve = `update proof set status = 'approved', decided_at = now() where id = $1`;
    await expect(sql(approve, pending)).rejects.toMatchObject({ code: 'PR002' });
    const { proofId, dispute } = await disputed();
    // Both in one transaction, so that nothing of it stays.
    const upholdAndApprove = `
      update dispute set state = 'upheld', note = 'x', decided_at = now(), decided_by = opened_by,
        award_cents = pay_cents, due_at = null where id = '${dispute.id}';
      update proof set status = 'approved', decided_at = now() where id = '${proofId}'`;
    await expect(app.database.asOwner(upholdAndApprove)).rejects.toMatchObject({ code: 'PR002' });
  });

  it('insert a dispute that is already decided, or about a proof that is not rejected', async () => {
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const pending = await sendPost(holders[0] as Client, campaign.id);
    const insert = (id: string, state: string) =>
      sql(
        `insert into dispute (id, proof_id, application_id, campaign_id, opened_by, side, pay_cents, fee_cents, reason,
           state, decided_by, decided_at, note, award_cents, due_at, opened_at)
         select gen_random_uuid(), id, application_id, campaign_id, marketer_id, 'marketer', 10000, 1500, 'x', ${state}, now()
         from proof where id = $1`,
        id,
      );
    await expect(insert(pending, `'open', null, null, null, null, now()`)).rejects.toMatchObject({
      code: 'DI002',
    });
    const { proofId } = await rejected();
    await expect(insert(proofId, `'upheld', marketer_id, now(), 'x', 10000, null`)).rejects.toMatchObject({
      code: 'DI001',
    });
  });

  it('reverse a decision, or change its text', async () => {
    const { dispute } = await disputed();
    await expect(sql(`update dispute set reason = 'y' where id = $1`, dispute.id)).rejects.toMatchObject({
      code: 'DI001',
    });
    await decide(dispute.id, 'rejected');
    await expect(sql(`update dispute set state = 'upheld' where id = $1`, dispute.id)).rejects.toMatchObject({
      code: 'DI001',
    });
    await expect(app.database.pool.query('delete from dispute')).rejects.toMatchObject({ code: '42501' });
  });
});
