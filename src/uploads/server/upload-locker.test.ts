import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { uploadLocker } from './upload-locker.ts';

const never = () => new AbortController().signal;

test('a second caller asks the first to release, and waits until it does', async () => {
  const locker = uploadLocker();
  const order: string[] = [];
  const first = locker.newLock('a');
  const second = locker.newLock('a');
  await first.lock(never(), () => void order.push('asked to let go'));
  const waiting = second.lock(never(), () => {}).then(() => order.push('second has it'));
  await turn();
  expect(order).toEqual(['asked to let go']);
  order.push('first lets go');
  await first.unlock();
  await waiting;
  expect(order).toEqual(['asked to let go', 'first lets go', 'second has it']);
  await second.unlock();
});

test('only one of many waiting callers has the lock at a time', async () => {
  const locker = uploadLocker();
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = locker.newLock('a');
      await lock.lock(never(), () => {});
      holders += 1;
      most = Math.max(most, holders);
      await turn();
      holders -= 1;
      await lock.unlock();
    }),
  );
  expect(most).toBe(1);
});

test('locks of other uploads do not wait', async () => {
  const locker = uploadLocker();
  await locker.newLock('a').lock(never(), () => {});
  await locker.newLock('b').lock(never(), () => {});
});

test('a caller that gives up stops waiting', async () => {
  const locker = uploadLocker();
  await locker.newLock('a').lock(never(), () => {});
  const giveUp = new AbortController();
  const waiting = locker.newLock('a').lock(giveUp.signal, () => {});
  giveUp.abort();
  await expect(waiting).rejects.toMatchObject({ status_code: 423 });
});
