/**
 * Runs in every screen test file. The files of one worker share a window and modules. A file that leaves
 * something in the window fails, and the failure names it.
 */
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as fakeDatabase from 'fake-indexeddb';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { cleanups } from '#platform/web/test-cleanup.ts';
import { readPlainStyle } from './plain-styles.ts';

/**
 * A query that waits fails at every change of the page. By default each failure formats the whole page, so this
 * error formats it only when its message is read.
 */
configure({
  getElementError(message, container) {
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
      set(value) {
        Object.defineProperty(error, 'message', { value, writable: true });
      },
    });
    return error;
  },
});

// Both names of the window, because the environment copies it onto the global object.
const windows = [globalThis as unknown as Window, document.defaultView ?? window];
for (const each of windows) each.getComputedStyle = readPlainStyle;

// Tests add the database themselves: see stubIndexedDb.
const { default: _, indexedDB: __, ...databaseTypes } = fakeDatabase;
Object.assign(globalThis, databaseTypes);

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
/** Libraries mark the window and the document when they load, and user-event wraps these two methods. */
const isOfLibrary = (name: string) => name.startsWith('_') || name === 'focus' || name === 'blur';
const readShared = () => {
  const found = new Map<string, unknown>();
  for (const [owner, object] of Object.entries(shared)) {
    for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      // Node defines some globals when they are first read.
      const current = object === globalThis ? Reflect.get(object, name) : (get ?? value);
      if (!isOfLibrary(name)) found.set(`${owner}.${name}`, current);
    }
  }
  return found;
};
const before = readShared();

/** The listeners on the window and their types. */
const added = new Map<unknown, string>();
const restores = windows.map((target) => {
  const { addEventListener, removeEventListener } = target;
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
  return () => Object.assign(target, { addEventListener, removeEventListener });
});

afterEach(() => {
  cleanup();
  // The component library keeps its portal.
  document.querySelector('[data-mantine-shared-portal-node]')?.remove();
  // user-event keeps its clipboard.
  Reflect.deleteProperty(navigator, 'clipboard');
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  // Background tracking ends when the storage no longer names it.
  window.dispatchEvent(new StorageEvent('storage'));
  for (const clean of cleanups) clean();
});

afterAll(() => {
  for (const restore of restores.toReversed()) restore();
  const after = readShared();
  const names = new Set([...before.keys(), ...after.keys()]);
  const leaks = [
    ...[...names].filter((name) => !Object.is(before.get(name), after.get(name))),
    ...Array.from(document.body.children, (element) => `document.body: ${element.outerHTML.slice(0, 200)}`),
    ...Array.from(document.head.querySelectorAll('script'), ({ src }) => `script ${src}`),
    ...Object.keys(window.localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(window.sessionStorage).map((key) => `sessionStorage ${key}`),
    ...(vi.isFakeTimers() ? ['fake timers'] : []),
    ...Array.from(added.values(), (type) => `listener for ${type} on window`),
  ];
  expect(leaks.join('\n'), 'state left for the next file').toBe('');
});
