import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { confirmApplication } from '#applications/place-contract.ts';
import { openDispute } from '#disputes/contract.ts';
import { addMilliseconds, DAY, formatTimeIn, HOUR, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { askAgain } from '#proofs/amendment-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { BLIND_PERIOD_MS, rate } from '#ratings/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { makePayable } from '#tests/support/people/identity-check.ts';
import { approve, readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { paidWork } from '#tests/support/people/paid-work.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { invitationToken } from '#tests/support/people/team.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { listNotifications } from '../../contract.ts';
import { setNotificationSchedule } from '../../schedule-contract.ts';
import { deadlineKinds } from './deadline-kinds.ts';
import { selectNear } from './warn-of-deadlines.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(60 * DAY), ADMIN_SESSION_IDLE_MS: String(60 * DAY) },
  });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

async function listTold(client: Client, kind: string) {
  await app.runDue();
  const { notifications } = (await client.call(listNotifications, { query: { limit: 100 } })).body;
  return notifications.filter((each) => each.kind === kind);
}
const countTold = async (client: Client, kind: string) => (await listTold(client, kind)).length;
async function readTime(column: string, table: string, id: string): Promise<Date> {
  const key = table === 'proof_amendment' ? 'proof_id' : 'id';
  const { rows } = await app.database.asOwner(`select ${column} as at from ${table} where ${key} = $1`, [id]);
  return rows[0]?.['at'];
}
const setBefore = (deadline: Date, milliseconds: number) =>
  app.clock.set(new Date(deadline.getTime() - milliseconds));
const decide = (id: string, status: 'approved' | 'rejected') =>
  advertiser.call(decideProof, { params: { id }, body: { status } });

it('warns both sides once, 24 hours before a proof is approved by silence', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
  const [marketer, decided] = holders as [Client, Client];
  const id = await sendPost(marketer, campaign.id);
  await decide(await sendPost(decided, campaign.id), 'approved');
  const dueAt = await readTime('review_due_at', 'proof', id);
  setBefore(dueAt, DAY + 10 * MINUTE);
  expect(await countTold(advertiser, 'proof.review-due')).toBe(0);
  setBefore(dueAt, DAY);
  const [warning, ...others] = await listTold(advertiser, 'proof.review-due');
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ href: '/proof-review', title: `Review due soon: ${campaign.title}` });
  expect(await countTold(marketer, 'proof.approval-near')).toBe(1);
  expect(await countTold(decided, 'proof.approval-near')).toBe(0);
  expect((await app.lastMail(advertiser.email)).subject).toBe(warning?.title);
  app.clock.advance(HOUR);
  expect(await countTold(advertiser, 'proof.review-due')).toBe(1);
});

it('warns the side that has not rated a day before the other rating becomes public', async () => {
  const work = await paidWork(app, advertiser);
  await succeed(advertiser.call(rate, { body: { applicationId: work.applicationId, stars: 5, text: '' } }));
  const dueAt = addMilliseconds(app.clock.now(), BLIND_PERIOD_MS);
  setBefore(dueAt, DAY + 10 * MINUTE);
  expect(await countTold(work.marketer, 'rating.due-soon')).toBe(0);
  setBefore(dueAt, DAY - MINUTE);
  expect(await countTold(work.marketer, 'rating.due-soon')).toBe(1);
  expect(await countTold(advertiser, 'rating.due-soon')).toBe(0);
});

it('names the time at the place, and the user’s own if they have chosen another zone', async () => {
  const { campaign, marketers } = await runningCampaign(app, {});
  const marketer = marketers[0] as Client;
  const read = async () => (await listTold(marketer, 'proof.due-soon'))[0]?.text;
  await marketer.call(setNotificationSchedule, {
    body: { timeZone: 'America/New_York', quietHours: null, digestHour: null },
  });
  const dueAt = await readTime('proof_due_at', 'campaign', campaign.id);
  await keepWorkingUntil(app, new Date(dueAt.getTime() - DAY));
  const [there, own] = ['America/Los_Angeles', 'America/New_York'].map((zone) => formatTimeIn(zone, dueAt));
  expect(await read()).toContain(` by ${there} (${own}). `);
});

it('does not warn anyone of a rating once both have rated', async () => {
  const work = await paidWork(app, advertiser);
  const body = { applicationId: work.applicationId, stars: 5, text: '' };
  await succeed(advertiser.call(rate, { body }));
  await succeed(work.marketer.call(rate, { body }));
  app.clock.advance(BLIND_PERIOD_MS - DAY + MINUTE);
  expect(await countTold(work.marketer, 'rating.due-soon')).toBe(0);
});

it('warns of the time to send a proof again, and once more of the review that begins afterwards', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  const id = await sendPost(marketer, campaign.id);
  const before = await countTold(advertiser, 'proof.review-due');
  setBefore(await readTime('review_due_at', 'proof', id), DAY);
  expect(await countTold(advertiser, 'proof.review-due')).toBe(before + 1);
  const body = { reasons: ['wrong-post' as const], note: 'Show the product.' };
  await advertiser.call(askAgain, { params: { id }, body });
  expect(await listTold(marketer, 'proof.asked-again')).toMatchObject([
    { text: expect.stringContaining('Show the product.') },
  ]);
  const isRead = { readAt: expect.any(String) };
  expect((await listTold(advertiser, 'proof.review-due'))[0]).toMatchObject(isRead);
  expect(await listTold(marketer, 'proof.approval-near')).toMatchObject([isRead]);
  setBefore(await readTime('due_at', 'proof_amendment', id), DAY);
  expect(await countTold(marketer, 'proof.again-due')).toBe(1);
  expect(await countTold(marketer, 'proof.approval-near')).toBe(1);
  setBefore(await readTime('review_due_at', 'proof', id), DAY);
  expect(await listTold(marketer, 'proof.approval-near')).toMatchObject([{ readAt: null }, isRead]);
  const warnings = await listTold(advertiser, 'proof.review-due');
  expect(warnings).toHaveLength(before + 2);
  expect(warnings[0]).toMatchObject({ readAt: null });
});

it('warns administrators of weak proofs that wait for them', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const id = await sendPost(holders[0] as Client, campaign.id);
  await app.database.asOwner("update proof set strength = 'weak' where id = $1", [id]);
  const dueAt = await readTime('review_due_at', 'proof', id);
  app.clock.set(dueAt);
  expect(await countTold(await app.signInAdmin(), 'proof.admin-due')).toBe(0);
  app.clock.advance(2 * DAY);
  expect(await countTold(await app.signInAdmin(), 'proof.admin-due')).toBe(1);
});

it('warns of the last day to dispute a rejection, unless it was disputed', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
  const [silent, active] = holders as [Client, Client];
  for (const marketer of [silent, active]) await decide(await sendPost(marketer, campaign.id), 'rejected');
  const { rows } = await app.database.asOwner('select id from proof where marketer_id = $1', [active.userId]);
  await active.call(openDispute, {
    params: { id: rows[0]?.['id'] },
    body: { reason: 'The post is public.' },
  });
  app.clock.advance(6 * DAY);
  expect(await countTold(silent, 'dispute.period-ends')).toBe(1);
  expect(await countTold(active, 'dispute.period-ends')).toBe(0);
});

it('warns of the last day to dispute an approval by silence, while its pay is held', async () => {
  const owner = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, owner, { places: 3, holders: 3 });
  const [held, paid, disputed] = holders as [Client, Client, Client];
  await makePayable(app, await app.signIn('marketer', paid.email));
  const [id, , disputedId] = [
    await sendPost(held, campaign.id),
    await sendPost(paid, campaign.id),
    await sendPost(disputed, campaign.id),
  ];
  setBefore(await readTime('review_due_at', 'proof', disputedId), -MINUTE);
  await app.runDue();
  const body = { reason: 'The post was deleted.' };
  await succeed(owner.call(openDispute, { params: { id: disputedId }, body }));
  setBefore(addMilliseconds(await readTime('decided_at', 'proof', id), 2 * DAY), DAY + 10 * MINUTE);
  expect(await countTold(owner, 'dispute.approval-period-ends')).toBe(0);
  app.clock.advance(10 * MINUTE);
  expect(await listTold(owner, 'dispute.approval-period-ends')).toMatchObject([
    { href: `/proof-review?show=decided&of=${campaign.id}` },
  ]);
  expect((await app.lastMail(owner.email)).text).toContain('$100.00');
});

it('warns of the last day to send proof, unless it was sent', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
  const [late, done] = holders as [Client, Client];
  await sendPost(done, campaign.id);
  setBefore(await readTime('proof_due_at', 'campaign', campaign.id), DAY);
  expect(await countTold(late, 'proof.due-soon')).toBe(1);
  expect(await countTold(done, 'proof.due-soon')).toBe(0);
});

it('warns of the start and of a missing confirmation', async () => {
  const start = new Date(app.clock.now().getTime() + 3 * DAY);
  const campaign = await fundedCampaign(app, advertiser, { startTime: start.toISOString() });
  const [early, quick, late] = [await readyMarketer(app), await readyMarketer(app), await readyMarketer(app)];
  await approve(advertiser, early, campaign.id);
  const confirmed = await approve(advertiser, quick, campaign.id);
  await keepWorkingUntil(app, new Date(start.getTime() - DAY));
  await approve(advertiser, late, campaign.id);
  for (const marketer of [early, quick]) {
    expect(await countTold(marketer, 'application.confirmation-asked')).toBe(1);
    expect(await countTold(marketer, 'application.starts-soon')).toBe(0);
  }
  await quick.call(confirmApplication, { params: { id: confirmed } });
  await keepWorkingUntil(app, new Date(start.getTime() - DAY + 4 * HOUR));
  expect(await countTold(early, 'application.confirmation-due')).toBe(1);
  expect(await countTold(quick, 'application.confirmation-due')).toBe(0);
  expect(await countTold(late, 'application.starts-soon')).toBe(0);
  await keepWorkingUntil(app, new Date(start.getTime() - 12 * HOUR));
  expect(await countTold(late, 'application.starts-soon')).toBe(1);
});

it('warns of a complete draft that would start soon, and of an invitation', async () => {
  const owner = await app.signIn('advertiser');
  const draft = await draftCampaign(app, owner);
  await invitationToken(app, owner, { email: 'invited@promenade.test', role: 'viewer' });
  setBefore(await readTime('start_time', 'campaign', draft.id), DAY);
  expect(await countTold(owner, 'campaign.draft-starts-soon')).toBe(1);
  app.clock.advance(4 * DAY);
  expect(await countTold(owner, 'team.invitation-expires')).toBe(1);
});

it('warns of followers that will no longer count', async () => {
  const marketer = await readyMarketer(app);
  await app.database.asOwner('update social_account set verified_until = $2 where account_id = $1', [
    marketer.userId,
    new Date(app.clock.now().getTime() + 3 * DAY),
  ]);
  app.clock.advance(2 * DAY);
  expect(await countTold(marketer, 'social.expires-soon')).toBe(1);
});

it('warns before the quiet hours that would delay the warning', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  const dueAt = await readTime('proof_due_at', 'campaign', campaign.id);
  const warnedAt = new Date(dueAt.getTime() - DAY);
  const hour = (offset: number) =>
    `${String((warnedAt.getUTCHours() + offset + 24) % 24).padStart(2, '0')}:${String(warnedAt.getUTCMinutes()).padStart(2, '0')}`;
  const quietHours = { from: hour(-2), until: hour(3) };
  await marketer.call(setNotificationSchedule, { body: { timeZone: 'UTC', quietHours, digestHour: 12 } });
  setBefore(dueAt, DAY + 3 * HOUR);
  expect(await countTold(marketer, 'proof.due-soon')).toBe(0);
  // The sweep runs every five minutes, so the last run before the quiet hours is the one that must warn.
  setBefore(dueAt, DAY + 2 * HOUR + 5 * MINUTE);
  expect(await countTold(marketer, 'proof.due-soon')).toBe(1);
  expect((await app.lastMail(marketer.email)).subject).toBe(`Send your proof: ${campaign.title}`);
});

it.each([
  ['dispute.period-ends', 'proof_rejected'],
  ['dispute.approval-period-ends', 'proof_approved_by_silence'],
  ['strike.appeal-ends', 'strike_standing'],
  // Both have the same condition, and on small tables the same cost.
  ['campaign.draft-starts-soon', /campaign_draft_(start|of_advertiser)/],
  ['rating.due-soon', 'rating_unannounced'],
])('finds %s with the index %s', async (kind, index) => {
  const declared = deadlineKinds.find((each) => each.kind === kind);
  if (!declared) throw new Error(`no kind ${kind}`);
  const now = app.clock.now();
  const near = selectNear(declared, now, now);
  const plan = await transact(app.deps.db, async (tx) => {
    // The tables are so small that reading all of them is cheaper.
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(
      sql`explain select * from (${near}) of_kind where due_at > ${now} and due_at <= ${now}`,
    );
  });
  expect(JSON.stringify(plan.rows)).toMatch(index);
});
