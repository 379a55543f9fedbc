import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listAudit } from '#admin/audit-contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { decideProof, getProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { makePayable } from '#tests/support/people/identity-check.ts';
import { placeHolder, sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { answerDispute, openDispute } from '../contract.ts';
import { listDisputableApprovals } from '../support-contract.ts';

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
});
afterAll(() => app.close());

const reason = 'The post was deleted an hour after the approval.';
const open = (client: Client, id: string) => client.call(openDispute, { params: { id }, body: { reason } });
const list = async (client: Client, query: { q?: string; limit?: number } = {}) =>
  (await client.call(listDisputableApprovals, { query })).body;

async function approved() {
  const { campaign } = await socialWork(app, advertiser, { places: 2, holders: 0 });
  const marketer = await placeHolder(app, campaign.id);
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  app.clock.advance(48 * HOUR);
  admin = await app.signInAdmin();
  return { marketer, proofId };
}

it('follows the same steps, and both sides and the audit log say who opened it and why', async () => {
  const { marketer, proofId } = await approved();
  expect((await open(advertiser, proofId)).error.code).toBe('dispute/needs-support');
  const opened = await open(admin, proofId);
  expect(opened.body, opened.error?.message).toMatchObject({
    side: 'advertiser',
    isByAdmin: true,
    status: 'open',
    steps: [{ kind: 'opened', side: 'admin', text: reason }],
  });
  expect((await open(admin, proofId)).error).toMatchObject({ code: 'dispute/exists', state: 'open' });
  const entries = (await admin.call(listAudit, { query: { object: opened.body.id } })).body;
  expect(entries).toMatchObject([{ action: 'dispute.opened', reason, actor: { id: admin.userId } }]);
  await app.runDue();
  for (const client of [marketer, advertiser]) {
    const { notifications } = (await client.call(listNotifications)).body;
    expect(notifications.filter(({ kind }) => kind === 'dispute.opened')).toMatchObject([
      { href: `/disputes/${opened.body.id}` },
    ]);
  }
  const threads = await Promise.all(
    [marketer, advertiser, admin].map(
      async (client) => (await client.call(getProof, { params: { id: proofId } })).body.threadId,
    ),
  );
  const { applicationId } = opened.body;
  expect(threads).toEqual([applicationId, applicationId, null]);
  const answered = await marketer.call(answerDispute, {
    params: { id: opened.body.id },
    body: { text: 'It is there.' },
  });
  expect(answered.body.status).toBe('answered');
});

it('is offered while the pay is here, never for the admin’s own team', async () => {
  const { marketer, proofId } = await approved();
  const other = await approved();
  const ids = async (client: Client, q: string) => (await list(client, { q })).map((each) => each.proofId);
  const { email } = marketer;
  expect(await ids(admin, email.toUpperCase())).toEqual([proofId]);
  expect(await ids(admin, `morning ${email}`)).toEqual([proofId]);
  expect(await ids(admin, `evening ${email}`)).toEqual([]);
  const [first] = await list(admin, { limit: 1 });
  expect(first).toMatchObject({ proofId: other.proofId, pay: '100.00', campaignTitle: expect.any(String) });

  const member = await app.signIn('advertiser');
  await app.database.asOwner(`insert into team_member values ($1, $2, 'viewer', now())`, [
    advertiser.userId,
    member.userId,
  ]);
  await app.database.asOwner(`update account set role_before_admin = role, role = 'admin' where id = $1`, [
    member.userId,
  ]);
  expect(await ids(member, email)).toEqual([]);
  expect((await open(member, proofId)).error.code).toBe('proof/own');

  await makePayable(app, await app.signIn('marketer', email));
  await app.runDue();
  expect(await ids(admin, email)).toEqual([]);
  expect((await open(admin, proofId)).error.code).toBe('payment/already-sent');
  await open(admin, other.proofId);
  expect((await list(admin)).map((each) => each.proofId)).not.toContain(other.proofId);
});
