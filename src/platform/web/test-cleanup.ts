/** Test files share one window, so each test must undo its changes. */

/** Run after every test. A module registers once, even if several files import it. */
export const cleanups = new Set<() => void>();

const undone: (() => void)[] = [];
cleanups.add(() => {
  for (const undo of undone.splice(0).toReversed()) undo();
});

export function stubProperty(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  undone.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}
