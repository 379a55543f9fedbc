import { and, eq, isNull } from 'drizzle-orm';
import { t } from '#kernel/text.ts';
import { refuse } from '#auth/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Db, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { isLastAdmin } from '../rules.ts';
import {
  endAccountSessions,
  findAccountByEmail,
  listLiveAdmins,
  lockAccounts,
  updateAccount,
} from '../store.ts';
import { account, type Account, adminInvitation } from '../tables.ts';

type RoleDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

/** 'invited': the address has no account yet, and becomes an administrator at its first sign-in. */
export type Granted = 'granted' | 'already-admin' | 'invited' | 'already-invited';

export async function grantAdmin(deps: RoleDeps, email: string): Promise<Granted> {
  return transact(deps.db, async (tx) => {
    const found = await findAccountByEmail(tx, email);
    if (!found) {
      const invited = await tx
        .insert(adminInvitation)
        .values({ email, createdAt: deps.clock.now() })
        .onConflictDoNothing()
        .returning();
      return invited.length > 0 ? 'invited' : 'already-invited';
    }
    const { account: present } = await lockWithAdmins(tx, found.id);
    if (present.role === 'admin') return 'already-admin';
    await makeAdmin(tx, deps, present);
    await endAccountSessions(tx, present.id, deps.clock.now());
    await mailUser(tx, deps, present, () => ({
      subject: t('You are now an administrator of Promenade'),
      text: [
        t('Your Promenade account is now an administrator account.'),
        t('Please sign in again. If you didn’t expect this, contact support.'),
      ].join('\n\n'),
    }));
    return 'granted';
  });
}

/** The caller must have locked the account. */
export async function makeAdmin(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  { id, role }: Account,
): Promise<void> {
  await updateAccount(tx, id, { role: 'admin', roleBeforeAdmin: role === 'admin' ? null : role });
  await audit(tx, deps, { actor: null, action: 'role.granted', object: { kind: 'account', id } });
}

export async function takeAdminInvitation(tx: Tx, email: string): Promise<boolean> {
  const taken = await tx.delete(adminInvitation).where(eq(adminInvitation.email, email)).returning();
  return taken.length > 0;
}

export type Revoked = 'revoked' | 'invitation-withdrawn' | 'no-admin';

/**
 * Restores the previous role and ends the account's sessions. Refuses 'account/last-admin' for the last administrator
 * who can sign in.
 */
export async function revokeAdmin(deps: RoleDeps, email: string): Promise<Revoked> {
  return transact(deps.db, async (tx) => {
    const wasInvited = await takeAdminInvitation(tx, email);
    const found = await findAccountByEmail(tx, email);
    const locked = found && (await lockWithAdmins(tx, found.id));
    if (locked?.account.role !== 'admin') return wasInvited ? 'invitation-withdrawn' : 'no-admin';
    const { account: present, admins } = locked;
    refuseForLastAdmin(present, admins);
    const { id, roleBeforeAdmin } = present;
    await updateAccount(tx, id, { role: roleBeforeAdmin, roleBeforeAdmin: null });
    await endAccountSessions(tx, id, deps.clock.now());
    await audit(tx, deps, { actor: null, action: 'role.revoked', object: { kind: 'account', id } });
    await mailUser(tx, deps, present, () => ({
      subject: t('You are no longer an administrator of Promenade'),
      text: t('Your Promenade account is no longer an administrator account. You can still use it.'),
    }));
    return 'revoked';
  });
}

export interface AdminEntry {
  email: string;
  state: 'active' | 'suspended' | 'invited';
  since: Date;
}

export async function listAdmins(db: Db): Promise<AdminEntry[]> {
  const isAdmin = and(eq(account.role, 'admin'), isNull(account.deletedAt));
  const [admins, invitations] = await Promise.all([
    db.select().from(account).where(isAdmin),
    db.select().from(adminInvitation),
  ]);
  return [
    ...admins.map(({ email, suspendedAt, createdAt }) => ({
      email,
      state: suspendedAt ? ('suspended' as const) : ('active' as const),
      since: createdAt,
    })),
    ...invitations.map(({ email, createdAt }) => ({ email, state: 'invited' as const, since: createdAt })),
  ].toSorted((one, other) => one.email.localeCompare(other.email));
}

/**
 * Locks all active administrators too if needed, in id order. If two administrators remove each other concurrently, the
 * second sees the result of the first. Refuses 'account/not-found'.
 */
export async function lockWithAdmins(
  tx: Tx,
  userId: string,
): Promise<{ account: Account; admins: string[] }> {
  const rows = await lockAccounts(tx, [userId, ...(await listLiveAdmins(tx))]);
  const found = rows.find(({ id }) => id === userId);
  if (!found || found.deletedAt) throw refuse('account/not-found');
  return { account: found, admins: await listLiveAdmins(tx) };
}

/** Call before an administrator loses access: another one must still be able to act. */
export function refuseForLastAdmin({ id }: Account, admins: readonly string[]): void {
  if (isLastAdmin(id, admins)) throw refuse('account/last-admin');
}

async function mailUser(
  tx: Tx,
  deps: RoleDeps,
  { id, email, language }: Account,
  write: () => { subject: string; text: string },
): Promise<void> {
  const ref = `admin-role:${id}:${deps.random.uuid()}`;
  await enqueueMail(tx, deps, { ref, mail: () => ({ to: email, ...write() }), language });
}
