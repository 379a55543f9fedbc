import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { sendMessage } from '../contract.ts';
import { announceUnread } from './unread-sweep.ts';
import { contents, hiredTalk, pendingTalk, read, send } from './test-talk.ts';

const AT_ONCE = 10;

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const times = <Answer>(work: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));

test('the same message at once is sent once, also as the first of its conversation', async () => {
  const { marketer, id } = await pendingTalk(app);
  const messageId = randomUUID();
  const answers = await times(() => send(marketer, id, 'Hello', messageId));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await contents(marketer, id)).toEqual(['Hello']);
});

test('two senders at once get one order without gaps', async () => {
  const { advertiser, marketer, id } = await hiredTalk(app);
  await Promise.all([
    times((index) => send(marketer, id, `m${index}`)),
    times((index) => send(advertiser, id, `a${index}`)),
  ]);
  const { messages } = await read(marketer, id);
  expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, index) => index + 1));
  expect(messages).toHaveLength(1 + 2 * AT_ONCE);
});

test('one id in two conversations at once is one message', async () => {
  const one = await hiredTalk(app);
  const other = await hiredTalk(app);
  const messageId = randomUUID();
  const answers = await Promise.all([
    send(one.marketer, one.id, 'Hello', messageId),
    send(other.marketer, other.id, 'Hello', messageId),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('a file at once in several messages is in one of them', async () => {
  const { marketer, id } = await hiredTalk(app);
  const uploadId = await uploadFile(marketer, await picture('png'), 'message', 'a.png');
  const answers = await times(() =>
    marketer.call(sendMessage, {
      params: { id },
      body: { id: randomUUID(), files: [{ uploadId, name: 'a.png' }] },
    }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await contents(marketer, id)).toHaveLength(2);
});

test('a message at once with the deletion of its author’s account does not stay', async () => {
  const { advertiser, marketer, id } = await pendingTalk(app);
  await send(advertiser, id, 'Hello');
  const [removed] = await Promise.all([
    marketer.call(deleteOwnAccount),
    times((index) => send(marketer, id, `m${index}`)),
  ]);
  expect(removed.status).toBeLessThan(300);
  const { rows } = await database.asOwner('select id from message where author_id = $1', [marketer.userId]);
  expect(rows).toEqual([]);
});

test('several processes announce an unread message once', async () => {
  const { advertiser, id } = await hiredTalk(app);
  await send(advertiser, id, 'Hello');
  app.clock.advance(11 * 60_000);
  await times(() => announceUnread(app.deps));
  const { rows } = await database.asOwner(
    `select id from outbox where kind = 'message.unread' and ref like $1`,
    [`${id}%`],
  );
  expect(rows).toHaveLength(1);
});
