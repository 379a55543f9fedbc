import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { decideApplication } from '#applications/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { DAY } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { pdf, photoWithPlace, picture } from '#tests/support/media.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { uploadFile } from '#tests/support/upload.ts';
import {
  countUnreadMessages,
  getThread,
  listThreads,
  markThreadRead,
  MAX_TEXT_LENGTH,
  sendMessage,
  streamMessages,
} from '../contract.ts';
import { contents, hiredTalk, pendingTalk, read, send } from './test-talk.ts';
import { selectUnread } from './thread-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const countRows = async () =>
  (await app.database.asOwner('select count(*)::int as rows from message')).rows[0].rows as number;

describe('a conversation', () => {
  it('holds the messages of both sides and what happens, from the application on', async () => {
    const { advertiser, marketer, id } = await pendingTalk(app);
    expect(await contents(marketer, id)).toEqual([]);
    expect((await send(marketer, id, 'Is parking free?')).status).toBe(201);
    expect((await send(advertiser, id, 'It is.')).body).toMatchObject({ sequence: 2, isOwn: true });
    await advertiser.call(decideApplication, { params: { id }, body: { status: 'approved' } });
    await app.runDue();
    expect(await contents(marketer, id)).toEqual(['Is parking free?', 'It is.', '(approved)']);
    expect((await read(advertiser, id)).messages.map(({ isOwn, side }) => [isOwn, side])).toEqual([
      [false, 'marketer'],
      [true, 'advertiser'],
      [false, null],
    ]);
  });

  it('does not begin with a rejection', async () => {
    const { advertiser, marketer, id } = await pendingTalk(app);
    await advertiser.call(decideApplication, { params: { id }, body: { status: 'rejected' } });
    await app.runDue();
    expect((await marketer.call(listThreads)).body).toEqual([]);
  });

  it('is read page by page', async () => {
    const { marketer, id } = await hiredTalk(app);
    for (const text of ['one', 'two', 'three']) await send(marketer, id, text);
    const last = await marketer.call(getThread, { params: { id }, query: { limit: 2 } });
    expect(last.body).toMatchObject({ hasEarlier: true, messages: [{ text: 'two' }, { text: 'three' }] });
    const before = last.body.messages[0]?.sequence ?? 0;
    const first = await marketer.call(getThread, { params: { id }, query: { limit: 2, before } });
    expect(first.body).toMatchObject({
      hasEarlier: false,
      messages: [{ kind: 'approved' }, { text: 'one' }],
    });
  });

  it('shows a marketer the business, and a team the names of each other', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    const manager = await teamMember(app, advertiser, 'manager');
    await manager.call(saveProfile, { body: { ...profileFormSample, firstName: 'Sam', lastName: 'Okafor' } });
    await send(manager, id, 'Hello from the team');
    const forMarketer = await read(marketer, id);
    expect(forMarketer.messages.at(-1)?.authorName).toBe(forMarketer.otherName);
    expect(JSON.stringify(forMarketer)).not.toMatch(/Okafor|@/);
    expect((await read(advertiser, id)).messages.at(-1)).toMatchObject({
      authorName: 'Sam Okafor',
      isOwn: false,
    });
  });

  it('shows an applicant’s last name only after the approval', async () => {
    const { advertiser, marketer, id } = await pendingTalk(app);
    await marketer.call(saveProfile, {
      body: { ...profileFormSample, firstName: 'Ana', lastName: 'Petrov' },
    });
    await send(marketer, id, 'Hi');
    const search = async (text: string) =>
      (await advertiser.call(listThreads, { query: { search: text } })).body.map(
        ({ otherName }) => otherName,
      );
    expect(await search('ana')).toEqual(['Ana P.']);
    expect(await search('petrov')).toEqual([]);
    expect(JSON.stringify(await read(advertiser, id))).not.toContain('Petrov');
    await advertiser.call(decideApplication, { params: { id }, body: { status: 'approved' } });
    expect(await search('petrov')).toEqual(['Ana Petrov']);
    expect(await read(advertiser, id)).toMatchObject({
      otherName: 'Ana Petrov',
      messages: [{ authorName: 'Ana Petrov' }],
    });
  });
});

describe('sending', () => {
  it('once, however often it is repeated', async () => {
    const { marketer, id } = await hiredTalk(app);
    const messageId = randomUUID();
    const first = await send(marketer, id, 'Hello', messageId);
    expect(await send(marketer, id, 'Hello', messageId)).toMatchObject({ status: 201, body: first.body });
    expect(await contents(marketer, id)).toEqual(['(approved)', 'Hello']);
  });

  it('refuses the id of another user’s message without showing it', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    const messageId = randomUUID();
    await send(advertiser, id, 'Secret', messageId);
    const refused = await send(marketer, id, 'Mine', messageId);
    expect([refused.status, refused.error.code]).toEqual([409, 'message/id-taken']);
    expect(JSON.stringify(refused.error)).not.toContain('Secret');
  });

  it('refuses other users and viewers', async () => {
    const { advertiser, id } = await hiredTalk(app);
    const before = await countRows();
    for (const client of [await readyMarketer(app), await app.signIn('advertiser')]) {
      for (const answer of [await send(client, id, 'Hi'), await client.call(getThread, { params: { id } })]) {
        expect([answer.status, answer.error.code]).toEqual([404, 'application/not-found']);
      }
    }
    const viewer = await teamMember(app, advertiser, 'viewer');
    expect((await send(viewer, id, 'Hi')).error.code).toBe('team/not-allowed');
    expect(await read(viewer, id)).toMatchObject({ can: { write: false }, readOnly: 'viewer' });
    expect(await countRows()).toBe(before);
  });

  it('refuses nothing, too much, and ten megabytes', async () => {
    const { marketer, id } = await hiredTalk(app);
    const before = await countRows();
    for (const text of ['', '   ', 'x'.repeat(MAX_TEXT_LENGTH + 1)]) {
      const refused = await send(marketer, id, text);
      expect(refused.status).toBe(400);
      expect(refused.error.fields).toHaveProperty('text');
    }
    const huge = await send(marketer, id, 'x'.repeat(10 * 1024 * 1024));
    expect([huge.status, huge.error.code]).toEqual([413, 'request/too-large']);
    expect(await countRows()).toBe(before);
    expect((await send(marketer, id, 'x'.repeat(MAX_TEXT_LENGTH))).status).toBe(201);
  });

  it('ends thirty days after the campaign, and reading does not', async () => {
    const { advertiser, marketer, campaignId, id } = await pendingTalk(app);
    await send(marketer, id, 'Hi');
    await advertiser.call(closeCampaign, { params: { id: campaignId } });
    await app.runDue();
    app.clock.advance(30 * DAY - 1000);
    const again = await app.signIn('marketer', marketer.email);
    expect((await send(again, id, 'In time')).status).toBe(201);
    app.clock.advance(1000);
    const refused = await send(again, id, 'Too late');
    expect([refused.status, refused.error.code]).toEqual([409, 'message/closed']);
    expect(await read(again, id)).toMatchObject({ can: { write: false }, readOnly: 'closed' });
  });
});

describe('files', () => {
  const sendFiles = (client: Awaited<ReturnType<typeof readyMarketer>>, id: string, uploadIds: string[]) =>
    client.call(sendMessage, {
      params: { id },
      body: { id: randomUUID(), files: uploadIds.map((uploadId) => ({ uploadId, name: 'file' })) },
    });

  it('go to the other side, without the place where a photo was taken', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    const photo = await uploadFile(marketer, await photoWithPlace(), 'message', 'me.jpg');
    const plan = await uploadFile(marketer, pdf(), 'message', 'plan.pdf');
    const sent = await sendFiles(marketer, id, [photo, plan]);
    expect(sent.body.files).toMatchObject([
      { uploadId: photo, contentType: 'image/jpeg', width: 48, height: 64 },
      { uploadId: plan, contentType: 'application/pdf', width: null },
    ]);
    const [file] = (await read(advertiser, id)).messages.at(-1)?.files ?? [];
    const bytes = await advertiser.request<never>('GET', file?.url ?? '');
    expect(bytes.status).toBe(200);
    expect(String(bytes.body)).not.toContain('Exif');
    for (const stranger of [
      await readyMarketer(app),
      await app.signIn('advertiser'),
      await app.signInAdmin(),
    ]) {
      expect((await stranger.request('GET', file?.url ?? '')).status).toBe(404);
    }
  });

  it('refuses a disguised file, another purpose, another user’s, and one sent before', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    const program = Buffer.from('#!/bin/sh\necho hello\n');
    await expect(uploadFile(marketer, program, 'message', 'cat.png')).rejects.toThrow('415');
    const png = await picture('png');
    const before = await countRows();
    const proof = await uploadFile(marketer, png, 'proof', 'a.png');
    expect((await sendFiles(marketer, id, [proof])).error.code).toBe('upload/wrong-type');
    const foreign = await uploadFile(advertiser, png, 'message', 'a.png');
    expect((await sendFiles(marketer, id, [foreign])).error.code).toBe('upload/not-found');
    expect(await countRows()).toBe(before);
    expect((await sendFiles(advertiser, id, [foreign])).status).toBe(201);
    expect((await sendFiles(advertiser, id, [foreign])).error.code).toBe('upload/not-found');
    expect(await countRows()).toBe(before + 1);
  });
});

describe('unread messages', () => {
  const unread = async (client: Parameters<typeof read>[0]) =>
    (await client.call(countUnreadMessages)).body.unread;
  const mark = (client: Parameters<typeof read>[0], id: string, sequence: number) =>
    client.call(markThreadRead, { params: { id }, body: { sequence } });

  it('are counted per user until they are read, and never again', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    await send(marketer, id, 'one');
    const manager = await teamMember(app, advertiser, 'manager');
    app.clock.advance(1000);
    await send(marketer, id, 'two');
    expect([await unread(advertiser), await unread(manager), await unread(marketer)]).toEqual([2, 1, 0]);
    expect((await advertiser.call(listThreads)).body).toMatchObject([
      { applicationId: id, unread: 2, lastMessage: { text: 'two', isOwn: false } },
    ]);
    expect((await mark(advertiser, id, 3)).body).toEqual({ unread: 0 });
    expect((await mark(advertiser, id, 1)).body).toEqual({ unread: 0 });
    expect(await unread(manager)).toBe(1);
    await send(manager, id, 'three');
    expect([await unread(advertiser), await unread(manager), await unread(marketer)]).toEqual([0, 0, 1]);
  });

  it('are counted without reading what the system wrote', async () => {
    const { marketer } = await hiredTalk(app);
    const plan = await transact(app.deps.db, async (tx) => {
      // The tables are so small that reading all of them is cheaper.
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain ${selectUnread({ userId: marketer.userId, side: 'marketer' })}`);
    });
    expect(JSON.stringify(plan.rows)).toContain('message_of_side');
  });

  it('marking more than there is does not hide the next message', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    await mark(advertiser, id, 1000);
    await send(marketer, id, 'one');
    expect(await unread(advertiser)).toBe(1);
  });
});

describe('live', () => {
  it('tells both sides’ open pages, and no other user’s', async () => {
    const { advertiser, marketer, id } = await hiredTalk(app);
    const other = await hiredTalk(app);
    const viewer = await teamMember(app, advertiser, 'viewer');
    const streams = await Promise.all(
      [advertiser, viewer, marketer, other.advertiser].map((client) =>
        EventReader.open(app, client, streamMessages, {}),
      ),
    );
    for (const stream of streams) await stream.next('reset');
    await send(marketer, id, 'Hello');
    for (const stream of streams.slice(0, 3))
      expect(await stream.next('changed')).toEqual({ applicationId: id });
    await send(other.marketer, other.id, 'Hello');
    expect(await streams[3]?.next('changed')).toEqual({ applicationId: other.id });
    for (const stream of streams) stream.leave();
  });
});

it('lists conversations page by page, newest first', async () => {
  const advertiser = await app.signIn('advertiser');
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    ids.unshift((await hiredTalk(app, advertiser)).id);
    app.clock.advance(1000);
  }
  const first = await advertiser.call(listThreads, { query: { limit: 2 } });
  expect(first.body.map(({ applicationId }) => applicationId)).toEqual(ids.slice(0, 2));
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  const second = await succeed(advertiser.request<typeof listThreads>('GET', next));
  expect(second.map(({ applicationId }) => applicationId)).toEqual(ids.slice(2));
});
