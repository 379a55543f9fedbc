import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { listThreads, sendMessage } from '../contract.ts';
import { reportThread } from '../report-contract.ts';
import { deleteThread } from './deletion-service.ts';
import { deleteOldMessages } from './retention-sweep.ts';
import { contents, hiredTalk, pendingTalk, read, send } from './test-talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const remove = async (client: Client) =>
  expect((await client.call(deleteOwnAccount)).status).toBeLessThan(300);

async function sendFile(client: Client, id: string): Promise<string> {
  const uploadId = await uploadFile(client, await picture('png'), 'message', 'a.png');
  const body = { id: randomUUID(), files: [{ uploadId, name: 'a.png' }] };
  await succeed(client.call(sendMessage, { params: { id }, body }));
  return uploadId;
}
const hasUpload = async (id: string) =>
  (await app.database.asOwner('select id from upload where id = $1', [id])).rows.length > 0;

it('deletes what a user wrote, with its files, when they delete their account', async () => {
  const { advertiser, marketer, id } = await pendingTalk(app);
  await send(marketer, id, 'Mine');
  const uploadId = await sendFile(marketer, id);
  await send(advertiser, id, 'Theirs');
  await remove(marketer);
  await app.runDue();
  expect(await contents(advertiser, id)).toEqual(['Theirs', '(withdrawn)']);
  expect(await hasUpload(uploadId)).toBe(false);
  expect((await read(advertiser, id)).otherName).toBe('Deleted user');
});

it('keeps what a deleted member wrote in an open dispute, without their name, until it is decided', async () => {
  const advertiser = await app.signIn('advertiser');
  const member = await teamMember(app, advertiser, 'manager');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  const manager = await app.signIn('advertiser', member.email);
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
  const dispute = await succeed(
    marketer.call(openDispute, { params: { id: proofId }, body: { reason: 'It is there.' } }),
  );
  await app.runDue();
  const id = (await succeed(marketer.call(listThreads)))[0]?.applicationId ?? '';
  await send(manager, id, 'From the manager');
  await remove(manager);
  expect((await read(advertiser, id)).messages.at(-1)).toMatchObject({
    text: 'From the manager',
    authorName: 'Deleted user',
  });
  await deleteOldMessages(app.deps);
  expect(await contents(marketer, id)).toContain('From the manager');
  await handToAdmins(advertiser, dispute.id);
  const admin = await app.signInAdmin();
  const decision = { status: 'rejected', note: 'No product.' } as const;
  await succeed(admin.call(decideDispute, { params: { id: dispute.id }, body: decision }));
  await deleteOldMessages(app.deps);
  expect(await contents(marketer, id)).not.toContain('From the manager');
});

it('deletes a conversation 24 months after the end of its application', async () => {
  const { advertiser, marketer, campaignId, id } = await pendingTalk(app);
  const running = await hiredTalk(app);
  await send(running.marketer, running.id, 'Still here');
  await send(advertiser, id, 'Hello');
  const uploadId = await sendFile(marketer, id);
  await advertiser.call(closeCampaign, { params: { id: campaignId } });
  await app.runDue();
  const end = app.clock.now();
  const after = new Date(end);
  after.setUTCMonth(after.getUTCMonth() + 24);
  app.clock.set(new Date(after.getTime() - 1000));
  await deleteOldMessages(app.deps);
  const reader = await app.signIn('advertiser', advertiser.email);
  expect(await contents(reader, id)).toContain('Hello');
  await succeed(reader.call(reportThread, { params: { id }, body: { reason: 'spam', text: '' } }));
  app.clock.set(after);
  // A report that was sent after the sweep had looked.
  await transact(app.deps.db, (tx) => deleteThread(tx, app.deps, id));
  expect(await contents(reader, id)).toContain('Hello');
  await app.database.asOwner('delete from message_report where application_id = $1', [id]);
  await deleteOldMessages(app.deps);
  expect(await contents(reader, id)).toEqual([]);
  expect(await hasUpload(uploadId)).toBe(false);
  const other = await app.signIn('marketer', running.marketer.email);
  expect(await contents(other, running.id)).toContain('Still here');
});

it('exports what the user wrote and read', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  await send(marketer, id, 'My words');
  await send(advertiser, id, 'Other words');
  const exported = await marketer.request<never>('GET', '/api/me/export');
  const text = JSON.stringify(exported.body);
  expect(text).toContain('My words');
  expect(text).not.toContain('Other words');
});
