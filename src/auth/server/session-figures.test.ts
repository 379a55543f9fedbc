import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMilliseconds, DAY, HOUR } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { ADMIN_SESSION_LIFETIME_MS, isLiveSession, SESSION_LIFETIME_MS } from './rules.ts';
import { countLiveSessions } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.asOwner('delete from sign_in_session'));

const now = new DrivenClock().now();
const limits = { idleMs: 7 * DAY, adminIdleMs: HOUR };
const ago = (milliseconds: number) => addMilliseconds(now, -milliseconds);

test.each([
  { role: 'marketer', age: SESSION_LIFETIME_MS - 1, idle: 0, isLive: true },
  { role: 'marketer', age: SESSION_LIFETIME_MS, idle: 0, isLive: false },
  { role: 'marketer', age: 8 * DAY, idle: limits.idleMs - 1, isLive: true },
  { role: 'marketer', age: 8 * DAY, idle: limits.idleMs, isLive: false },
  { role: 'marketer', age: DAY, idle: 0, ended: 0, isLive: false },
  { role: 'admin', age: ADMIN_SESSION_LIFETIME_MS - 1, idle: 0, isLive: true },
  { role: 'admin', age: ADMIN_SESSION_LIFETIME_MS, idle: 0, isLive: false },
  { role: 'admin', age: 2 * HOUR, idle: limits.adminIdleMs - 1, isLive: true },
  { role: 'admin', age: 2 * HOUR, idle: limits.adminIdleMs, isLive: false },
])('counts the sessions that may be used: %o', async ({ role, age, idle, ended, isLive }) => {
  const session = {
    createdAt: ago(age),
    lastUsedAt: ago(idle),
    endedAt: ended === undefined ? null : ago(ended),
  };
  const id = randomUUID();
  await database.pool.query('insert into account (id, email, role, created_at) values ($1, $2, $3, $4)', [
    id,
    `${id}@promenade.test`,
    role,
    session.createdAt,
  ]);
  await database.pool.query(
    `insert into sign_in_session (id, account_id, token_hash, created_at, last_used_at, ended_at)
     values ($1, $1, repeat('a', 64), $2, $3, $4)`,
    [id, session.createdAt, session.lastUsedAt, session.endedAt],
  );
  expect(isLiveSession({ ...session, isAdmin: role === 'admin' }, now, limits)).toBe(isLive);
  expect(await countLiveSessions(database.db, now, limits)).toBe(isLive ? 1 : 0);
});
