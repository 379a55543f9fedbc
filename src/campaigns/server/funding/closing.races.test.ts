import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { closeCampaign } from '../../closing-contract.ts';

/** One place pays $100, and its share of the fee is $15. */
const PLACE_CENTS = 11_500;
const PLACES = 10;

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database, settings: { SESSION_IDLE_MS: String(90 * DAY) } });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});
afterEach(async () => {
  expect((await database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});

const close = (id: string) => advertiser.call(closeCampaign, { params: { id } });
const decide = (id: string, status: 'approved' | 'rejected') =>
  advertiser.call(decideProof, { params: { id }, body: { status } });

async function readMoney(id: string) {
  const { rows } = await database.asOwner(
    `select c.released, c.hired, c.status,
       (select count(*)::int from application where campaign_id = c.id and status = 'approved') as approved,
       (select count(*)::int from proof where campaign_id = c.id and status = 'approved') as paid,
       (select count(*)::int from proof where campaign_id = c.id and status = 'pending') as pending,
       (select coalesce(sum(balance), 0)::int from ledger.account
          where code in ('escrow:' || c.id, 'fee_unearned:' || c.id)) as left,
       (select coalesce(sum(amount_cents + fee_cents), 0)::int from payment where campaign_id = c.id) as earned,
       (select coalesce(sum(amount_cents), 0)::int from refund
          where campaign_id = c.id and state not in ('failed', 'cancelled')) as refunded,
       (select count(*)::int from refund where campaign_id = c.id) as refunds,
       (select count(*)::int from audit_entry where object_id = c.id::text and action = 'campaign.closed') as closings
     from campaign c where c.id = $1`,
    [id],
  );
  return rows[0];
}

async function afterSweep(id: string) {
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  return readMoney(id);
}

test('invariant 12: closing and paying concurrently, every place is paid or refunded, and no money is lost', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: PLACES, holders: PLACES - 2 });
  const { id } = campaign;
  const proofs: string[] = [];
  for (const holder of holders.slice(0, PLACES - 4)) proofs.push(await sendPost(holder, id));
  const decisions = await Promise.all([
    ...proofs.flatMap((proof) => [decide(proof, 'approved'), decide(proof, 'rejected')]),
    ...[1, 2, 3].map(() => close(id)),
    app.runDue(),
  ]);
  for (const answer of decisions) if (answer) expect([200, 409]).toContain(answer.status);
  const after = await readMoney(id);
  expect(after.earned).toBe(after.paid * PLACE_CENTS);
  expect(after.left).toBe((PLACES - 2 - after.paid) * PLACE_CENTS);
  expect(after.refunded).toBe(2 * PLACE_CENTS);
  expect(after.closings).toBe(1);

  app.clock.set(new Date(Date.parse(campaign.proofDueAt ?? '') + DAY));
  const end = await afterSweep(id);
  expect([end.status, end.left, end.earned + end.refunded]).toEqual(['completed', 0, PLACES * PLACE_CENTS]);
});

test('invariant 12: sending proof while the deadline passes: accepted proof keeps its place, all others are refunded', async () => {
  advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: PLACES, holders: PLACES });
  app.clock.set(campaign.proofDueAt ?? '');
  const sending = holders.map((holder, index) =>
    holder
      .call(submitProof, {
        body: { campaignId: campaign.id, postUrl: 'https://instagram.com/p/one', media: [] },
      })
      .finally(() => index === 2 && app.clock.advance(2 * MINUTE)),
  );
  const settling = sending[2]?.then(() => app.runDue());
  const [answers] = await Promise.all([Promise.all(sending), settling]);
  const taken = answers.filter(({ status }) => status === 201).length;
  for (const { status, error } of answers) if (status !== 201) expect(error.code).toBe('proof/too-late');
  const after = await afterSweep(campaign.id);
  expect([after.pending, after.left, after.refunded]).toEqual([
    taken,
    taken * PLACE_CENTS,
    (PLACES - taken) * PLACE_CENTS,
  ]);
});

test('invariant 13: closing and approving concurrently: hired marketers keep their places and the money stays', async () => {
  advertiser = await app.signIn('advertiser');
  const { campaign } = await socialWork(app, advertiser, { places: PLACES, holders: 0, autoApprove: false });
  const { id } = campaign;
  const applications: string[] = [];
  const late: Client[] = [];
  for (let count = 0; count < PLACES + 4; count += 1) {
    const marketer = await readyMarketer(app);
    const applied = await marketer.call(apply, { body: { campaignId: id } });
    applications.push(applied.body.id);
    late.push(await readyMarketer(app));
  }
  const deciding = applications.map((application) =>
    advertiser.call(decideApplication, { params: { id: application }, body: { status: 'approved' } }),
  );
  const answers = await Promise.all([
    ...deciding,
    ...late.map((marketer) => marketer.call(apply, { body: { campaignId: id } })),
    Promise.race(deciding).then(() => close(id)),
  ]);
  expect(answers.length).toBe(2 * (PLACES + 4) + 1);
  const after = await readMoney(id);
  expect(after.hired).toBe(after.approved);
  expect(after.hired).toBeLessThanOrEqual(PLACES);
  expect([after.left, after.refunded]).toEqual([
    after.hired * PLACE_CENTS,
    (PLACES - after.hired) * PLACE_CENTS,
  ]);
  await app.runDue();
  const waiting = await advertiser.call(listApplications, { query: { campaignId: id, status: 'pending' } });
  expect(waiting.body).toEqual([]);
  expect((await readMoney(id)).hired).toBe(after.hired);
});

test('closes and refunds once for ten concurrent requests', async () => {
  advertiser = await app.signIn('advertiser');
  const { campaign } = await socialWork(app, advertiser, { places: 3, holders: 1 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => close(campaign.id)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.closingSince}`)).size).toBe(1);
  expect(await readMoney(campaign.id)).toMatchObject({ closings: 1, refunds: 1, refunded: 2 * PLACE_CENTS });
});
