import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#kernel/time.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { transact } from '../db/transact.ts';
import { createLog } from '../log/log.ts';
import { createOutboxWorker } from '../outbox/outbox-worker.ts';
import { systemRandom } from '../security/random.ts';
import type { Mail } from './mailer.ts';
import { enqueueMail, mailEffects } from './send-mail.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const parts = { clock: systemClock, random: systemRandom };
const enqueue = (ref: string, mail: Mail) =>
  transact(database.db, (tx) => enqueueMail(tx, parts, { ref, mail }));

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
