import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, decideApplication } from '#applications/contract.ts';
import { kycDecided, kycSubmitted } from '#kyc/server/events.ts';
import {
  chargebackClosed,
  chargebackOpened,
  paymentCompleted,
  paymentFailed,
  refundCompleted,
  refundFailed,
} from '#payments/server/events.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { proofApproved, proofRejected, proofSubmitted } from '#proofs/server/events.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { listNotifications, markNotificationsRead } from '../contract.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
let stranger: Client;
let admin: Client;
let campaignId: string;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  marketer = await readyMarketer(app);
  stranger = await readyMarketer(app);
  admin = await app.signInAdmin();
  campaignId = (await fundedCampaign(app, advertiser, { title: 'Harbor walk' })).id;
  await app.runDue();
});
afterAll(() => app.close());

const bell = async (client: Client) => (await client.call(listNotifications)).body;
const readKinds = async (client: Client) => (await bell(client)).notifications.map(({ kind }) => kind);
async function mailsTo(
  client: Client,
  subject: string,
): Promise<{ subject: string; text: string; links: string[] }[]> {
  const answer = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(client.email)}` });
  const mails: { subject: string; text: string; links: string[] }[] = answer.json();
  return mails.filter((mail) => mail.subject === subject);
}

async function runDueTwice(kind: string): Promise<void> {
  await app.runDue();
  await app.database.asOwner(`update outbox set state = 'ready', done_at = null where kind = $1`, [kind]);
  await app.runDue();
}

it('notifies the advertiser of a funded campaign, with an email and a link', async () => {
  const [notice, ...others] = (await bell(advertiser)).notifications;
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    kind: 'campaign.funded',
    title: 'Harbor walk is active',
    href: `/campaigns/${campaignId}`,
    readAt: null,
  });
  const [mail, ...more] = await mailsTo(advertiser, 'Harbor walk is active');
  expect(more).toEqual([]);
  expect(mail?.links).toEqual([
    expect.stringMatching(new RegExp(`^http://127.0.0.1:\\d+/campaigns/${campaignId}$`)),
    expect.stringContaining('/unsubscribe?token='),
  ]);
});

it('notifies the other side of an application and its outcome, once each', async () => {
  const applied = (await marketer.call(apply, { body: { campaignId } })).body;
  await runDueTwice('application.submitted');
  expect((await readKinds(advertiser)).toSorted()).toEqual(['application.submitted', 'campaign.funded']);
  expect(await mailsTo(advertiser, 'New applicant for Harbor walk')).toHaveLength(1);
  await advertiser.call(decideApplication, { params: { id: applied.id }, body: { status: 'approved' } });
  await runDueTwice('application.approved');
  expect(await readKinds(marketer)).toEqual(['application.approved']);
  expect(await mailsTo(marketer, 'You have a place: Harbor walk')).toHaveLength(1);
  await marketer.call(decideApplication, { params: { id: applied.id }, body: { status: 'withdrawn' } });
  await runDueTwice('application.withdrawn');
  expect((await readKinds(advertiser)).filter((kind) => kind === 'application.withdrawn')).toHaveLength(1);
  const second = (await stranger.call(apply, { body: { campaignId } })).body;
  await advertiser.call(decideApplication, {
    params: { id: second.id },
    body: { status: 'rejected', reason: 'Full' },
  });
  await runDueTwice('application.rejected');
  expect(await readKinds(stranger)).toEqual(['application.rejected']);
  expect(await readKinds(admin)).toEqual([]);
});

describe('notifies only the right user of each event, once', () => {
  const proofId = '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f00';
  const paymentId = '1e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f01';
  const fact = () => ({ proofId, campaignId, marketerId: marketer.userId, advertiserId: advertiser.userId });
  const money = () => ({
    paymentId,
    campaignId,
    campaignTitle: 'Harbor walk',
    marketerId: marketer.userId,
    amountCents: 4000,
  });
  const disputed = () => ({
    chargebackId: paymentId,
    campaignId,
    payerId: advertiser.userId,
    amountCents: 13_800,
  });
  const refunded = () => {
    const { chargebackId: refundId, ...fact } = disputed();
    return { refundId, ...fact };
  };
  const decided = (client: Client, status: 'approved' | 'rejected', reason: string | null) => ({
    ref: client.userId,
    payload: { userId: client.userId, status, reason },
  });
  type Announcing = (tx: Tx) => Promise<void>;
  const announcing: Record<string, Announcing> = {
    'proof.submitted': (tx) => announce(tx, proofSubmitted, { ref: proofId, payload: fact() }, app.clock),
    'proof.approved': (tx) => announce(tx, proofApproved, { ref: proofId, payload: fact() }, app.clock),
    'proof.rejected': (tx) => {
      const payload = { ...fact(), reviewNotes: 'Too dark', mayResend: true };
      return announce(tx, proofRejected, { ref: proofId, payload }, app.clock);
    },
    'payment.completed': (tx) =>
      announce(tx, paymentCompleted, { ref: paymentId, payload: money() }, app.clock),
    'payment.failed': (tx) =>
      announce(tx, paymentFailed, { ref: paymentId, payload: { ...money(), issue: null } }, app.clock),
    'payment.refund-completed': (tx) =>
      announce(tx, refundCompleted, { ref: paymentId, payload: refunded() }, app.clock),
    'payment.refund-failed': (tx) => {
      const payload = { ...refunded(), issue: 'REFUND_TIME_LIMIT_EXCEEDED' };
      return announce(tx, refundFailed, { ref: paymentId, payload }, app.clock);
    },
    'payment.chargeback-opened': (tx) => {
      const payload = { ...disputed(), owedCents: 0, state: 'open' as const };
      return announce(tx, chargebackOpened, { ref: paymentId, payload }, app.clock);
    },
    'payment.chargeback-closed': (tx) => {
      const payload = { ...disputed(), owedCents: 4600, state: 'lost' as const };
      return announce(tx, chargebackClosed, { ref: paymentId, payload }, app.clock);
    },
    'kyc.approved': (tx) => announce(tx, kycDecided, decided(marketer, 'approved', null), app.clock),
    'kyc.rejected': (tx) => announce(tx, kycDecided, decided(stranger, 'rejected', 'Expired'), app.clock),
    'kyc.submitted': (tx) =>
      announce(tx, kycSubmitted, { ref: 'kyc', payload: { userId: marketer.userId } }, app.clock),
  };

  it.each([
    ['proof.submitted', () => advertiser, 'Proof to review: Harbor walk', true],
    ['proof.approved', () => marketer, 'Proof approved: Harbor walk', true],
    ['proof.rejected', () => marketer, 'Proof rejected: Harbor walk', true],
    ['payment.completed', () => marketer, '$40.00 is in your wallet', true],
    ['payment.failed', () => marketer, 'A payment failed', true],
    ['payment.refund-completed', () => advertiser, '$138.00 is on its way back to your wallet', true],
    ['payment.refund-failed', () => admin, 'A refund of $138.00 failed', true],
    ['kyc.approved', () => marketer, 'You’re verified', true],
    ['kyc.rejected', () => stranger, 'Your identity check was not approved', true],
    ['kyc.submitted', () => admin, 'New identity check', false],
  ])('%s', async (kind, who, title, isMailed) => {
    await transact(app.deps.db, async (tx) => announcing[kind]?.(tx));
    const event = kind === 'kyc.approved' || kind === 'kyc.rejected' ? 'kyc.decided' : kind;
    await runDueTwice(event);
    for (const client of [advertiser, marketer, stranger, admin]) {
      const told = (await bell(client)).notifications.filter((notice) => notice.kind === kind);
      expect(told.map((notice) => notice.title)).toEqual(client === who() ? [title] : []);
      expect(await mailsTo(client, title)).toHaveLength(client === who() && isMailed ? 1 : 0);
    }
  });

  it.each([
    [
      'payment.chargeback-opened',
      ['chargeback.opened', 'Payment disputed: Harbor walk', /\$138.00 of your payment/],
      ['chargeback.reported', 'Dispute over $138.00', /Respond to it there/],
    ],
    [
      'payment.chargeback-closed',
      ['chargeback.closed', 'Dispute closed: Harbor walk', /you owe it/],
      ['chargeback.settled', 'Dispute lost: Harbor walk', /owes \$46.00/],
    ],
  ] as const)('%s notifies the advertiser and the admins', async (event, forPayer, forAdmins) => {
    await transact(app.deps.db, async (tx) => announcing[event]?.(tx));
    await runDueTwice(event);
    for (const client of [advertiser, marketer, stranger, admin]) {
      const [, title, text] = client === admin ? forAdmins : forPayer;
      const isTold = client === admin || client === advertiser;
      const kinds: string[] = [forPayer[0], forAdmins[0]];
      const told = (await bell(client)).notifications.filter(({ kind }) => kinds.includes(kind));
      expect(told.map((notice) => notice.title)).toEqual(isTold ? [title] : []);
      for (const notice of told) expect(notice.text).toMatch(text);
      expect(await mailsTo(client, title)).toHaveLength(isTold ? 1 : 0);
    }
  });

  it('includes the reason if there is one', async () => {
    const text = async (client: Client, kind: string) =>
      (await bell(client)).notifications.find((notice) => notice.kind === kind)?.text;
    expect(await text(marketer, 'proof.rejected')).toContain('Too dark. You can send one new proof');
    expect(await text(stranger, 'kyc.rejected')).toContain('Expired');
  });
});

describe('reading', () => {
  it('marks the user’s own notifications as read: some, then all; repeating changes nothing', async () => {
    const before = await bell(marketer);
    expect(before.unread).toBe(before.notifications.length);
    expect(before.unread).toBeGreaterThan(3);
    const ids = before.notifications.slice(0, 2).map(({ id }) => id);
    expect((await marketer.call(markNotificationsRead, { body: { ids } })).status).toBe(200);
    const after = await bell(marketer);
    expect(after.unread).toBe(before.unread - 2);
    expect(after.notifications.filter(({ readAt }) => readAt !== null).map(({ id }) => id)).toEqual(ids);
    app.clock.advance(1000);
    await marketer.call(markNotificationsRead, { body: { ids } });
    expect(await bell(marketer)).toEqual(after);
    await marketer.call(markNotificationsRead, { body: { all: true } });
    expect((await bell(marketer)).unread).toBe(0);
  });

  it('never changes another user’s notifications', async () => {
    const before = await bell(stranger);
    const ids = before.notifications.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    await advertiser.call(markNotificationsRead, { body: { ids } });
    await marketer.call(markNotificationsRead, { body: { all: true } });
    expect(await bell(stranger)).toEqual(before);
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['1'] }],
    [{ all: false }],
    [{ all: true, ids: [] }],
    [{ ids: Array.from({ length: 201 }, () => '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f00') }],
  ])('refuses another body: %o', async (body) => {
    expect((await marketer.request('POST', '/api/notifications/read', body)).status).toBe(400);
  });

  it('requires a session, and returns at most fifty, newest first', async () => {
    expect((await app.visitor().call(listNotifications)).status).toBe(401);
    await app.database.asOwner(
      `insert into notification (id, account_id, kind, title, text, ref, created_at)
       select gen_random_uuid(), $1, 'test', 'Notice ' || n, 'Text', n::text, $2::timestamptz + n * interval '1 second' from generate_series(1, 60) n`,
      [stranger.userId, app.clock.now()],
    );
    const { notifications, unread } = await bell(stranger);
    expect([notifications.length, notifications[0]?.title, notifications[49]?.title]).toEqual([
      50,
      'Notice 60',
      'Notice 11',
    ]);
    expect(unread).toBeGreaterThanOrEqual(60);
  });
});
