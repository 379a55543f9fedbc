import { removeFinalPeriod } from '#kernel/sentence.ts';
import { refuse } from '#auth/domain.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { enqueueMail, cancelMailsTo } from '#platform/server/mail/send-mail.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { type getDeletion as deletionContract, ownDeletionTexts } from '../../account-contract.ts';
import { eraseSignInData, lockSignInChallenges } from './deletion-store.ts';
import { isLastAdmin } from '../rules.ts';
import type { AccountTie, Deps } from '../ports.ts';
import { findAccount, listLiveAdmins, lockAccounts, updateAccount } from '../store.ts';
import type { Account } from '../tables.ts';

export async function readDeletion(
  deps: Deps,
  actor: Actor,
): Promise<ResponseInput<typeof deletionContract>> {
  const ties = await listTies(deps, deps.db, actor.userId);
  const open = ties.filter(({ isOpen }) => isOpen);
  const [own, admins] = await Promise.all([
    findAccount(deps.db, actor.userId),
    actor.role === 'admin' ? listLiveAdmins(deps.db) : [],
  ]);
  return {
    openMatters: open.map(({ text, href }) => ({ text: t(text), href: href ?? null })),
    givenUp: ties.filter(({ isGivenUp }) => isGivenUp).map(({ text }) => t(text)),
    isLastAdmin: isLastAdmin(actor.userId, admins),
    isListedAdmin: own !== undefined && isListedAdmin(deps, own),
  };
}

export interface Deletion {
  userId: string;
  /** Both the owner and an admin must have signed in recently. */
  by: Actor;
  /** Mailed to the owner if an admin deletes the account. */
  reason?: string | undefined;
}

/**
 * Ledger, payments, consents and audit entries stay (decision 14.10). Idempotent. The caller must check that `by` is
 * allowed to. Refuses 'account/not-found', 'account/open-matters' with a list, 'account/last-admin',
 * 'account/listed-admin', 'auth/recent-required', and 'server/busy' if the user keeps starting new work during the
 * deletion.
 *
 * A concurrent write that binds the account either commits first and is seen here, or is refused. It locks a campaign
 * that is locked here first, or it adds a row that names the account. Such a row waits for the account's lock, and the
 * database then refuses it (migrations/0142-deleted-accounts.sql).
 */
export async function deleteAccount(deps: Deps, deletion: Deletion): Promise<void> {
  requireRecentSignIn(deps, deletion.by);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (await transact(deps.db, (tx) => attemptDeletion(tx, deps, deletion))) return;
  }
  throw refuse('server/busy');
}

const ATTEMPTS = 5;

/** Returns false, with nothing written, if unlocked rows appeared: the caller then retries. */
async function attemptDeletion(tx: Tx, deps: Deps, { userId, by, reason }: Deletion): Promise<boolean> {
  const known = await findAccount(tx, userId);
  if (!known) throw refuse('account/not-found');
  if (known.deletedAt) return true;
  const locks = deps.ports.accountLocks;
  const locked: string[] = [];
  for (const { list, lock } of locks) {
    const ids = await list(tx, userId);
    await lock(tx, ids);
    locked.push(...ids);
  }
  await lockSignInChallenges(tx, known);
  const admins = known.role === 'admin' ? await listLiveAdmins(tx) : [];
  const present = (await lockAccounts(tx, [userId, ...admins])).find(({ id }) => id === userId);
  if (!present || present.email !== known.email || present.role !== known.role) return false;
  if (present.deletedAt) return true;
  // From here on, no transaction can add a row that names the account.
  for (const { list } of locks) {
    if ((await list(tx, userId)).some((id) => !locked.includes(id))) return false;
  }
  const isOwn = by.userId === userId;
  if (present.role === 'admin' && isLastAdmin(userId, await listLiveAdmins(tx)))
    throw refuseDeletion('account/last-admin', isOwn);
  if (isListedAdmin(deps, present)) throw refuseDeletion('account/listed-admin', isOwn);
  const ties = await listTies(deps, tx, userId);
  // Only the owner may give up the owner's money.
  const open = ties.filter(({ isOpen, isGivenUp }) => isOpen || (isGivenUp && !isOwn));
  if (open.length > 0) throw refuseOpen(open, isOwn);
  await erase(tx, deps, present);
  await audit(tx, deps, {
    actor: by,
    action: 'account.deleted',
    object: { kind: 'account', id: userId },
    reason,
    details: { own: isOwn },
  });
  await mailDeletion(tx, deps, present, isOwn ? undefined : (reason ?? ''));
  return true;
}

async function erase(tx: Tx, deps: Deps, { id, email }: Account): Promise<void> {
  for (const eraseIn of deps.ports.erasePerson) await eraseIn(tx, deps, id);
  await eraseSignInData(tx, { id, email }, deps.clock.now());
  await cancelMailsTo(tx, email, deps.clock.now());
  // Unique like the old address, and `.invalid` can never receive mail.
  await updateAccount(tx, id, {
    email: `deleted-${id}@deleted.invalid`,
    verifiedAt: null,
    suspensionReason: null,
    deletedAt: deps.clock.now(),
  });
}

async function listTies(deps: Deps, reader: Reader, userId: string): Promise<AccountTie[]> {
  const ties: AccountTie[] = [];
  for (const tiesIn of deps.ports.accountTies) ties.push(...(await tiesIn(reader, userId)));
  return ties;
}

function refuseOpen(open: readonly AccountTie[], isOwn: boolean) {
  const list = open.map(({ text }) => t(text)).join(' ');
  // The ties address the owner, so an admin sees them as a quotation.
  const message = isOwn
    ? t('You can’t delete your account while money or work is open. {list}', { list })
    : t('This account cannot be deleted while money or work is open. The owner sees: “{list}”', { list });
  return refuse('account/open-matters', { message });
}

function refuseDeletion(code: keyof typeof ownDeletionTexts, isOwn: boolean) {
  return isOwn ? refuse(code, { message: t(ownDeletionTexts[code]) }) : refuse(code);
}

function isListedAdmin({ config }: Deps, { email }: Account): boolean {
  return config.adminEmails.includes(email);
}

/** Goes to the old address. `adminsReason` is undefined if the owner deleted the account, '' if an admin gave none. */
async function mailDeletion(
  tx: Tx,
  deps: Deps,
  { id, email, language }: Account,
  adminsReason: string | undefined,
): Promise<void> {
  const mail = () => ({
    to: email,
    subject: t('Your Promenade account has been deleted'),
    text: formatDeletion(adminsReason),
  });
  await enqueueMail(tx, deps, { ref: `account-deleted:${id}`, mail, language });
}

function formatDeletion(adminsReason: string | undefined): string {
  const who =
    adminsReason === undefined
      ? t('Your Promenade account has been deleted, as you requested.')
      : adminsReason === ''
        ? t('An administrator deleted your Promenade account.')
        : t('An administrator deleted your Promenade account: {reason}.', {
            reason: removeFinalPeriod(adminsReason),
          });
  return [
    who,
    t(
      'We deleted your name, address, photo, identity documents, location history and settings. We keep payments, tax records and consents for 7 years, as the law requires.',
    ),
    t('You can sign up again with this address at any time. It will be a new account.'),
  ].join('\n\n');
}
