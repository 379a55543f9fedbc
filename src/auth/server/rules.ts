import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

export const MAX_WRONG_CODES = 5;
export const RESEND_AFTER_MS = 60 * SECOND;
/** The requesting browser can resend a sign-in even if its code has expired. */
export const PENDING_SIGN_IN_MS = HOUR;
/**
 * A session ends after this time however much it is used. Admin sessions end sooner (decision 14.1, OWASP ASVS V7.3).
 */
export const SESSION_LIFETIME_MS = 30 * DAY;
export const ADMIN_SESSION_LIFETIME_MS = DAY / 2;

/** The last use of a session or an access token is stored at most this often. */
export const TOUCH_EVERY_MS = MINUTE;

export const ENDED_SESSION_KEPT_MS = 90 * DAY;

interface ChallengeFacts {
  wrongCodes: number;
  expiresAt: Date;
  usedAt: Date | null;
}

export function isRedeemable(challenge: ChallengeFacts, now: Date): boolean {
  return challenge.usedAt === null && challenge.wrongCodes < MAX_WRONG_CODES && challenge.expiresAt > now;
}

interface SessionFacts {
  createdAt: Date;
  lastUsedAt: Date;
  endedAt: Date | null;
  isAdmin: boolean;
}

export interface SessionLimits {
  idleMs: number;
  adminIdleMs: number;
}

export function isLiveSession(session: SessionFacts, now: Date, limits: SessionLimits): boolean {
  if (session.endedAt !== null) return false;
  const age = now.getTime() - session.createdAt.getTime();
  const idle = now.getTime() - session.lastUsedAt.getTime();
  return session.isAdmin
    ? age < ADMIN_SESSION_LIFETIME_MS && idle < limits.adminIdleMs
    : age < SESSION_LIFETIME_MS && idle < limits.idleMs;
}

export function isLastAdmin(userId: string, admins: readonly string[]): boolean {
  return admins.length === 1 && admins[0] === userId;
}
