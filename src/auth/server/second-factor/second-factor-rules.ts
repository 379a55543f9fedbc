import type { SessionLack } from '#kernel/endpoint.ts';
import { MINUTE } from '#kernel/time.ts';

export const FACTOR_CHALLENGE_LIFETIME_MS = 10 * MINUTE;
/** After these, no code of the account is checked for a while. */
export const MAX_WRONG_FACTOR_CODES = 5;
export const WAIT_AFTER_WRONG_CODES_MS = 15 * MINUTE;
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;
/** TOTP_WINDOW_STEPS are accepted to each side, because clocks differ (RFC 6238). */
export const TOTP_STEP_SECONDS = 30;
export const TOTP_WINDOW_STEPS = 1;

interface SessionFacts {
  hasSecondFactor: boolean;
  secondFactorAt: Date | null;
  isAdmin: boolean;
}

/** A factor added elsewhere makes other sessions incomplete again. */
export function checkFactors(
  session: SessionFacts,
  rule: { adminsNeedSecondFactor: boolean },
): SessionLack | null {
  if (session.hasSecondFactor) return session.secondFactorAt === null ? 'proof' : null;
  return session.isAdmin && rule.adminsNeedSecondFactor ? 'enrolment' : null;
}

interface Guard {
  wrongCodes: number;
  lastWrongAt: Date;
}

export function getCodeWaitMs(guard: Guard | undefined, now: Date): number {
  if (!guard || guard.wrongCodes < MAX_WRONG_FACTOR_CODES) return 0;
  return Math.max(0, guard.lastWrongAt.getTime() + WAIT_AFTER_WRONG_CODES_MS - now.getTime());
}

export function countWrongCode(guard: Guard | undefined, now: Date): Guard {
  const isOld = !guard || now.getTime() - guard.lastWrongAt.getTime() >= WAIT_AFTER_WRONG_CODES_MS;
  return { wrongCodes: isOld ? 1 : guard.wrongCodes + 1, lastWrongAt: now };
}
