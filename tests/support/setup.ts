/**
 * Runs in every test file: what a test did not expect on the console fails it, and so does a socket,
 * server, worker or child that is still open when the file ends, what its log must not hold, and an exact position in an answer
 * to anybody but its marketer. A green run would hide all.
 */
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { takeViolations } from './wallet/behind-proxy.ts';
import { takeShownPositions } from './answer-scan-leaks.ts';
import { forgetSecrets, takeLeaks } from './log-scan.ts';
import { PATIENCE_MS } from './patience.ts';

// Every run checks properties with the same values, so none fails by chance. TEST_SEED takes other values.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_102) });

const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
  // A test that expects a message puts its own spy on top and asserts on that.
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    unexpected.push(values.map(String).join(' '));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(unexpected, 'unexpected console.error').toEqual([]);
  expect(takeViolations(), 'calls of the wallet that break its files').toEqual([]);
});

const workers = new Set<Worker>();
const noteWorker = (worker: Worker) => {
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
};
process.on('worker', noteWorker);

// The handles that only the test file itself can have opened; timers and pipes also belong to the test runner.
const ownHandles = new Set(['TCPServerWrap', 'TCPSocketWrap', 'ProcessWrap']);

const openNow = () => [
  ...process.getActiveResourcesInfo().filter((name) => ownHandles.has(name)),
  ...[...workers].map(() => 'Worker'),
];

// What another file has left open is that file's failure.
const openBefore = openNow().length;
const stillOpen = () => openNow().slice(openBefore);

// Registered before the file's own hooks, hence run after them.
afterAll(async () => {
  // A worker is announced a turn after it was made.
  await new Promise((resolve) => setImmediate(resolve));
  const began = performance.now();
  while (stillOpen().length > 0 && performance.now() - began < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(takeViolations(), 'calls of the wallet that break its files').toEqual([]);
  expect(takeLeaks(), 'what the log must not hold').toEqual([]);
  forgetSecrets();
  expect(takeShownPositions(), 'exact positions that others than their marketer got').toEqual([]);
  process.off('worker', noteWorker);
  expect(stillOpen(), 'handles still open after the last test of the file').toEqual([]);
});
