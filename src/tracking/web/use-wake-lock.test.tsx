import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useWakeLock } from './use-wake-lock.ts';

/** What a browser does of it: gives locks, takes them away when the page is hidden. */
let locks: { released: boolean; release: () => Promise<void> }[];
let isVisible: boolean;

beforeEach(() => {
  locks = [];
  isVisible = true;
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isVisible ? 'visible' : 'hidden'),
  });
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
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
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  Reflect.deleteProperty(navigator, 'wakeLock');
});

async function setVisible(visible: boolean): Promise<void> {
  isVisible = visible;
  if (!visible) await Promise.all(locks.map((lock) => lock.release()));
  document.dispatchEvent(new Event('visibilitychange'));
}

test('the screen stays on while it is wanted, and no longer', async () => {
  const { rerender } = renderHook(({ isWanted }) => useWakeLock(isWanted), {
    initialProps: { isWanted: false },
  });
  expect(locks).toHaveLength(0);
  rerender({ isWanted: true });
  await waitFor(() => expect(locks.map(({ released }) => released)).toEqual([false]));
  rerender({ isWanted: false });
  await waitFor(() => expect(locks.map(({ released }) => released)).toEqual([true]));
});

test('it is asked for again when the page returns', async () => {
  renderHook(() => useWakeLock(true));
  await waitFor(() => expect(locks).toHaveLength(1));
  await setVisible(false);
  expect(locks).toHaveLength(1);
  await setVisible(true);
  await waitFor(() => expect(locks.map(({ released }) => released)).toEqual([true, false]));
});

test('a browser that has none, or refuses, changes nothing', async () => {
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: { request: () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) },
  });
  const refused = renderHook(() => useWakeLock(true));
  await setVisible(true);
  refused.unmount();
  Reflect.deleteProperty(navigator, 'wakeLock');
  renderHook(() => useWakeLock(true)).unmount();
});
