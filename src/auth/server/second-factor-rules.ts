import type { SessionLack } from '#kernel/endpoint.ts';
import { MINUTE } from '#kernel/time.ts';

/** How long a passkey's challenge or a new app's secret waits for its answer. */
export const FACTOR_CHALLENGE_LIFETIME_MS = 10 * MINUTE;
/** So many wrong codes are looked at; then nobody's is, for a while. */
export const MAX_WRONG_FACTOR_CODES = 5;
export const WAIT_AFTER_WRONG_CODES_MS = 15 * MINUTE;
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;
/** One step of an authenticator app, and how many to each side of the present one are taken: clocks differ (RFC 6238). */
export const TOTP_STEP_SECONDS = 30;
export const TOTP_WINDOW_STEPS = 1;

interface SessionFacts {
  hasSecondFactor: boolean;
  secondFactorAt: Date | null;
  isAdmin: boolean;
}

/** What keeps a session from being complete. Adding a factor elsewhere makes one that never showed any incomplete again. */
export function lackOf(session: SessionFacts, rule: { adminsNeedSecondFactor: boolean }): SessionLack | null {
  if (session.hasSecondFactor) return session.secondFactorAt === null ? 'proof' : null;
  return session.isAdmin && rule.adminsNeedSecondFactor ? 'enrolment' : null;
}

interface Guard {
  wrongCodes: number;
  lastWrongAt: Date;
}

/** Milliseconds until the next code is looked at; 0 where it is now. */
export function waitMsOf(guard: Guard | undefined, now: Date): number {
  if (!guard || guard.wrongCodes < MAX_WRONG_FACTOR_CODES) return 0;
  return Math.max(0, guard.lastWrongAt.getTime() + WAIT_AFTER_WRONG_CODES_MS - now.getTime());
}

/** The guard after one more wrong code. Wrong codes of long ago no longer count. */
export function afterWrongCode(guard: Guard | undefined, now: Date): Guard {
  const isOld = !guard || now.getTime() - guard.lastWrongAt.getTime() >= WAIT_AFTER_WRONG_CODES_MS;
  return { wrongCodes: isOld ? 1 : guard.wrongCodes + 1, lastWrongAt: now };
}
