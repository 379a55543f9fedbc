import { beforeEach, expect, test, vi } from 'vitest';
import { forgetTracking } from './forget-tracking.ts';
import { readStart, rememberStart, type StartedHere } from './started-here.ts';
import { stubIndexedDb } from './test-indexed-db.ts';
import { fixAt, recording, startedAt } from './test-tracking.ts';
import { openFixesDatabase } from './waiting-fixes-database.ts';

const startTime = startedAt.toISOString();
const started: StartedHere = { ...recording, startTime, heardAt: startTime, state: 'stopped' };
const otherSession = { ...recording, sessionId: '00000000-0000-4000-8000-000000000001' };
const otherAccount = { ...recording, accountId: '00000000-0000-4000-8000-000000000002' };

beforeEach(stubIndexedDb);

test('removes everything of a deleted account, and nothing of another one', async () => {
  rememberStart(started);
  const fixes = await openFixesDatabase(startedAt);
  for (const each of [recording, otherSession, otherAccount]) {
    for (const seconds of [0, 15]) await fixes.add(each, fixAt(seconds));
  }
  await forgetTracking(recording.accountId, startedAt);
  expect(await fixes.recordingsOf(recording.accountId)).toEqual([]);
  expect(await fixes.count(otherAccount)).toBe(2);
  expect(readStart()).toBeNull();
  expect(window.localStorage).toHaveLength(0);
});

test('keeps the session that another account started here', async () => {
  rememberStart({ ...started, ...otherAccount });
  await forgetTracking(recording.accountId, startedAt);
  expect(readStart()).toEqual({ ...started, ...otherAccount });
});

test('works in a browser without a database', async () => {
  rememberStart(started);
  vi.stubGlobal('indexedDB', undefined);
  await forgetTracking(recording.accountId, startedAt);
  expect(readStart()).toBeNull();
});
