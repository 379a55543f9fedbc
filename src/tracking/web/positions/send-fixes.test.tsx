import { beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { type Fix, updateLocation } from '../../contract.ts';
import { type FixSender, sendFixes } from './send-fixes.ts';
import { stubIndexedDb } from '../test-indexed-db.ts';
import { fixAt, recording, sharedLocks, startedAt, taken } from '../test-tracking.ts';
import { createFixStore } from './fix-store.ts';
import { openFixesDatabase } from './waiting-fixes-database.ts';

const clock = createManualClock(startedAt);
let withLock: FixSender['withLock'];

beforeEach(() => {
  stubIndexedDb();
  withLock = sharedLocks();
});

const openPage = (): FixSender => ({
  clock,
  withLock,
  fixes: createFixStore(() => openFixesDatabase(startedAt)),
});

async function fill(page: FixSender, count: number): Promise<string[]> {
  const fixes = Array.from({ length: count }, (_, at) => fixAt(at * 15));
  for (const fix of fixes) await page.fixes.add(recording, fix);
  return fixes.map(({ recordedAt }) => recordedAt);
}

function listBatches(received: ReturnType<typeof stubNetwork>): (string | undefined)[][] {
  return received
    .filter(({ endpoint }) => endpoint === updateLocation)
    .map(({ body }) => {
      // The shape of what a browser sends to this endpoint.
      const sent = body as Fix | { points: Fix[] };
      return ('points' in sent ? sent.points : [sent]).map(({ recordedAt }) => recordedAt);
    });
}

test('sends all positions in order, in batches of what the server accepts', async () => {
  const page = openPage();
  const times = await fill(page, 501);
  const received = stubNetwork(stubCall(updateLocation, taken));
  expect(await sendFixes(recording, page)).toBe('arrived');
  const batches = listBatches(received);
  expect(batches.map(({ length }) => length)).toEqual([500, 1]);
  expect(batches.flat()).toEqual(times);
  expect(received.map(({ body }) => body)).toMatchObject([
    { sessionId: recording.sessionId },
    { sessionId: recording.sessionId, latitude: fixAt(0).latitude + (500 * 15) / 111_195 },
  ]);
  expect(await page.fixes.count(recording)).toBe(0);
});

test('sends each position once from two pages at the same time', async () => {
  const [one, other] = [openPage(), openPage()];
  const times = await fill(one, 3);
  const received = stubNetwork(stubCall(updateLocation, taken));
  const outcomes = await Promise.all([sendFixes(recording, one), sendFixes(recording, other)]);
  expect(outcomes).toEqual(['arrived', 'arrived']);
  expect(listBatches(received)).toEqual([times]);
});

test('keeps unsent positions, even after a reload', async () => {
  const page = openPage();
  const times = await fill(page, 2);
  stubNetwork(stubRefusal(updateLocation, 'server/busy'));
  expect(await sendFixes(recording, page)).toBe('waiting');
  const received = stubNetwork(stubCall(updateLocation, taken));
  expect(await sendFixes(recording, openPage())).toBe('arrived');
  expect(listBatches(received)).toEqual([times]);
});

test('gives up a dead connection without losing anything', async () => {
  const page = openPage();
  await fill(page, 1);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
      queueMicrotask(() => clock.advance(30_000));
    });
  });
  expect(await sendFixes(recording, page)).toBe('unanswered');
  expect(await page.fixes.count(recording)).toBe(1);
});

test.each([
  ['session/none-running', [{ count: 2, reason: 'ended' }]],
  ['session/closed', [{ count: 2, reason: 'ended' }]],
  ['session/proof-sent', [{ count: 2, reason: 'proof-sent' }]],
  ['session/other-device', [{ count: 2, reason: 'taken-over' }]],
  ['compliance/location-consent', []],
] as const)('discards the positions after %s, and says how many', async (code, lost) => {
  const onLost = vi.fn();
  const page = openPage();
  await fill(page, 2);
  stubNetwork(stubCall(getCurrentUser, marketer), stubRefusal(updateLocation, code));
  expect(await sendFixes(recording, page, { onLost })).toBe('refused');
  expect(onLost.mock.calls.flat()).toEqual(lost);
  expect(await page.fixes.count(recording)).toBe(0);
});

test('says how many of a batch the server did not take', async () => {
  const page = openPage();
  await fill(page, 3);
  const onLost = vi.fn();
  stubNetwork(stubCall(updateLocation, { ...taken, received: 1, tooLate: 2, isRunning: false }));
  expect(await sendFixes(recording, page, { onLost })).toBe('arrived');
  expect(onLost.mock.calls).toEqual([[{ count: 2, reason: 'ended' }]]);
});

test('says nothing if all were measured before another device took over', async () => {
  const page = openPage();
  await fill(page, 3);
  const onLost = vi.fn();
  stubNetwork(stubCall(updateLocation, { ...taken, received: 3, isRunning: false, isTakenOver: true }));
  expect(await sendFixes(recording, page, { onLost })).toBe('arrived');
  expect(onLost).not.toHaveBeenCalled();
});

test('sends positions once even if the browser cannot remove them', async () => {
  const disk = await openFixesDatabase(startedAt);
  const remove = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const page: FixSender = {
    clock,
    withLock,
    fixes: createFixStore(() => Promise.resolve({ ...disk, remove })),
  };
  const times = await fill(page, 2);
  const received = stubNetwork(stubCall(updateLocation, taken));
  expect(await sendFixes(recording, page)).toBe('arrived');
  expect(listBatches(received)).toEqual([times]);
});

test('keeps positions that were refused to another account', async () => {
  const page = openPage();
  await fill(page, 2);
  stubNetwork(stubCall(getCurrentUser, testUser()), stubRefusal(updateLocation, 'session/none-running'));
  expect(await sendFixes(recording, page)).toBe('waiting');
  expect(await page.fixes.count(recording)).toBe(2);
});

test('keeps positions that were refused while signed out', async () => {
  const page = openPage();
  await fill(page, 1);
  stubNetwork(stubRefusal(updateLocation, 'auth/required'));
  expect(await sendFixes(recording, page)).toBe('waiting');
  expect(await page.fixes.count(recording)).toBe(1);
});
