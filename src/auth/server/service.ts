import type { CurrentUser } from '#auth/contract.ts';
import type { Role } from '#kernel/endpoint.ts';
import type { Language } from '#kernel/language.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { refuse } from '#auth/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { isLiveSession, TOUCH_EVERY_MS } from './rules.ts';
import { checkFactors } from './second-factor/second-factor-rules.ts';
import {
  prepareFindSession,
  listLiveAdmins,
  lockAccount,
  lockAccounts,
  touchSession,
  updateAccount,
} from './store.ts';
import { account } from './tables.ts';

/** Saves a use at most once a minute, and never a poll. */
export function createActorFinder({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Deps['ports']['findActor'] {
  const findSession = prepareFindSession(db);
  const limits = { idleMs: config.sessionIdleMs, adminIdleMs: config.adminSessionIdleMs };
  return async (tokenHash, isUse) => {
    const [session] = await findSession.execute({ tokenHash });
    if (!session || session.suspendedAt || session.deletedAt) return null;
    const now = clock.now();
    const isAdmin = session.role === 'admin';
    if (!isLiveSession({ ...session, isAdmin }, now, limits)) return null;
    if (isUse && now.getTime() - session.lastUsedAt.getTime() > TOUCH_EVERY_MS)
      await touchSession(db, session.id, now);
    return {
      userId: session.accountId,
      role: session.role,
      sessionId: session.id,
      signedInAt: session.createdAt,
      lacks: checkFactors({ ...session, isAdmin }, config),
    };
  };
}

const unknown: Omit<
  CurrentUser,
  'id' | 'email' | 'userType' | 'emailVerified' | 'isVerified' | 'language' | 'createdAt'
> = {
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
  paypalEmailUsedFrom: null,
  kycStatus: 'incomplete',
  ageVerified: false,
  termsAccepted: false,
  privacyAccepted: false,
  locationConsent: false,
  totalEarnings: '0.00',
  rating: 5,
  ratingCount: 0,
  businessName: null,
  businessEmail: null,
  businessWebsite: null,
  businessAddress: null,
  businessType: null,
  businessDescription: null,
  logoUrl: null,
  taxId: null,
  secondFactor: null,
};

export async function loadLanguages(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, Language>> {
  const rows = await reader
    .select({ id: account.id, language: account.language })
    .from(account)
    .where(isAmong(account.id, userIds));
  return new Map(rows.map(({ id, language }) => [id, language]));
}

export async function getCurrentUser(deps: Deps, actor: Actor): Promise<CurrentUser> {
  const found = await deps.ports.loadAccount(actor.userId);
  if (!found) throw refuse('account/not-found');
  const { account: own, facts } = found;
  return {
    ...unknown,
    id: own.id,
    email: own.email,
    userType: own.role,
    emailVerified: own.verifiedAt !== null,
    isVerified: false,
    language: own.language,
    createdAt: own.createdAt.toISOString(),
    secondFactor: actor.lacks,
    // A user who has shown only one factor sees no profile data yet.
    ...(actor.lacks === null ? facts : {}),
  };
}

/** Once. Setting the same type again changes nothing. */
export async function chooseUserType(
  deps: Deps,
  actor: Actor,
  userType: 'marketer' | 'advertiser',
): Promise<Role> {
  return transact(deps.db, (tx) => chooseUserTypeInTransaction(tx, deps, actor, userType));
}

export async function chooseUserTypeInTransaction(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  userType: 'marketer' | 'advertiser',
): Promise<Role> {
  const found = await lockAccount(tx, actor.userId);
  if (!found) throw refuse('account/not-found');
  if (found.role !== null && found.role !== userType) throw refuse('auth/type-chosen');
  if (found.role !== null) return userType;
  await updateAccount(tx, found.id, { role: userType });
  const object = { kind: 'account', id: found.id };
  await audit(tx, deps, { actor, action: 'type.chosen', object, details: { type: userType } });
  return userType;
}

export interface LockedAccount {
  email: string;
  role: Role | null;
  /** Neither deleted nor suspended. */
  isLive: boolean;
}

/** In a fixed order, before a write that concerns several accounts. */
export async function lockLiveAccounts(
  tx: Tx,
  userIds: readonly string[],
): Promise<Map<string, LockedAccount>> {
  const rows = await lockAccounts(tx, userIds);
  return new Map(
    rows.map(({ id, email, role, deletedAt, suspendedAt }) => [
      id,
      { email, role, isLive: deletedAt === null && suspendedAt === null },
    ]),
  );
}

export async function loadContacts(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, { email: string; role: Role | null; language: Language }>> {
  if (userIds.length === 0) return new Map();
  const rows = await reader
    .select({ id: account.id, email: account.email, role: account.role, language: account.language })
    .from(account)
    .where(isAmong(account.id, userIds));
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}

/** If not, the account cannot be deleted until the transaction ends. */
export async function isDeleted(tx: Tx, userId: string): Promise<boolean> {
  const [found] = await tx
    .select({ deletedAt: account.deletedAt })
    .from(account)
    .where(eq(account.id, userId))
    .for('key share');
  return found?.deletedAt !== null;
}

export async function isSuspended(reader: Reader, userId: string): Promise<boolean> {
  return (await listSuspendedIds(reader, [userId])).has(userId);
}

export async function listSuspendedIds(
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(isAmong(account.id, userIds), isNotNull(account.suspendedAt)));
  return new Set(rows.map(({ id }) => id));
}

export async function listDeletedIds(
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(isAmong(account.id, userIds), isNotNull(account.deletedAt)));
  return new Set(rows.map(({ id }) => id));
}

export async function listAdminIds(reader: Reader): Promise<string[]> {
  return listLiveAdmins(reader);
}
