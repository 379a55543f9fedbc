/**
 * Runs in every test file. Fails a test with an unexpected console error. Fails a file that leaves a socket,
 * server, worker or child open, logs a secret, or shows an exact position to anyone but its marketer.
 */
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { takeViolations } from './wallet/behind-proxy.ts';
import { dropSecrets, takeLeaks } from './scans/log-scan.ts';
import { PATIENCE_MS } from './patience.ts';

// Every run checks properties with the same values, so none fails by chance. TEST_SEED sets other values.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_102) });

const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
  // A test that expects a message adds its own spy on top.
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

// Only the test file opens these handles. Timers and pipes also belong to the test runner.
const ownHandles = new Set(['TCPServerWrap', 'TCPSocketWrap', 'ProcessWrap']);
const openNow = () => [
  ...process.getActiveResourcesInfo().filter((name) => ownHandles.has(name)),
  ...Array.from(workers, () => 'Worker'),
];
// Handles that another file has left open are that file's failure.
const openBefore = openNow().length;

// Registered before the file's own hooks, so it runs after them.
afterAll(async () => {
  // Node announces a worker one turn after its start.
  await new Promise((resolve) => setImmediate(resolve));
  const stillOpen = () => openNow().slice(openBefore);
  await vi.waitUntil(() => stillOpen().length === 0, { timeout: PATIENCE_MS }).catch(() => undefined);
  process.off('worker', noteWorker);
  expect(takeViolations(), 'calls of the wallet that break its files').toEqual([]);
  expect(takeLeaks(), 'leaks in the log, in answers and in mails').toEqual([]);
  dropSecrets();
  expect(stillOpen(), 'handles still open after the last test of the file').toEqual([]);
});
