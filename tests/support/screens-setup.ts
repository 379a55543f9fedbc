/**
 * Runs in every screen test file. The files of one worker share one window and their modules, so every test is cleaned up
 * here. A file that leaves something behind fails with the name of what it left.
 */
import { cleanup } from '@testing-library/react';
import {
  IDBCursor,
  IDBDatabase,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { cleanups } from '#platform/web/test-cleanup.ts';

// The database itself is up to the test: see stubIndexedDb.
Object.assign(globalThis, {
  IDBCursor,
  IDBDatabase,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
});

// The component library needs these; jsdom has no layout and lacks them.
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => undefined;
if (!('fonts' in document)) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
}

const shared: Record<string, object> = {
  window: globalThis,
  navigator,
  document,
  URL,
  Element: Element.prototype,
  HTMLElement: HTMLElement.prototype,
  HTMLInputElement: HTMLInputElement.prototype,
  Storage: Storage.prototype,
};
/** Libraries mark the window and the document when they are loaded, and user-event wraps the two methods. */
const isOfLibrary = (name: string) => name.startsWith('_') || name === 'focus' || name === 'blur';
const readShared = () =>
  new Map(
    Object.entries(shared).flatMap(([owner, object]) =>
      Object.entries(Object.getOwnPropertyDescriptors(object))
        .filter(([name]) => !isOfLibrary(name))
        .map(([name, { value, get }]): [string, unknown] => [
          `${owner}.${name}`,
          // Node defines some globals when they are first read.
          object === globalThis ? Reflect.get(object, name) : (get ?? value),
        ]),
    ),
  );
const before = readShared();
const listeners = trackListeners();

afterEach(() => {
  cleanup();
  // The component library keeps its portal.
  document.querySelector('[data-mantine-shared-portal-node]')?.remove();
  // So does user-event its clipboard.
  Reflect.deleteProperty(navigator, 'clipboard');
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  // What measures in the background ends when the storage no longer says that it runs.
  window.dispatchEvent(new StorageEvent('storage'));
  for (const clean of cleanups) clean();
});

afterAll(() => {
  listeners.stop();
  const after = readShared();
  const names = new Set([...before.keys(), ...after.keys()]);
  const leaks = [
    ...[...names].filter((name) => !Object.is(before.get(name), after.get(name))),
    ...Array.from(document.body.children, (element) => `document.body: ${element.outerHTML.slice(0, 200)}`),
    ...Array.from(document.head.querySelectorAll('script'), ({ src }) => `script ${src}`),
    ...Object.keys(window.localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(window.sessionStorage).map((key) => `sessionStorage ${key}`),
    ...(vi.isFakeTimers() ? ['fake timers'] : []),
    ...listeners.left(),
  ];
  expect(leaks.join('\n'), 'state left for the next file').toBe('');
});

/** Records the listeners that are added to the window and not removed again. */
function trackListeners() {
  const added = new Map<unknown, string>();
  // Both names of the window: the environment copies it onto the global object.
  const targets = [globalThis as unknown as Window, document.defaultView ?? window];
  const originals = targets.map(({ addEventListener, removeEventListener }) => ({
    addEventListener,
    removeEventListener,
  }));
  for (const [at, target] of targets.entries()) {
    const { addEventListener, removeEventListener } = originals[at] ?? target;
    target.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      const [type, listener, options] = args;
      const isShortLived = typeof options === 'object' && (options.once || options.signal);
      if (!isShortLived) added.set(listener, type);
      addEventListener.apply(target, args);
    };
    target.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      added.delete(args[1]);
      removeEventListener.apply(target, args);
    };
  }
  return {
    left: () => [...added.values()].map((type) => `listener for ${type} on window`),
    stop: () => {
      for (const [at, target] of targets.entries()) Object.assign(target, originals[at]);
    },
  };
}
