import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { AccountLocks, ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { cancelMailsByRefPrefix } from '#platform/server/mail/send-mail.ts';
import { discardUpload } from '#uploads/server/removal-service.ts';
import { deletedName } from './service.ts';
import { findProfile } from './store.ts';
import { consent, profile } from './tables.ts';
import { buildWalletMailPrefix } from './wallet-service.ts';

/** Changing a profile locks it first, and may then insert a consent, which references the account. */
export const profileLocks: AccountLocks = {
  list: async (reader, userId) => ((await findProfile(reader, userId)) ? [userId] : []),
  lock: async (tx, ids) => {
    for (const id of ids) {
      await tx.select({ id: profile.accountId }).from(profile).where(eq(profile.accountId, id)).for('update');
    }
  },
};

/** Includes columns added later. */
const emptyColumns = Object.fromEntries(
  Object.entries(getTableColumns(profile))
    .filter(([, column]) => !column.notNull)
    .map(([name]) => [name, null]),
);

export const eraseProfile: ErasePerson = async (tx, deps, userId) => {
  const present = await findProfile(tx, userId);
  for (const uploadId of [present?.imageUploadId, present?.logoUploadId]) {
    if (uploadId) await discardUpload(tx, deps, { uploadId, ownerId: userId });
  }
  // Pending emails to earlier wallet addresses contain the current one.
  await cancelMailsByRefPrefix(tx, buildWalletMailPrefix(userId), deps.clock.now());
  const changes = { ...emptyColumns, ...deletedName, walletEmailChanged: false, updatedAt: deps.clock.now() };
  await tx
    .insert(profile)
    .values({ accountId: userId, ...changes })
    .onConflictDoUpdate({ target: profile.accountId, set: changes });
};

export const profileExport: ExportPart = {
  name: 'profile',
  tables: ['profile'],
  read: async (db, _deps, userId) => (await findProfile(db, userId)) ?? null,
};

export const consentsExport: ExportPart = {
  name: 'consents',
  tables: ['consent'],
  read: (db, _deps, userId) =>
    db.select().from(consent).where(eq(consent.accountId, userId)).orderBy(asc(consent.at)),
};
