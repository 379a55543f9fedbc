import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { sendMessage } from '../contract.ts';
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
  const { advertiser, marketer, id } = await hiredTalk(app);
  const manager = await teamMember(app, advertiser, 'manager');
  await send(manager, id, 'From the manager');
  // A dispute needs weeks of work, so it is a row.
  await app.database.asOwner(
    `with p as (
       insert into proof (id, campaign_id, application_id, marketer_id, minutes, status, submitted_at, review_due_at, decided_at, review_notes)
       select gen_random_uuid(), campaign_id, id, marketer_id, 0, 'rejected', now(), now(), now(), 'No'
       from application where id = $1 returning *)
     insert into dispute (id, proof_id, application_id, campaign_id, opened_by, reason, state, opened_at)
     select gen_random_uuid(), id, application_id, campaign_id, marketer_id, 'It is there', 'open', now() from p`,
    [id],
  );
  await remove(manager);
  expect((await read(advertiser, id)).messages.at(-1)).toMatchObject({
    text: 'From the manager',
    authorName: 'Deleted user',
  });
  await deleteOldMessages(app.deps);
  expect(await contents(marketer, id)).toContain('From the manager');
  await app.database.asOwner(
    `update dispute set state = 'rejected', decided_at = now(), note = 'No', decided_by = opened_by where application_id = $1`,
    [id],
  );
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
  // Sessions have ended by now.
  const reader = await app.signIn('advertiser', advertiser.email);
  expect(await contents(reader, id)).toContain('Hello');
  app.clock.set(after);
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
