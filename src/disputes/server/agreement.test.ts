import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { listStuckMoney } from '#payments/admin-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { decideProof, getProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { picture } from '#tests/support/media.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { uploadFile } from '#tests/support/upload.ts';
import {
  acceptProposal,
  answerDispute,
  decideDispute,
  escalateDispute,
  getDispute,
  listDisputes,
  openDispute,
  proposeOutcome,
} from '../contract.ts';
import { type ExpiredDispute, listExpired } from './store.ts';

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
afterEach(async () => {
  expect((await app.database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});

const text = 'The product is not in the picture.';

/** A place pays $100 plus $15 fee. */
async function disputed({ places = 1, files = [] as string[] } = {}) {
  const { campaign, holders } = await socialWork(app, advertiser, { places, holders: 1 });
  const marketer = holders[0] as Client;
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
  const opened = await marketer.call(openDispute, {
    params: { id: proofId },
    body: { reason: 'It is there.', files },
  });
  expect(opened.status, opened.error?.message).toBe(201);
  const params = { id: opened.body.id };
  return {
    campaignId: campaign.id,
    marketer,
    proofId,
    params,
    answer: (award?: string) =>
      advertiser.call(answerDispute, { params, body: { text, ...(award === undefined ? {} : { award }) } }),
    propose: (by: Client, award: string) => by.call(proposeOutcome, { params, body: { award } }),
    accept: (by: Client, award: string) => by.call(acceptProposal, { params, body: { award } }),
    read: async () => (await (await app.signInAdmin()).call(getDispute, { params })).body,
  };
}

const readLedger = async (id: string) => (await advertiser.call(getCampaignLedger, { params: { id } })).body;

describe('a part', () => {
  it('invariant 37: is agreed, paid and refunded to the cent, once', async () => {
    const { campaignId, marketer, proofId, answer, accept } = await disputed();
    expect((await readLedger(campaignId)).holds).toMatchObject([{ pay: '100.00', by: 'marketer' }]);
    const proposed = await answer('33.33');
    expect(proposed.body).toMatchObject({
      status: 'proposed',
      can: { answer: false, accept: false, propose: true },
    });
    // floor(15.00 × 33.33 / 100.00) = 4.99
    const outcome = { award: '33.33', back: '66.67', backFee: '10.01' };
    expect(proposed.body.steps.at(-1)?.outcome).toEqual(outcome);
    const agreed = await accept(marketer, '33.33');
    expect(agreed.body, agreed.error?.message).toMatchObject({ status: 'agreed', outcome, dueAt: null });
    expect((await accept(marketer, '33.33')).body).toEqual(agreed.body);
    expect((await marketer.call(listPayments)).body).toMatchObject([
      { amount: '33.33', platformFee: '4.99' },
    ]);
    const proof = (await marketer.call(getProof, { params: { id: proofId } })).body;
    expect(proof).toMatchObject({ status: 'approved', paidAmount: '33.33', payRate: '100.00' });
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await advertiser.call(getCampaign, { params: { id: campaignId } })).body.status).toBe(
      'completed',
    );
    const ledger = await readLedger(campaignId);
    expect(ledger).toMatchObject({ released: '33.33', feeEarned: '4.99', refunded: '76.68', left: '0.00' });
    expect(ledger.holds).toEqual([]);
    const { rows } = await app.database.asOwner(
      `select dedupe_key from ledger.txn t join payment p on t.dedupe_key = 'release:' || p.fact_id
       where p.source_id = $1`,
      [proofId],
    );
    expect(rows, 'the dispute is the fact').toEqual([{ dedupe_key: `release:${agreed.body.id}` }]);
  });

  it('can be decided by an admin, and leaves the other places their pay', async () => {
    const { campaignId, marketer, params } = await disputed({ places: 3 });
    await handToAdmins(advertiser, params.id);
    const body = { status: 'split', award: '0.01', note: 'One photo is there.' } as const;
    const split = await admin.call(decideDispute, { params, body });
    expect(split.body, split.error?.message).toMatchObject({ status: 'split', outcome: { award: '0.01' } });
    expect((await admin.call(decideDispute, { params, body })).body).toEqual(split.body);
    const other = await admin.call(decideDispute, { params, body: { ...body, award: '0.02' } });
    expect(other.error).toMatchObject({ code: 'dispute/decided', state: 'split' });
    expect((await marketer.call(listPayments)).body).toMatchObject([{ amount: '0.01', platformFee: '0.00' }]);
    await advertiser.call(closeCampaign, { params: { id: campaignId } });
    expect(await readLedger(campaignId)).toMatchObject({ refunded: '344.99', left: '0.00' });
  });

  it.each(['100.01', '250.00'])('of %s is refused, because less is held', async (award) => {
    const { answer, propose, read } = await disputed();
    expect((await answer(award)).error).toMatchObject({ code: 'dispute/amount-too-high' });
    expect((await read()).status).toBe('open');
    await answer();
    expect((await propose(advertiser, award)).error.code).toBe('dispute/amount-too-high');
    expect((await read()).steps).toHaveLength(2);
  });

  it.each(['100.00', '0.00'])('of %s is no part for an admin', async (award) => {
    const { params } = await disputed();
    await handToAdmins(advertiser, params.id);
    const body = { status: 'split', award, note: 'Half.' } as const;
    const refused = await admin.call(decideDispute, { params, body });
    expect([refused.status, refused.error.code]).toEqual([422, 'dispute/amount-too-high']);
  });

  it('is refused by the database, even from its owner', async () => {
    const { params, proofId } = await disputed();
    const propose = `insert into dispute_entry (dispute_id, turn, kind, side, by_id, award_cents, at)
      select id, 1, 'proposed', 'marketer', opened_by, 10001, now() from dispute where id = $1`;
    await expect(app.database.asOwner(propose, [params.id])).rejects.toMatchObject({ code: 'DI003' });
    const split = `update dispute set state = 'split', note = 'x', decided_by = opened_by, decided_at = now(),
      due_at = null, award_cents = pay_cents where id = $1`;
    await expect(app.database.asOwner(split, [params.id])).rejects.toMatchObject({ code: '23514' });
    expect((await admin.call(getProof, { params: { id: proofId } })).body.status).toBe('rejected');
  });
});

describe('the sides', () => {
  it('act in turn, and see each other’s files', async () => {
    const work = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const marketer = work.holders[0] as Client;
    const proofId = await sendPost(marketer, work.campaign.id);
    await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
    const uploadId = await uploadFile(marketer, await picture('png'), 'proof', 'a.png');
    const body = { reason: 'It is there.', files: [uploadId] };
    const { body: opened } = await marketer.call(openDispute, { params: { id: proofId }, body });
    const params = { id: opened.id };
    expect(opened.steps[0]?.files).toEqual([
      { uploadId, contentType: 'image/png', url: `/api/files/${uploadId}` },
    ]);
    const stranger = await app.signIn('marketer');
    for (const [client, status] of [
      [advertiser, 200],
      [admin, 200],
      [stranger, 404],
    ] as const)
      expect((await client.request('GET', `/api/files/${uploadId}`)).status).toBe(status);

    const own = await marketer.call(answerDispute, { params, body: { text } });
    expect(own.error.code).toBe('dispute/not-your-turn');
    const early = await admin.call(decideDispute, { params, body: { status: 'upheld', note: 'Yes.' } });
    expect([early.status, early.error.code]).toEqual([409, 'dispute/not-escalated']);
    await advertiser.call(answerDispute, { params, body: { text, award: '50.00' } });
    const accept = (client: Client, award: string) =>
      client.call(acceptProposal, { params, body: { award } });
    expect((await accept(advertiser, '50.00')).error.code).toBe('dispute/not-your-turn');
    await marketer.call(proposeOutcome, { params, body: { award: '80.00' } });
    expect((await accept(marketer, '50.00')).error.code).toBe('dispute/not-your-turn');
    expect((await accept(advertiser, '50.00')).error.code).toBe('dispute/proposal-changed');
    expect((await accept(advertiser, '80.00')).body.status).toBe('agreed');
    expect((await marketer.call(escalateDispute, { params })).error.code).toBe('dispute/decided');
  });

  it('ask an admin once, and both may', async () => {
    const { marketer, params, answer, propose, read } = await disputed();
    await answer('10.00');
    const ask = (client: Client) => client.call(escalateDispute, { params });
    for (const client of [advertiser, advertiser, marketer])
      expect((await ask(client)).body.status).toBe('escalated');
    expect((await read()).steps.filter(({ kind }) => kind === 'escalated')).toHaveLength(1);
    expect((await propose(marketer, '50.00')).error).toMatchObject({
      code: 'dispute/agreement-late',
      message: 'An administrator decides this dispute now.',
    });
  });

  it('make at most three proposals each', async () => {
    const { marketer, answer, propose } = await disputed();
    await answer('10.00');
    for (const award of ['20.00', '30.00']) expect((await propose(advertiser, award)).status).toBe(200);
    expect((await propose(advertiser, '40.00')).error.code).toBe('dispute/proposals-used-up');
    expect((await propose(marketer, '90.00')).status).toBe(200);
  });
});

describe('a deadline', () => {
  it('without an answer hands the dispute to the admins, who are told and reminded', async () => {
    const { params, answer, read, marketer } = await disputed();
    app.clock.advance(48 * HOUR + MINUTE);
    await app.runDue();
    const reminded = (await advertiser.call(listNotifications)).body.notifications;
    expect(reminded.filter(({ kind }) => kind === 'dispute.due-soon')).toHaveLength(1);
    const others = (await marketer.call(listNotifications)).body.notifications;
    expect(others.filter(({ kind }) => kind === 'dispute.due-soon')).toEqual([]);
    app.clock.advance(24 * HOUR - MINUTE);
    // Late even before the sweep has run.
    const late = await answer();
    expect([late.status, late.error.code]).toEqual([409, 'dispute/answer-late']);
    expect((await read()).status).toBe('open');
    await app.runDue();
    admin = await app.signInAdmin();
    expect(await read()).toMatchObject({ status: 'escalated', can: { decide: true } });
    expect((await answer()).error.code).toBe('dispute/answer-late');
    const queue = (await admin.call(listDisputes)).body;
    expect(queue.map(({ id }) => id)).toContain(params.id);
    app.clock.advance(74 * HOUR);
    await app.runDue();
    admin = await app.signInAdmin();
    const stuck = (await admin.call(listStuckMoney)).body;
    expect(stuck.find(({ id }) => id === params.id)).toMatchObject({ kind: 'dispute', amount: '100.00' });
    const body = { status: 'upheld', note: 'The post shows it.' } as const;
    expect((await admin.call(decideDispute, { params, body })).status).toBe(200);
    expect((await marketer.call(listPayments)).body).toMatchObject([{ amount: '100.00' }]);
  });

  it('passed long ago is in the Stuck list in every state, and read page by page', async () => {
    const [first, second] = [await disputed(), await disputed()];
    app.clock.advance(73 * HOUR + MINUTE);
    const now = app.clock.now();
    const read: string[] = [];
    let after: ExpiredDispute | undefined;
    do {
      [after] = await listExpired(app.deps.db, { now, limit: 1, after });
      if (after) read.push(after.id);
    } while (after);
    expect(new Set(read).size).toBe(read.length);
    const stuck = (await (await app.signInAdmin()).call(listStuckMoney, { query: { limit: 100 } })).body;
    for (const { params } of [first, second]) {
      expect(read).toContain(params.id);
      expect(stuck.find(({ id }) => id === params.id)).toMatchObject({ kind: 'dispute', state: 'open' });
    }
    await app.runDue();
    expect((await second.read()).status).toBe('escalated');
  });

  it('without an agreement does so too, and ends the proposal', async () => {
    const { answer, accept, read, marketer } = await disputed();
    await answer('60.00');
    app.clock.advance(48 * HOUR);
    expect((await accept(marketer, '60.00')).error.code).toBe('dispute/agreement-late');
    await app.runDue();
    expect((await read()).steps.at(-1)).toMatchObject({ kind: 'escalated', side: 'platform' });
    expect((await accept(marketer, '60.00')).error.code).toBe('dispute/agreement-late');
    expect((await marketer.call(listPayments)).body).toEqual([]);
  });
});
