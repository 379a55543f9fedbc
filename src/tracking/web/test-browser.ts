import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { stubProperty } from '#platform/web/test-cleanup.ts';
import { type ManualClock, createManualClock } from '#platform/web/manual-clock.ts';
import type { RememberedSession } from './tracker/remembered-session.ts';
import { stubIndexedDb } from './test-indexed-db.ts';
import { startedAt, type TestDevice, testDevice } from './test-tracking.ts';

type StorageListener = (event: StorageEvent) => void;
const storageListeners = new Set<StorageListener>();

function recordStorageListeners(): void {
  storageListeners.clear();
  const { addEventListener, removeEventListener } = window;
  vi.stubGlobal('addEventListener', (...args: Parameters<typeof addEventListener>) => {
    if (args[0] === 'storage') storageListeners.add(args[1] as StorageListener);
    addEventListener(...args);
  });
  vi.stubGlobal('removeEventListener', (...args: Parameters<typeof removeEventListener>) => {
    storageListeners.delete(args[1] as StorageListener);
    removeEventListener(...args);
  });
}

export function freshBrowser(): { clock: ManualClock; device: TestDevice } {
  recordStorageListeners();
  stubIndexedDb();
  const clock = createManualClock(startedAt);
  const device = testDevice(() => clock.now());
  stubProperty(navigator, 'geolocation', device.geolocation);
  return { clock, device };
}

/**
 * Changes the session that another page remembers, and fires the event as a browser does. React finishes the
 * work of one listener before the next is called, and a listener removed by then is skipped. `dispatchEvent`
 * would call them all.
 */
export function changeStartElsewhere(started: RememberedSession | null): void {
  if (started) window.localStorage.setItem('promenade.tracking', JSON.stringify(started));
  else window.localStorage.removeItem('promenade.tracking');
  const event = new StorageEvent('storage', { key: 'promenade.tracking' });
  const present = [...storageListeners];
  for (const listener of present) {
    if (storageListeners.has(listener)) act(() => listener(event));
  }
}

/** A tracker's pending calls reach the next test's network, so wait for them before the test ends. */
export function brokenNetwork(
  fail: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch')),
): string[] {
  const tried: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    tried.push(address.split('/').at(-1) ?? '');
    return fail();
  });
  return tried;
}

interface Request {
  owner: object;
  grant(): void;
  takeAway(): void;
}

export interface TestPage {
  locks: LockManager;
  page: EventTarget & { visibilityState: DocumentVisibilityState };
  turn(visibilityState: DocumentVisibilityState): void;
  close(): void;
}

export function testBrowser(): { openPage(visibilityState?: DocumentVisibilityState): TestPage } {
  const lines = new Map<string, Request[]>();
  const getLine = (name: string) => lines.get(name) ?? [];

  function setLine(name: string, next: Request[]): void {
    const [before] = getLine(name);
    lines.set(name, next);
    if (next[0] && next[0] !== before) next[0].grant();
  }

  function requestFor(owner: object) {
    return (name: string, options: LockOptions, task: LockGrantedCallback<unknown>) =>
      new Promise((resolve, reject) => {
        const leave = () =>
          setLine(
            name,
            getLine(name).filter((each) => each !== request),
          );
        const fail = () => reject(new DOMException('aborted', 'AbortError'));
        let isGranted = false;
        const request: Request = {
          owner,
          takeAway: fail,
          grant() {
            isGranted = true;
            // Only the end of the task releases the lock.
            const run = async () => task({ name, mode: 'exclusive' });
            void Promise.resolve().then(run).then(resolve, reject).finally(leave);
          },
        };
        options.signal?.addEventListener('abort', () => {
          if (isGranted) return;
          fail();
          leave();
        });
        if (!options.steal) return setLine(name, [...getLine(name), request]);
        const [holder, ...waiting] = getLine(name);
        holder?.takeAway();
        setLine(name, [request, ...waiting]);
      });
  }

  async function query(): Promise<LockManagerSnapshot> {
    return { held: [...lines].flatMap(([name, line]) => (line.length > 0 ? [{ name }] : [])) };
  }

  return {
    openPage(visibilityState = 'visible') {
      const page = Object.assign(new EventTarget(), { visibilityState });
      return {
        // The code uses no other method.
        locks: { request: requestFor(page), query } as unknown as LockManager,
        page,
        turn(next) {
          page.visibilityState = next;
          page.dispatchEvent(new Event('visibilitychange'));
        },
        close() {
          for (const [name, line] of lines)
            setLine(
              name,
              line.filter(({ owner }) => owner !== page),
            );
        },
      };
    },
  };
}
