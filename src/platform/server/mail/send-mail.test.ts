import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clock, HOUR, MINUTE, systemClock } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { transact } from '../db/transact.ts';
import { createLog } from '../log/log.ts';
import { createOutboxWorker } from '../outbox/outbox-worker.ts';
import { systemRandom } from '../security/random.ts';
import type { Mail, Mailer } from './mailer.ts';
import { enqueueMail, mailEffects } from './send-mail.ts';
import { smtpMailer } from './smtp-mailer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const parts = { clock: systemClock, random: systemRandom };
const enqueue = (ref: string, mail: Mail, clock: Clock = systemClock) =>
  transact(database.db, (tx) =>
    enqueueMail(tx, { clock, random: systemRandom }, { ref, mail: () => mail, language: 'en' }),
  );

test('mail with a code passes all other mail while the mail server is slow', async () => {
  let sentCode: string | undefined;
  let isSlow = true;
  const slow: (() => void)[] = [];
  const mailer = {
    send: async ({ code }: Mail) => {
      if (code !== undefined) sentCode = code;
      else if (isSlow) await new Promise<void>((resolve) => slow.push(resolve));
    },
  };
  for (let n = 0; n < 10; n += 1) {
    await enqueue(`news-${n}`, { to: 'ada@promenade.test', subject: 'News', text: 'News' });
  }
  const worker = createOutboxWorker({
    ...parts,
    db: database.db,
    log: createLog({ level: 'silent' }),
    subscriptions: [],
    effects: mailEffects(mailer),
    sweeps: [],
    isAlone: true,
  });
  worker.start();
  try {
    await expect.poll(() => slow.length).toBe(4);
    await enqueue('code', { to: 'ada@promenade.test', subject: 'Code', text: '123456', code: '123456' });
    await expect.poll(() => sentCode).toBe('123456');
    expect(slow).toHaveLength(4);
  } finally {
    isSlow = false;
    for (const answer of slow) answer();
    await worker.stop();
  }
});

test('a mail server that is away for 12 hours delays mail, which is then sent once', async () => {
  const clock = new DrivenClock();
  const away = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@promenade.test' });
  const sent: Mail[] = [];
  const server = { isAway: true };
  const mailer: Mailer = {
    send: async (mail) => (server.isAway ? away.send(mail) : void sent.push(mail)),
  };
  const worker = createOutboxWorker({
    db: database.db,
    clock,
    random: systemRandom,
    log: createLog({ level: 'silent' }),
    subscriptions: [],
    effects: mailEffects(mailer),
    sweeps: [],
    isAlone: true,
  });
  const mail = { to: 'ada@promenade.test', subject: 'Hello', text: 'Text' };
  await enqueue('one', mail, clock);
  const back = new Date(clock.now().getTime() + 12 * HOUR);
  while (clock.now() < back) {
    await worker.runDue();
    clock.advance(5 * MINUTE);
  }
  expect(sent).toEqual([]);
  server.isAway = false;
  clock.advance(15 * MINUTE);
  await worker.runDue();
  await worker.runDue();
  expect(sent).toEqual([{ ...mail, language: 'en' }]);
  const { rows } = await database.pool.query(`select state, payload from outbox where ref = 'one'`);
  expect(rows).toEqual([{ state: 'done', payload: {} }]);
});

test('mail that may have been sent once is given up after its attempts, and its contents are erased', async () => {
  const clock = new DrivenClock();
  const worker = createOutboxWorker({
    db: database.db,
    clock,
    random: systemRandom,
    log: createLog({ level: 'silent' }),
    subscriptions: [],
    effects: mailEffects({ send: () => Promise.reject(new Error('no such mailbox')) }),
    sweeps: [],
    isAlone: false,
  });
  const mail = { to: 'ada@promenade.test', subject: 'Code', text: '123456', code: '123456' };
  await enqueue('lost', mail, clock);
  await database.pool.query(
    "update outbox set state = 'sent', attempts = 97, first_sent_at = now(), next_at = now() where ref = 'lost'",
  );
  for (let attempt = 98; attempt <= 102; attempt += 1) {
    await worker.runDue();
    clock.advance(15 * MINUTE);
  }
  const { rows } = await database.pool.query(
    "select state, attempts, payload from outbox where ref = 'lost'",
  );
  expect(rows).toEqual([{ state: 'dead', attempts: 100, payload: {} }]);
});
