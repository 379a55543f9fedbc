import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#kernel/errors.ts';
import { audit } from '#platform/server/audit.ts';
import type { Db, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { isLastAdmin } from './rules.ts';
import { endSessionsOf, findAccountByEmail, listLiveAdmins, lockAccounts, updateAccount } from './store.ts';
import { account, type Account, adminInvitation } from './tables.ts';

type RoleDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

/** What `grantAdmin` did: 'invited' is an address without an account, which becomes an administrator at its first sign-in. */
export type Granted = 'granted' | 'already-admin' | 'invited' | 'already-invited';

/** Makes the account of an address an administrator, and ends its sessions: it signs in anew as what it is now. */
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
    await endSessionsOf(tx, present.id, deps.clock.now());
    await tell(tx, deps, present, 'You are an administrator of Promenade', [
      'Your Promenade account was made an administrator’s by whoever runs this platform.',
      'Please sign in again. If you did not expect this, contact support.',
    ]);
    return 'granted';
  });
}

/** In the caller's transaction, which has locked the account. */
export async function makeAdmin(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  { id, role }: Account,
): Promise<void> {
  await updateAccount(tx, id, { role: 'admin', roleBeforeAdmin: role === 'admin' ? null : role });
  await audit(tx, deps, { actor: null, action: 'role.granted', object: { kind: 'account', id } });
}

/** True once, for an address that was made an administrator before it had an account. */
export async function takeAdminInvitation(tx: Tx, email: string): Promise<boolean> {
  const taken = await tx.delete(adminInvitation).where(eq(adminInvitation.email, email)).returning();
  return taken.length > 0;
}

export type Revoked = 'revoked' | 'invitation-withdrawn' | 'no-admin';

/**
 * Takes the role away and gives back the one before; ends the account's sessions. Refuses 'account/last-admin' for the last
 * one who can sign in.
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
    await endSessionsOf(tx, id, deps.clock.now());
    await audit(tx, deps, { actor: null, action: 'role.revoked', object: { kind: 'account', id } });
    await tell(tx, deps, present, 'You are no longer an administrator of Promenade', [
      'Your Promenade account is no longer an administrator’s. The account itself stays yours.',
    ]);
    return 'revoked';
  });
}

export interface AdminEntry {
  email: string;
  /** 'invited': no account yet. */
  state: 'active' | 'suspended' | 'invited';
  since: Date;
}

/** Everybody who is an administrator or becomes one, by address. */
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
 * Locks an account, and with an administrator's all others who can act as one, in one order: of two that would each remove
 * the other, the second sees what the first did. Refuses 'account/not-found'.
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

/** For whatever keeps an administrator from acting: somebody else must still be able to. */
export function refuseForLastAdmin({ id }: Account, admins: readonly string[]): void {
  if (isLastAdmin(id, admins)) throw refuse('account/last-admin');
}

async function tell(
  tx: Tx,
  deps: RoleDeps,
  { id, email }: Account,
  subject: string,
  text: string[],
): Promise<void> {
  const ref = `admin-role:${id}:${deps.random.uuid()}`;
  await enqueueMail(tx, deps, { ref, mail: { to: email, subject, text: text.join('\n\n') } });
}
