import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { decideProof } from '#proofs/contract.ts';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { picture } from '#tests/support/media.ts';
import { randomUUID } from 'node:crypto';
import { listThreads, sendMessage } from '../../contract.ts';
import {
  decideMessageReport,
  listMessageReports,
  reportThread,
  takeMessageReport,
  viewThread,
} from '../../report-contract.ts';
import { hiredTalk, pendingTalk, read, send } from '../test-talk.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const report = (client: Client, id: string) =>
  client.call(reportThread, { params: { id }, body: { reason: 'off-platform', text: 'Cash only' } });
const listOpen = async () => succeed(admin.call(listMessageReports, { query: { status: 'open' } }));
const take = (client: Client, id: string) => client.call(takeMessageReport, { params: { id } });
const decide = (client: Client, id: string, status: 'dismissed' | 'resolved' = 'dismissed') =>
  client.call(decideMessageReport, { params: { id }, body: { status, note: 'I read it.' } });
const view = (id: string, client = admin) =>
  client.call(viewThread, { params: { id }, body: { reason: 'To look into the report' } });
const kinds = async (client: Client) => {
  await app.runDue();
  const { notifications } = (await client.call(listNotifications)).body;
  return notifications.map(({ kind }) => kind).filter((kind) => kind.startsWith('message.'));
};

async function reportedTalk() {
  const talk = await hiredTalk(app);
  await send(talk.marketer, talk.id, 'Pay me in cash');
  expect((await report(talk.advertiser, talk.id)).status).toBe(201);
  const found = (await listOpen()).find(({ applicationId }) => applicationId === talk.id);
  if (!found) throw new Error('no report');
  return { ...talk, reportId: found.id, found };
}

describe('a report', () => {
  it('reaches the admins once, with both sides and what to do', async () => {
    const { advertiser, marketer, id, found } = await reportedTalk();
    expect((await report(advertiser, id)).status).toBe(201);
    expect((await listOpen()).filter(({ applicationId }) => applicationId === id)).toEqual([found]);
    expect(found).toMatchObject({
      side: 'advertiser',
      reporter: { id: advertiser.userId },
      reported: { id: marketer.userId },
      text: 'Cash only',
      owner: null,
      can: { take: true, decide: false },
    });
    expect(await read(advertiser, id)).toMatchObject({ isReported: true, can: { report: false } });
    expect(await read(marketer, id)).toMatchObject({ isReported: false, can: { report: true } });
    expect(await kinds(admin)).toContain('message.reported');
  });

  it('says what is wrong, if no listed reason does', async () => {
    const { advertiser, id } = await hiredTalk(app);
    const body = { reason: 'other', text: ' ' } as const;
    const { status, error } = await advertiser.call(reportThread, { params: { id }, body });
    expect([status, error.fields]).toEqual([400, { text: 'Enter what is wrong' }]);
  });

  it('is refused about nothing, and to viewers', async () => {
    const { advertiser, marketer, id } = await pendingTalk(app);
    expect((await report(marketer, id)).error.code).toBe('message/nothing-to-report');
    await send(marketer, id, 'Hi');
    const viewer = await teamMember(app, advertiser, 'viewer');
    expect((await report(viewer, id)).error.code).toBe('team/not-allowed');
  });

  it('is closed once, by the admin who took it, and its user is told', async () => {
    const { advertiser, reportId } = await reportedTalk();
    expect((await decide(admin, reportId)).error.code).toBe('report/taken');
    expect((await take(admin, reportId)).body).toMatchObject({
      owner: { id: admin.userId },
      can: { take: false, decide: true },
    });
    expect((await decide(admin, reportId, 'resolved')).body).toMatchObject({ status: 'resolved' });
    expect((await decide(admin, reportId, 'resolved')).status).toBe(200);
    const opposite = await decide(admin, reportId, 'dismissed');
    expect([opposite.error.code, opposite.error.state]).toEqual(['report/decided', 'resolved']);
    expect((await take(admin, reportId)).error.code).toBe('report/decided');
    expect(await kinds(advertiser)).toEqual(['message.report-decided']);
  });
});

describe('an admin', () => {
  it('reads a conversation only in a case, with a reason in the audit log, and both sides are told after it', async () => {
    const { advertiser, marketer, id, reportId } = await reportedTalk();
    const other = await hiredTalk(app);
    expect((await view(other.id)).error.code).toBe('message/no-case');
    expect((await view(randomUUID())).error.code).toBe('application/not-found');
    const looked = await view(id);
    expect(looked.body.messages.map(({ text }) => text)).toContain('Pay me in cash');
    const { rows } = await app.database.asOwner(
      `select actor_id, reason from audit_entry where action = 'conversation.viewed' and object_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: admin.userId, reason: 'To look into the report' }]);
    expect(await kinds(marketer)).toEqual([]);
    await take(admin, reportId);
    await decide(admin, reportId);
    expect(await kinds(marketer)).toEqual(['message.viewed']);
    expect(await kinds(advertiser)).toContain('message.viewed');
    expect((await view(id)).error.code).toBe('message/no-case');
  });

  it('is not mentioned without a look', async () => {
    const { marketer, reportId } = await reportedTalk();
    await take(admin, reportId);
    await decide(admin, reportId);
    expect(await kinds(marketer)).toEqual([]);
  });

  it('opens files only for an hour after giving a reason', async () => {
    const { marketer, id } = await hiredTalk(app);
    const uploadId = await uploadFile(marketer, await picture('png'), 'message', 'a.png');
    const body = { id: randomUUID(), files: [{ uploadId, name: 'a.png' }] };
    await succeed(marketer.call(sendMessage, { params: { id }, body }));
    await report(marketer, id);
    expect((await admin.request('GET', `/api/files/${uploadId}`)).status).toBe(404);
    await view(id);
    expect((await admin.request('GET', `/api/files/${uploadId}`)).status).toBe(200);
    app.clock.advance(HOUR + MINUTE);
    admin = await app.signInAdmin();
    expect((await admin.request('GET', `/api/files/${uploadId}`)).status).toBe(404);
  });

  it('may read while a dispute is open, which both sides are told about after the decision', async () => {
    const advertiser = await app.signIn('advertiser');
    const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
    const marketer = holders[0] as Client;
    const proofId = await sendPost(marketer, campaign.id);
    await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
    const params = { id: proofId };
    const { id: disputeId } = await succeed(
      marketer.call(openDispute, { params, body: { reason: 'It is there.' } }),
    );
    await app.runDue();
    admin = await app.signInAdmin();
    const [thread] = (await marketer.call(listThreads)).body;
    const id = thread?.applicationId ?? '';
    expect((await view(id)).body.messages.map(({ kind }) => kind)).toEqual([
      'approved',
      'proof-sent',
      'proof-rejected',
      'disputed',
    ]);
    await handToAdmins(advertiser, disputeId);
    await admin.call(decideDispute, {
      params: { id: disputeId },
      body: { status: 'rejected', note: 'No product.' },
    });
    expect(await kinds(marketer)).toEqual(['message.viewed']);
    expect((await view(id)).error.code).toBe('message/no-case');
    expect((await read(marketer, id)).messages.at(-1)?.kind).toBe('dispute-rejected');
  });
});
