import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import { deleteSocialAccounts, listSocialAccounts } from './social-store.ts';

export const eraseSocialAccounts: ErasePerson = async (tx, _deps, userId) => {
  await deleteSocialAccounts(tx, userId);
};

export const undoSocialAccounts: UndoRole = async (tx, _deps, userId) => {
  const count = await deleteSocialAccounts(tx, userId);
  return count > 0 ? [msg('Your social media accounts are no longer connected.')] : [];
};

/** Omits the deciding admin, who is not part of the user's data. */
export const socialAccountsExport: ExportPart = {
  name: 'socialAccounts',
  tables: ['social_account'],
  read: async (db, _deps, userId) =>
    (await listSocialAccounts(db, userId)).map(({ decidedBy: _decidedBy, ...row }) => row),
};
