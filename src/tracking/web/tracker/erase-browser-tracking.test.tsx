import { beforeEach, expect, test, vi } from 'vitest';
import { eraseBrowserTracking } from './erase-browser-tracking.ts';
import { readRememberedSession, rememberSession, type RememberedSession } from './remembered-session.ts';
import { stubIndexedDb } from '../test-indexed-db.ts';
import { fixAt, recording, startedAt } from '../test-tracking.ts';
import { openFixesDatabase } from '../positions/waiting-fixes-database.ts';

const startTime = startedAt.toISOString();
const started: RememberedSession = { ...recording, startTime, heardAt: startTime, state: 'stopped' };
const otherSession = { ...recording, sessionId: '00000000-0000-4000-8000-000000000001' };
const otherAccount = { ...recording, accountId: '00000000-0000-4000-8000-000000000002' };

beforeEach(stubIndexedDb);

test('removes everything of a deleted account, and nothing of another one', async () => {
  rememberSession(started);
  const fixes = await openFixesDatabase(startedAt);
  for (const each of [recording, otherSession, otherAccount]) {
    for (const seconds of [0, 15]) await fixes.add(each, fixAt(seconds));
  }
  await eraseBrowserTracking(recording.accountId, startedAt);
  expect(await fixes.recordingsOf(recording.accountId)).toEqual([]);
  expect(await fixes.count(otherAccount)).toBe(2);
  expect(readRememberedSession()).toBeNull();
  expect(window.localStorage).toHaveLength(0);
});

test('keeps the session that another account started here', async () => {
  rememberSession({ ...started, ...otherAccount });
  await eraseBrowserTracking(recording.accountId, startedAt);
  expect(readRememberedSession()).toEqual({ ...started, ...otherAccount });
});

test('works in a browser without a database', async () => {
  rememberSession(started);
  vi.stubGlobal('indexedDB', undefined);
  await eraseBrowserTracking(recording.accountId, startedAt);
  expect(readRememberedSession()).toBeNull();
});
