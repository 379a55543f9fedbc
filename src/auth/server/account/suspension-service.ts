import { removeFinalPeriod } from '#kernel/sentence.ts';
import { t } from '#kernel/text.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { refuse } from '#auth/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import { auditEntry } from '#platform/server/db/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { lockWithAdmins, refuseForLastAdmin } from './admin-role-service.ts';
import { accountReactivated, accountSuspended } from '../events.ts';
import { endAccountSessions, updateAccount } from '../store.ts';
import type { Account } from '../tables.ts';

const SUSPENDED = 'account.suspended';
const REACTIVATED = 'account.reactivated';

interface Act {
  userId: string;
  by: Actor;
  reason: string;
}

/**
 * Ends every session and blocks new ones. The user keeps their earnings, but payouts stop until the account is
 * reactivated (payments calls `isSuspended`, service.ts); payouts already sent to the wallet are not recalled.
 * Idempotent. Refuses 'account/own', 'account/last-admin', 'account/not-found' and 'auth/recent-required'.
 */
export async function suspendAccount(deps: Deps, { userId, by, reason }: Act): Promise<void> {
  requireRecentSignIn(deps, by);
  if (by.userId === userId) throw refuse('account/own');
  await transact(deps.db, async (tx) => {
    const { account, admins } = await lockWithAdmins(tx, userId);
    if (account.suspendedAt) return;
    refuseForLastAdmin(account, admins);
    const now = deps.clock.now();
    await updateAccount(tx, userId, { suspendedAt: now, suspensionReason: reason });
    await endAccountSessions(tx, userId, now);
    const ref = `${userId}:${now.toISOString()}`;
    await announce(tx, accountSuspended, { ref, payload: { userId } }, deps.clock);
    await auditSuspension(tx, deps, { userId, by, reason }, SUSPENDED);
    await mailUser(tx, deps, account, `account-suspended:${userId}:${now.toISOString()}`, () => ({
      subject: t('Your Promenade account is suspended'),
      text: [
        t('An administrator suspended your Promenade account: {reason}.', {
          reason: removeFinalPeriod(reason),
        }),
        t(
          'You can’t sign in until the suspension is lifted. Your earnings stay yours: payouts already sent to PayPal arrive, all others wait until then.',
        ),
        t(
          'If you think this is a mistake, contact support from this address and tell us why. We review every appeal.',
        ),
      ],
    }));
  });
}

/** Idempotent. Refuses 'account/own', 'account/not-found' and 'auth/recent-required'. */
export async function reactivateAccount(deps: Deps, { userId, by, reason }: Act): Promise<void> {
  requireRecentSignIn(deps, by);
  if (by.userId === userId) throw refuse('account/own');
  await transact(deps.db, async (tx) => {
    const { account } = await lockWithAdmins(tx, userId);
    if (!account.suspendedAt) return;
    await updateAccount(tx, userId, { suspendedAt: null, suspensionReason: null });
    await auditSuspension(tx, deps, { userId, by, reason }, REACTIVATED);
    const at = deps.clock.now().toISOString();
    await announce(tx, accountReactivated, { ref: `${userId}:${at}`, payload: { userId } }, deps.clock);
    const ref = `account-reactivated:${userId}:${at}`;
    await mailUser(tx, deps, account, ref, () => ({
      subject: t('Your Promenade account is active again'),
      text: [
        t('An administrator lifted the suspension of your Promenade account: {reason}.', {
          reason: removeFinalPeriod(reason),
        }),
        t('You can sign in again. Payouts that waited only for this are on their way.'),
      ],
    }));
  });
}

/**
 * In order of time. An ongoing one ends at `now`. Read from the audit log, because the account row knows only the
 * current state.
 */
export async function listSuspensions(
  reader: Reader,
  userId: string,
  now: Date,
): Promise<{ from: Date; until: Date }[]> {
  const steps = await reader
    .select({ action: auditEntry.action, at: auditEntry.at })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.objectId, userId),
        eq(auditEntry.objectKind, 'account'),
        inArray(auditEntry.action, [SUSPENDED, REACTIVATED]),
      ),
    )
    .orderBy(asc(auditEntry.position));
  return steps.flatMap(({ action, at }, index) =>
    action === SUSPENDED ? [{ from: at, until: steps[index + 1]?.at ?? now }] : [],
  );
}

async function auditSuspension(
  tx: Tx,
  deps: Deps,
  { userId, by, reason }: Act,
  action: typeof SUSPENDED | typeof REACTIVATED,
): Promise<void> {
  await audit(tx, deps, { actor: by, action, object: { kind: 'account', id: userId }, reason });
}

async function mailUser(
  tx: Tx,
  deps: Deps,
  { email, language }: Account,
  ref: string,
  write: () => { subject: string; text: string[] },
): Promise<void> {
  const mail = () => {
    const { subject, text } = write();
    return { to: email, subject, text: text.join('\n\n') };
  };
  await enqueueMail(tx, deps, { ref, mail, language });
}
