/**
 * The server itself, in a process of its own, for tests that kill it: `src/main/server.ts` as it is, with a watcher at its crash
 * points, and a clock that the test moves on, as libfaketime would.
 */
import { watchCrashPoints } from '#platform/server/crash-point.ts';
import { notifyOutbox } from '#platform/server/outbox/wake.ts';
import type { FromServer, ToServer } from './server-messages.ts';

const clock = { aheadMs: Number(process.env.CLOCK_AHEAD_MS ?? 0) };
const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts) =>
    Reflect.construct(target, parts.length === 0 ? [RealDate.now() + clock.aheadMs] : parts) as Date, // target makes Dates
  get: (target, key) =>
    key === 'now' ? () => RealDate.now() + clock.aheadMs : (Reflect.get(target, key) as unknown),
});

let deadly: string | undefined;
watchCrashPoints((label) => {
  if (label === deadly) process.kill(process.pid, 'SIGKILL');
  tell({ passed: label });
});

process.on('message', (message: ToServer) => {
  if (message.crashAt !== undefined) deadly = message.crashAt ?? undefined;
  if (message.aheadMs !== undefined) {
    clock.aheadMs = message.aheadMs;
    notifyOutbox();
  }
  tell({ heard: message.id });
});
// Whoever runs the tests may be killed too.
process.on('disconnect', () => process.exit());

function tell(message: FromServer): void {
  process.send?.(message);
}

await import('#main/server.ts');
