import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubProperty } from '#platform/web/test-cleanup.ts';
import { useWakeLock } from './use-wake-lock.ts';

let locks: { released: boolean; release: () => Promise<void> }[];

beforeEach(() => {
  locks = [];
  stubProperty(document, 'visibilityState', 'visible');
  stubProperty(navigator, 'wakeLock', {
    request: async () => {
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
        },
      };
      locks.push(lock);
      return lock;
    },
  });
});

async function setVisible(visible: boolean): Promise<void> {
  stubProperty(document, 'visibilityState', visible ? 'visible' : 'hidden');
  if (!visible) await Promise.all(locks.map((lock) => lock.release()));
  document.dispatchEvent(new Event('visibilitychange'));
}

test('keeps the screen on only while it is wanted', async () => {
  const { rerender } = renderHook(({ isWanted }) => useWakeLock(isWanted), {
    initialProps: { isWanted: false },
  });
  expect(locks).toHaveLength(0);
  rerender({ isWanted: true });
  await waitFor(() => expect(locks.map(({ released }) => released)).toEqual([false]));
  rerender({ isWanted: false });
  await waitFor(() => expect(locks.map(({ released }) => released)).toEqual([true]));
});

test('requests the lock again when the page returns', async () => {
  renderHook(() => useWakeLock(true));
  await waitFor(() => expect(locks).toHaveLength(1));
  await setVisible(false);
  expect(locks).toHaveLength(1);
  await setVisible(true);
  await waitFor(() => expect(locks.map(({ released }) => released)).toEqual([true, false]));
});

test('works in a browser that has no wake lock or refuses it', async () => {
  stubProperty(navigator, 'wakeLock', {
    request: () => Promise.reject(new DOMException('low battery', 'NotAllowedError')),
  });
  const refused = renderHook(() => useWakeLock(true));
  await setVisible(true);
  refused.unmount();
  Reflect.deleteProperty(navigator, 'wakeLock');
  renderHook(() => useWakeLock(true)).unmount();
});
