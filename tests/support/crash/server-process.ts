/**
 * The program of a server that a test kills: `src/main/server.ts` with reported crash points and a clock that
 * the test advances.
 */
import { watchCrashPoints } from '#platform/server/crash-point.ts';
import { wakeOutbox } from '#platform/server/outbox/wake.ts';
import type { Instruction } from './killable-server.ts';

let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts) =>
    Reflect.construct(target, parts.length === 0 ? [RealDate.now() + aheadMs] : parts) as Date, // target makes Dates
  get: (target, key) =>
    key === 'now' ? () => RealDate.now() + aheadMs : (Reflect.get(target, key) as unknown),
});

let deadly: string | null = null;
watchCrashPoints((passed) => {
  if (passed === deadly) process.kill(process.pid, 'SIGKILL');
  process.send?.({ passed });
});

process.on('message', (instruction: Instruction) => {
  if (instruction.crashAt !== undefined) deadly = instruction.crashAt;
  if (instruction.aheadMs !== undefined) {
    aheadMs = instruction.aheadMs;
    wakeOutbox();
  }
  process.send?.('heard');
});
// Ends when the test process ends, which may be killed too.
process.on('disconnect', () => process.exit());

await import('#main/server.ts');
