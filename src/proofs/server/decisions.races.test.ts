import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTrialBalance, listPayments } from '#payments/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { runningCampaign, type Work } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase } from '#tests/support/databases/database.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { askAgain, sendAgain } from '../amendment-contract.ts';
import { decideProof, submitProof } from '../contract.ts';
import { approveDueProofs } from './deciding-service.ts';

const AT_ONCE = 20;
const MARKETERS = 8;

let database: Awaited<ReturnType<typeof serverDatabase>>;
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const proofRequirements = { videoDuration: 0, requireSelfie: true, requireLocationCheck: false };
const createWork = (people: number, changes = {}) =>
  runningCampaign(
    app,
    { proofRequirements, totalMarketersNeeded: people, totalBudget: 40 * people, payRate: 40, ...changes },
    people,
  );

async function send(marketer: Client, campaignId: string) {
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  return marketer.call(submitProof, { body: { campaignId, media: [{ uploadId, kind: 'selfie' }] } });
}

async function sendAll({ marketers, campaign }: Work): Promise<string[]> {
  const ids = [];
  for (const marketer of marketers) ids.push((await send(marketer, campaign.id)).body.id);
  return ids;
}

const decide = (advertiser: Client, id: string, status: 'approved' | 'rejected') =>
  advertiser.call(decideProof, { params: { id }, body: { status } });

async function sendAndApprove(
  advertiser: Client,
  marketer: Client,
  campaignId: string,
): Promise<{ status: number }> {
  const sent = await send(marketer, campaignId);
  return sent.status === 201 ? decide(advertiser, sent.body.id, 'approved') : sent;
}

async function countRows(campaignId: string) {
  const { rows } = await database.asOwner(
    `select (select count(*)::int from payment where campaign_id = $1) as payments,
            (select count(*)::int from proof where campaign_id = $1 and status = 'approved') as approved,
            (select released from campaign where id = $1) as released`,
    [campaignId],
  );
  return rows[0];
}

async function expectSoundLedger() {
  admin = await app.signInAdmin();
  const ledger = (await admin.call(getTrialBalance)).body;
  expect([ledger.sum, ledger.violations]).toEqual(['0.00', []]);
}

test('invariant 8: the same proof approved twenty times at once is paid once', async () => {
  const work = await createWork(1);
  const [id = ''] = await sendAll(work);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => decide(work.advertiser, id, 'approved')),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200));
  expect(await countRows(work.campaign.id)).toEqual({ payments: 1, approved: 1, released: 1 });
  expect((await (work.marketers[0] as Client).call(listPayments)).body).toHaveLength(1);
  await expectSoundLedger();
});

test('invariant 8: silence and the advertiser approve at once, and it is paid once', async () => {
  const work = await createWork(MARKETERS);
  const ids = await sendAll(work);
  await database.asOwner(
    "update proof set review_due_at = submitted_at + interval '1 second' where campaign_id = $1",
    [work.campaign.id],
  );
  app.clock.advance(MINUTE);
  const [, ...answers] = await Promise.all([
    app.runDue(),
    ...ids.flatMap((id) => [
      decide(work.advertiser, id, 'approved'),
      decide(work.advertiser, id, 'approved'),
    ]),
  ]);
  for (const { status } of answers) expect(status).toBe(200);
  expect(await countRows(work.campaign.id)).toEqual({
    payments: MARKETERS,
    approved: MARKETERS,
    released: MARKETERS,
  });
  await expectSoundLedger();
});

test('invariant 8: two runs of the sweep at once, as after an expired lease, pay each proof once', async () => {
  const work = await createWork(MARKETERS);
  await sendAll(work);
  await database.asOwner(
    "update proof set review_due_at = submitted_at + interval '1 second' where campaign_id = $1",
    [work.campaign.id],
  );
  app.clock.advance(MINUTE);
  await Promise.all([approveDueProofs(app.deps), approveDueProofs(app.deps)]);
  expect(await countRows(work.campaign.id)).toEqual({
    payments: MARKETERS,
    approved: MARKETERS,
    released: MARKETERS,
  });
  await expectSoundLedger();
});

test('silence waits for a review time that was prolonged after the sweep had listed the proof', async () => {
  const work = await createWork(1);
  const [id = ''] = await sendAll(work);
  await database.asOwner(
    "update proof set review_due_at = submitted_at + interval '1 second' where id = $1",
    [id],
  );
  app.clock.advance(MINUTE);
  const holder = await holdCampaign(work.campaign.id);
  const sweep = approveDueProofs(app.deps);
  await expect.poll(countWaiting).toBe(1);
  await holder.query("update proof set review_due_at = review_due_at + interval '48 hours' where id = $1", [
    id,
  ]);
  await release(holder);
  await sweep;
  expect(await countRows(work.campaign.id)).toEqual({ payments: 0, approved: 0, released: 0 });
});

async function holdCampaign(id: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from campaign where id = $1 for no key update', [id]);
  return holder;
}

async function release(holder: pg.Client): Promise<void> {
  await holder.query('commit');
  await holder.end();
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.asOwner(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

test('invariant 10: of an approval and a rejection at once exactly one wins', async () => {
  const work = await createWork(MARKETERS);
  const ids = await sendAll(work);
  let wins = 0;
  for (const id of ids) {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => decide(work.advertiser, id, 'approved')),
      ...Array.from({ length: 5 }, () => decide(work.advertiser, id, 'rejected')),
    ]);
    const { rows } = await database.asOwner('select status from proof where id = $1', [id]);
    const state: string = rows[0].status;
    if (state === 'approved') wins += 1;
    for (const [index, { status, body, error }] of answers.entries()) {
      const asked = index < 5 ? 'approved' : 'rejected';
      if (asked === state) expect([status, body.status]).toEqual([200, state]);
      else expect([status, error.code, error.state]).toEqual([409, 'proof/decided', state]);
    }
  }
  expect(await countRows(work.campaign.id)).toEqual({ payments: wins, approved: wins, released: wins });
  await expectSoundLedger();
});

const ask = (advertiser: Client, id: string, note: string) =>
  advertiser.call(askAgain, { params: { id }, body: { reasons: ['unclear-photo'], note } });

test('of two requests, a rejection and an approval at once, the first one counts, and it is paid at most once', async () => {
  const work = await createWork(MARKETERS);
  const ids = await sendAll(work);
  let paid = 0;
  for (const id of ids) {
    const [one, other, rejected, approved] = await Promise.all([
      ask(work.advertiser, id, 'The shirt'),
      ask(work.advertiser, id, 'The hat'),
      decide(work.advertiser, id, 'rejected'),
      decide(work.advertiser, id, 'approved'),
    ]);
    const asked = [one, other].filter(({ status }) => status === 200);
    const refused = [one, other].filter(({ status }) => status !== 200);
    expect(asked.length).toBeLessThanOrEqual(1);
    for (const { error } of refused) expect(['proof/asked-already', 'proof/decided']).toContain(error.code);
    if (asked.length === 1 && rejected.status !== 200)
      expect(['proof/waiting', 'proof/decided']).toContain(rejected.error.code);
    // Only an approval ends a request.
    if (asked.length === 1) expect(rejected.status).toBe(409);
    paid += Number(approved.status === 200);
  }
  expect(await countRows(work.campaign.id)).toEqual({ payments: paid, approved: paid, released: paid });
  await expectSoundLedger();
});

test('a request that waits for a lock until the review is over is refused, and silence approves', async () => {
  const work = await createWork(1);
  const [id = ''] = await sendAll(work);
  await database.asOwner(
    "update proof set review_due_at = submitted_at + interval '1 minute' where id = $1",
    [id],
  );
  const holder = await holdCampaign(work.campaign.id);
  const asking = ask(work.advertiser, id, 'The shirt');
  await expect.poll(countWaiting).toBe(1);
  app.clock.advance(MINUTE);
  const sweep = approveDueProofs(app.deps);
  await expect.poll(countWaiting).toBe(2);
  await release(holder);
  expect(['proof/review-over', 'proof/decided']).toContain((await asking).error.code);
  await sweep;
  expect(await countRows(work.campaign.id)).toEqual({ payments: 1, approved: 1, released: 1 });
});

test('files that wait for a lock until their time is over are refused, and change nothing', async () => {
  const work = await createWork(1);
  const [marketer] = work.marketers as [Client];
  const [id = ''] = await sendAll(work);
  await ask(work.advertiser, id, 'The shirt');
  // A clock that moves for 72 hours would end the users' sessions.
  const dueAt = new Date(app.clock.now().getTime() + MINUTE).toISOString();
  await database.asOwner(
    `alter table proof_amendment disable trigger user;
     update proof_amendment set due_at = '${dueAt}' where proof_id = '${id}';
     alter table proof_amendment enable trigger user`,
  );
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const holder = await holdCampaign(work.campaign.id);
  const sending = marketer.call(sendAgain, {
    params: { id },
    body: { media: [{ uploadId, kind: 'selfie' }] },
  });
  await expect.poll(countWaiting).toBe(1);
  app.clock.advance(MINUTE);
  const rejecting = decide(work.advertiser, id, 'rejected');
  await expect.poll(countWaiting).toBe(2);
  await release(holder);
  expect(['proof/again-too-late', 'proof/decided']).toContain((await sending).error.code);
  expect((await rejecting).status).toBe(200);
  const { rows } = await database.asOwner(
    `select (select count(*)::int from proof_media where proof_id = $1) as files,
            (select state from upload where id = $2) as upload`,
    [id, uploadId],
  );
  expect(rows).toEqual([{ files: 1, upload: 'ready' }]);
});

test('files that are sent again twenty times at once, while the proof is approved, are accepted once', async () => {
  const work = await createWork(1);
  const [marketer] = work.marketers as [Client];
  const [id = ''] = await sendAll(work);
  expect((await ask(work.advertiser, id, 'The shirt')).status).toBe(200);
  const uploads = [];
  for (let count = 0; count < AT_ONCE; count += 1)
    uploads.push(await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg'));
  const [approved, ...answers] = await Promise.all([
    work.advertiser.call(decideProof, { params: { id }, body: { status: 'approved', seenAmendedAt: null } }),
    ...uploads.map((uploadId) =>
      marketer.call(sendAgain, { params: { id }, body: { media: [{ uploadId, kind: 'selfie' }] } }),
    ),
  ]);
  const sent = answers.filter(({ status }) => status === 200).length;
  expect(sent).toBeLessThanOrEqual(1);
  for (const { status, error } of answers)
    if (status !== 200) expect(['proof/sent-again', 'proof/decided']).toContain(error.code);
  // An approval of the first files never pays for the new ones.
  if (sent === 1) expect(approved.error.code).toBe('proof/changed');
  const { rows } = await database.asOwner(
    `select count(*)::int as files, count(*) filter (where replaced_at is null)::int as shown from proof_media where proof_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ files: 1 + sent, shown: 1 }]);
  const number = Number(approved.status === 200);
  expect(await countRows(work.campaign.id)).toEqual({ payments: number, approved: number, released: number });
});

test('pays each proof once if all are approved at once, and the fee shares add up', async () => {
  // $41.11 and 15% for eight places: a fee that does not divide evenly.
  const work = await createWork(MARKETERS, { payRate: 41.11, totalBudget: 329 });
  const ids = await sendAll(work);
  const answers = await Promise.all(
    ids.flatMap((id) => [1, 2, 3].map(() => decide(work.advertiser, id, 'approved'))),
  );
  for (const { status } of answers) expect(status).toBe(200);
  const { rows } = await database.asOwner(
    'select sum(amount_cents)::int as pay, sum(fee_cents)::int as fee from payment where campaign_id = $1',
    [work.campaign.id],
  );
  expect(rows).toEqual([{ pay: 8 * 4111, fee: Math.floor((8 * 4111 * 1500 + 5000) / 10_000) }]);
  await expectSoundLedger();
});

test('accepts one of twenty proofs sent at once', async () => {
  const work = await createWork(1);
  const [marketer] = work.marketers as [Client];
  const uploads = [];
  for (let count = 0; count < AT_ONCE; count += 1)
    uploads.push(await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg'));
  const answers = await Promise.all(
    uploads.map((uploadId) =>
      marketer.call(submitProof, {
        body: { campaignId: work.campaign.id, media: [{ uploadId, kind: 'selfie' }] },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ error }) => error.code === 'proof/exists')).toHaveLength(AT_ONCE - 1);
  const { rows } = await database.asOwner(
    `select count(*) filter (where state = 'claimed')::int as claimed, count(*)::int as uploads from upload where owner_id = $1`,
    [marketer.userId],
  );
  expect(rows).toEqual([{ claimed: 1, uploads: AT_ONCE }]);
});

test('concurrent proofs, decisions, starts and positions of a campaign do not deadlock', async () => {
  const work = await createWork(MARKETERS);
  const id = work.campaign.id;
  const answers = await Promise.all(
    work.marketers.flatMap((marketer) => [
      marketer.call(startSession, { params: { id } }),
      send(marketer, id),
      sendAndApprove(work.advertiser, marketer, id),
    ]),
  );
  for (const { status } of answers) expect([200, 201, 409]).toContain(status);
  const { payments, approved, released } = await countRows(id);
  expect([payments, released]).toEqual([approved, approved]);
  await expectSoundLedger();
});

test('starts one session if it is started twenty times at once, even in two campaigns', async () => {
  const work = await createWork(1);
  const [marketer] = work.marketers as [Client];
  const params = { id: work.campaign.id };
  const starts = await Promise.all(
    Array.from({ length: AT_ONCE }, () => marketer.call(startSession, { params })),
  );
  expect(new Set(starts.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const fix = { latitude: 37.7897, longitude: -122.4, accuracy: 8 };
  const sent = await Promise.all([
    ...Array.from({ length: AT_ONCE }, () => marketer.call(updateLocation, { params, body: fix })),
    marketer.call(endSession, { params: { ...params, sessionId: starts[0]?.body.id ?? '' } }),
  ]);
  for (const { status } of sent) expect(status).toBe(200);
  const { rows } = await database.asOwner(
    `select count(*)::int as sessions,
            (select count(*)::int from live_position where campaign_id = $1) as live,
            (select count(*)::int from location_fix f join tracking_session s on s.id = f.session_id where s.campaign_id = $1) as fixes
       from tracking_session where campaign_id = $1`,
    [work.campaign.id],
  );
  // All fixes have the same time of the test clock, so they count as one. None stays live after the end.
  expect(rows).toEqual([{ sessions: 1, live: 0, fixes: 1 }]);
});
