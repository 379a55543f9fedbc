/** For tests of screens, whose files share one window: what is changed for one test is undone before the next. */

/** Run after every test. A module registers once, however many files import it. */
export const cleanups = new Set<() => void>();

const undone: (() => void)[] = [];
cleanups.add(() => {
  for (const undo of undone.splice(0).toReversed()) undo();
});

/** Replaces a property, such as `navigator.geolocation`, until the test ends. */
export function stubProperty(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  undone.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}
