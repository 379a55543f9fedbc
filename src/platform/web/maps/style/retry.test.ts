import { expect, it } from 'vitest';
import { createManualClock } from '../../manual-clock.ts';
import { retry } from './retry.ts';

const flushPromises = () => new Promise((resolve) => setTimeout(resolve, 0));

function attemptsThatFail(times: number) {
  const clock = createManualClock(new Date('2026-11-02T15:00:00Z'));
  const startedAt: number[] = [];
  const begun = clock.now().getTime();
  const load = () => {
    startedAt.push(clock.now().getTime() - begun);
    return startedAt.length <= times
      ? Promise.reject(new Error(`failure ${startedAt.length}`))
      : Promise.resolve('map');
  };
  return { clock, startedAt, load };
}

it('retries three times with growing delays', async () => {
  const { clock, startedAt, load } = attemptsThatFail(3);
  const loaded = retry(load, { clock });
  for (let second = 0; second < 8; second += 1) {
    await flushPromises();
    clock.advance(500);
  }
  expect(await loaded).toBe('map');
  expect(startedAt).toEqual([0, 500, 1500, 3500]);
});

it('throws the last error after four failures, and reports each', async () => {
  const { clock, load } = attemptsThatFail(99);
  const heard: unknown[] = [];
  const loaded = retry(load, {
    clock,
    onFailure: (error, attempt, delay) => heard.push([String(error), attempt, delay]),
  });
  const outcome = expect(loaded).rejects.toThrow('failure 4');
  for (let second = 0; second < 8; second += 1) {
    await flushPromises();
    clock.advance(500);
  }
  await outcome;
  expect(heard).toEqual([
    ['Error: failure 1', 1, 500],
    ['Error: failure 2', 2, 1000],
    ['Error: failure 3', 3, 2000],
    ['Error: failure 4', 4, undefined],
  ]);
});

it('stops when the signal is aborted', async () => {
  const { clock, startedAt, load } = attemptsThatFail(99);
  const leaving = new AbortController();
  const outcome = expect(retry(load, { clock, signal: leaving.signal })).rejects.toThrow('aborted');
  await flushPromises();
  leaving.abort();
  clock.advance(500);
  await outcome;
  expect(startedAt).toHaveLength(1);
});
