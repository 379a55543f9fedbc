import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, SECOND } from '#kernel/time.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { makePayable } from '#tests/support/people/identity-check.ts';
import { placeHolder, sendPost, socialWork } from '#tests/support/people/social-work.ts';
import {
  acceptProposal,
  answerDispute,
  decideDispute,
  escalateDispute,
  openDispute,
  proposeOutcome,
} from '../contract.ts';

const AT_ONCE = 6;

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

const times = <Answer>(work: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => work()));

const expectNoViolation = async () =>
  expect((await database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);

test('one of acceptance, counterproposal, deadline and decision ends a dispute, and it pays once', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 3, holders: 3 });
  for (const [round, marketer] of holders.entries()) {
    const proofId = await sendPost(marketer, campaign.id);
    await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
    const opened = await marketer.call(openDispute, {
      params: { id: proofId },
      body: { reason: 'It is there.' },
    });
    const params = { id: opened.body.id };
    await advertiser.call(answerDispute, { params, body: { text: 'No.', award: '40.00' } });
    // The deadline passes in the middle of the second round.
    app.clock.advance(round === 1 ? 48 * HOUR - SECOND : 0);
    const admin = await app.signInAdmin();
    const [accepted, proposed, escalated, decided] = await Promise.all([
      times(() => marketer.call(acceptProposal, { params, body: { award: '40.00' } })),
      times(() => advertiser.call(proposeOutcome, { params, body: { award: '30.00' } })),
      times(() => marketer.call(escalateDispute, { params })),
      times(() =>
        admin.call(decideDispute, { params, body: { status: 'split', award: '70.00', note: 'Seen.' } }),
      ),
      Promise.resolve(app.clock.advance(round === 1 ? SECOND : 0)).then(() => app.runDue()),
    ]);
    for (const { status, error } of [...accepted, ...proposed, ...escalated, ...decided])
      expect(status, error?.message).toBeLessThan(500);
    const { rows } = await database.asOwner(
      `select d.state, d.award_cents::int as award, coalesce(m.amount_cents, 0)::int as paid,
         (select count(*)::int from payment where source_id = d.proof_id) as payments
       from dispute d left join payment m on m.source_id = d.proof_id where d.id = $1`,
      [params.id],
    );
    const { state, award, paid, payments } = rows[0];
    expect(['agreed', 'split', 'escalated', 'proposed']).toContain(state);
    expect([paid, payments]).toEqual(award === null ? [0, 0] : [award, 1]);
    await expectNoViolation();
    await handToAdmins(marketer, params.id);
    await admin.call(decideDispute, { params, body: { status: 'rejected', note: 'Seen.' } });
  }
});

test('an advertiser’s dispute holds the pay, or its payout has left, but never both', async () => {
  const { campaign } = await socialWork(app, advertiser, { places: 4, holders: 0 });
  const admin = await app.signInAdmin();
  for (let place = 0; place < 4; place += 1) {
    const marketer = await placeHolder(app, campaign.id);
    await makePayable(app, marketer);
    const id = await sendPost(marketer, campaign.id);
    await advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } });
    const open = (client: Client) =>
      client.call(openDispute, { params: { id }, body: { reason: 'Wrong button.' } });
    const [first, second] = await Promise.all([
      times(() => open(advertiser)),
      times(() => open(admin)),
      app.runDue(),
    ]);
    const answers = [...first, ...second];
    const won = answers.filter(({ status }) => status === 201);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { status, error } of answers)
      if (status !== 201) expect(['dispute/exists', 'payment/already-sent']).toContain(error.code);
    const { rows } = await database.asOwner(
      `select p.disputed_since is not null as held, exists (select from payout o where o.payment_id = p.id
         and o.state in ('submitting', 'processing', 'unclaimed', 'held', 'succeeded')) as sent
       from payment p where p.source_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ held: won.length === 1, sent: won.length === 0 }]);
    await expectNoViolation();
  }
});
