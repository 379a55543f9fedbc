import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { fixAt, recording, startedAt } from '../test-tracking.ts';
import type { Recording, WaitingFix, WaitingFixes } from './waiting-fixes.ts';
import { createFixStore } from './fix-store.ts';
import { openFixesDatabase } from './waiting-fixes-database.ts';
import { createMemoryFixStore } from './waiting-fixes-memory.ts';

const otherSession: Recording = { ...recording, sessionId: '00000000-0000-4000-8000-000000000001' };
const otherAccount: Recording = { ...recording, accountId: '00000000-0000-4000-8000-000000000002' };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const openPage = () => createFixStore(() => openFixesDatabase(startedAt));
const listTimes = async (fixes: WaitingFixes, of = recording, limit = 500) =>
  (await fixes.next(of, limit)).map(({ fix }) => fix.recordedAt);
const timeAt = (seconds: number) => fixAt(seconds).recordedAt;

async function fill(fixes: WaitingFixes, seconds: readonly number[], of = recording): Promise<void> {
  for (const each of seconds) await fixes.add(of, fixAt(each));
}

const kinds: [string, () => WaitingFixes][] = [
  ['in the database', openPage],
  ['in memory', createMemoryFixStore],
];

test.each(kinds)('%s positions come out once each, in the order of measurement', async (_, open) => {
  const fixes = open();
  await fill(fixes, [0, 15, 10, 15, 40]);
  expect(await listTimes(fixes)).toEqual([0, 15, 10, 40].map(timeAt));
  expect(await fixes.count(recording)).toBe(4);
});

test.each(kinds)('%s removes only the positions that were taken', async (_, open) => {
  const fixes = open();
  await fill(fixes, [0, 15, 30]);
  await fixes.remove(await fixes.next(recording, 2));
  expect(await listTimes(fixes)).toEqual([timeAt(30)]);
});

test.each(kinds)('%s separates accounts and sessions', async (_, open) => {
  const fixes = open();
  await fill(fixes, [0, 15]);
  await fill(fixes, [30], otherSession);
  await fill(fixes, [45], otherAccount);
  expect(await listTimes(fixes, otherSession)).toEqual([timeAt(30)]);
  expect(await listTimes(fixes, otherAccount)).toEqual([timeAt(45)]);
  expect(await fixes.recordingsOf(otherAccount.accountId)).toEqual([otherAccount]);
  const own = await fixes.recordingsOf(recording.accountId);
  expect(own.map(({ sessionId }) => sessionId).sort()).toEqual([otherSession.sessionId, recording.sessionId]);
  await fixes.discard(recording);
  expect([await fixes.count(recording), await fixes.count(otherSession)]).toEqual([0, 1]);
});

test('outlast the page and are visible to other pages', async () => {
  await fill(openPage(), [0, 15]);
  const afterReload = openPage();
  await fill(afterReload, [30]);
  expect(await listTimes(openPage())).toEqual([0, 15, 30].map(timeAt));
});

test('removes positions older than thirty days, which the server no longer takes', async () => {
  await fill(openPage(), [0, 60]);
  const monthLater = new Date(startedAt.getTime() + 30 * 24 * 3_600_000 + 30_000);
  expect(await listTimes(createFixStore(() => openFixesDatabase(monthLater)))).toEqual([timeAt(60)]);
});

test('keeps positions in memory if the browser has no database', async () => {
  const fixes = createFixStore(() => Promise.reject(new DOMException('not here', 'InvalidStateError')));
  await fill(fixes, [0, 15]);
  expect(await listTimes(fixes)).toEqual([0, 15].map(timeAt));
  expect(await fixes.recordingsOf(recording.accountId)).toEqual([recording]);
});

test('keeps the order on a full disk, and returns to the database once there is room', async () => {
  const disk = await openFixesDatabase(startedAt);
  let isFull = false;
  const add = (...args: Parameters<WaitingFixes['add']>) =>
    isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.add(...args);
  const fixes = createFixStore(() => Promise.resolve({ ...disk, add }));
  await fill(fixes, [0]);
  isFull = true;
  await fill(fixes, [15]);
  isFull = false;
  await fill(fixes, [30]);
  expect(await fixes.count(recording)).toBe(3);
  const sent: string[] = [];
  for (let batch = await fixes.next(recording, 1); batch.length > 0; batch = await fixes.next(recording, 1)) {
    sent.push(...batch.map(({ fix }) => fix.recordedAt));
    await fixes.remove(batch);
  }
  expect(sent).toEqual([0, 15, 30].map(timeAt));
  await fill(fixes, [45]);
  expect(await disk.count(recording)).toBe(1);
});

test('returns to the database after the browser drops the connection', async () => {
  const disk = await openFixesDatabase(startedAt);
  let isDropped = false;
  const fixes = createFixStore(() => {
    const opened = { ...disk };
    if (isDropped) isDropped = false;
    else {
      opened.add = (...args) =>
        isDropped ? Promise.reject(new DOMException('closed', 'InvalidStateError')) : disk.add(...args);
    }
    return Promise.resolve(opened);
  });
  await fill(fixes, [0]);
  isDropped = true;
  await fill(fixes, [15, 30]);
  expect(await listTimes(openPage())).toEqual([0, 15, 30].map(timeAt));
});

test('moves positions from memory to the database before later ones', async () => {
  const disk = await openFixesDatabase(startedAt);
  let isFull = true;
  const add = (...args: Parameters<WaitingFixes['add']>) =>
    isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.add(...args);
  const fixes = createFixStore(() => Promise.resolve({ ...disk, add }));
  await fill(fixes, [0, 15]);
  isFull = false;
  await fill(fixes, [30]);
  expect(await listTimes(openPage())).toEqual([0, 15, 30].map(timeAt));
  expect(await fixes.count(recording)).toBe(3);
});

test('never returns positions that were taken but cannot be removed, and removes them once it can', async () => {
  const disk = await openFixesDatabase(startedAt);
  let isLocked = true;
  const remove = (taken: readonly WaitingFix[]) =>
    isLocked ? Promise.reject(new DOMException('no', 'UnknownError')) : disk.remove(taken);
  const fixes = createFixStore(() => Promise.resolve({ ...disk, remove }));
  await fill(fixes, [0, 15, 30]);
  await fixes.remove(await fixes.next(recording, 2));
  expect(await listTimes(fixes, recording, 1)).toEqual([timeAt(30)]);
  expect(await fixes.count(recording)).toBe(1);
  isLocked = false;
  await fixes.remove(await fixes.next(recording, 2));
  expect(await disk.count(recording)).toBe(0);
});
