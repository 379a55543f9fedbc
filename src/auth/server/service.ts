import type { CurrentUser } from '#auth/contract.ts';
import type { Role } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { and, desc, eq, ilike, inArray, isNull } from 'drizzle-orm';
import type { Db, Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import { slot } from '#platform/server/slots.ts';
import { isLiveSession } from './rules.ts';
import { findAccount, findSession, lockAccount, touchSession, updateAccount } from './store.ts';
import { type Account, account } from './tables.ts';

/** What later domains know about an account: profile, verification, earnings. Each answers its own part. */
export type AccountFacts = (reader: Reader, userId: string) => Promise<Partial<CurrentUser>>;
export const accountFacts = slot<readonly AccountFacts[]>('account facts');

const TOUCH_EVERY_MS = MINUTE;

/** The live session with this token, or null. A use is noted at most once a minute, a poll never. */
export async function findLiveActor(
  deps: Pick<Deps, 'clock' | 'config'>,
  db: Db,
  tokenHash: string,
  isUse: boolean,
): Promise<Actor | null> {
  const session = await findSession(db, tokenHash);
  if (!session || session.suspendedAt || session.deletedAt) return null;
  const now = deps.clock.now();
  const limits = { idleMs: deps.config.sessionIdleMs, adminIdleMs: deps.config.adminSessionIdleMs };
  if (!isLiveSession({ ...session, isAdmin: session.role === 'admin' }, now, limits)) return null;
  if (isUse && now.getTime() - session.lastUsedAt.getTime() > TOUCH_EVERY_MS)
    await touchSession(db, session.id, now);
  return {
    userId: session.accountId,
    role: session.role,
    sessionId: session.id,
    signedInAt: session.createdAt,
  };
}

const unknown: Omit<CurrentUser, 'id' | 'email' | 'userType' | 'emailVerified' | 'isVerified' | 'createdAt'> =
  {
    firstName: null,
    lastName: null,
    phoneNumber: null,
    dateOfBirth: null,
    gender: null,
    clothingSize: null,
    address: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
    latitude: null,
    longitude: null,
    gpsVerified: false,
    profileImageUrl: null,
    paypalEmail: null,
    paypalConnected: false,
    kycStatus: 'incomplete',
    ageVerified: false,
    termsAccepted: false,
    privacyAccepted: false,
    locationConsent: false,
    totalEarnings: '0.00',
    rating: 5,
    businessName: null,
    businessEmail: null,
    businessWebsite: null,
    businessAddress: null,
    businessType: null,
    businessDescription: null,
    logoUrl: null,
    taxId: null,
  };

export async function getCurrentUser(deps: Deps, actor: Actor): Promise<CurrentUser> {
  const found = await findAccount(deps.db, actor.userId);
  if (!found) throw refuse('account/not-found');
  const parts = await Promise.all(deps.slots.get(accountFacts).map((facts) => facts(deps.db, actor.userId)));
  return Object.assign(
    {
      ...unknown,
      id: found.id,
      email: found.email,
      userType: found.role,
      emailVerified: found.verifiedAt !== null,
      isVerified: false,
      createdAt: found.createdAt.toISOString(),
    },
    ...parts,
  );
}

/** A type is chosen once; asking again for the same one changes nothing. */
export async function chooseUserType(
  deps: Deps,
  actor: Actor,
  userType: 'marketer' | 'advertiser',
): Promise<Role> {
  return transact(deps.db, async (tx) => {
    const found = await lockAccount(tx, actor.userId);
    if (!found) throw refuse('account/not-found');
    if (found.role !== null && found.role !== userType) throw refuse('auth/type-chosen');
    if (found.role === null) await updateAccount(tx, found.id, { role: userType });
    return userType;
  });
}

/** Email addresses and types of accounts, for mail and for administrators. */
export async function contactsOf(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, { email: string; role: Role | null }>> {
  if (userIds.length === 0) return new Map();
  const rows = await reader
    .select({ id: account.id, email: account.email, role: account.role })
    .from(account)
    .where(inArray(account.id, [...userIds]));
  return new Map(rows.map(({ id, email, role }) => [id, { email, role }]));
}

/** Accounts, newest first, by a part of the address or by type. */
export async function listAccounts(
  reader: Reader,
  filter: { q?: string | undefined; userType?: Role | undefined; limit: number },
): Promise<Account[]> {
  return reader
    .select()
    .from(account)
    .where(
      and(
        isNull(account.deletedAt),
        ...(filter.userType ? [eq(account.role, filter.userType)] : []),
        ...(filter.q ? [ilike(account.email, `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`)] : []),
      ),
    )
    .orderBy(desc(account.createdAt), desc(account.id))
    .limit(filter.limit);
}

export async function adminIds(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.role, 'admin'), isNull(account.deletedAt)));
  return rows.map(({ id }) => id);
}
