import { loadContacts } from '#auth/server/service.ts';
import { DEFAULT_LANGUAGE } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { WALLET_EMAIL_HOLD_MS } from '#profiles/contract.ts';
import { walletEmailSet } from './events.ts';
import { lockProfile, updateProfile } from './store.ts';
import type { ProfileRow } from './tables.ts';

/** Returns until when payments wait, if they do. */
export async function setWalletEmail(deps: Deps, actor: Actor, email: string): Promise<Date | undefined> {
  return transact(deps.db, async (tx) => {
    const present = await lockProfile(tx, actor.userId, deps.clock.now());
    return changeWalletEmail(tx, deps, actor, present, email);
  });
}

/**
 * Requires a recent sign-in even for the first address: it is used at once, and a session left open could set it. A
 * typed address is not connected. Returns until when payments wait, if they do.
 */
export async function changeWalletEmail(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  present: ProfileRow,
  email: string,
): Promise<Date | undefined> {
  const now = deps.clock.now();
  if (present.walletEmail === email) {
    const usedFrom = getWalletUsableFrom(present);
    return usedFrom && usedFrom > now ? usedFrom : undefined;
  }
  requireRecentSignIn(deps, actor);
  await replaceWalletEmail(tx, deps, present, email);
  return present.walletEmail === null ? undefined : addMilliseconds(now, WALLET_EMAIL_HOLD_MS);
}

/** Null if payments use it at once. */
export function getWalletUsableFrom({
  walletEmailSetAt,
  walletEmailChanged,
}: Pick<ProfileRow, 'walletEmailSetAt' | 'walletEmailChanged'>): Date | null {
  return walletEmailSetAt && walletEmailChanged
    ? addMilliseconds(walletEmailSetAt, WALLET_EMAIL_HOLD_MS)
    : null;
}

/**
 * The caller required a recent sign-in when the marketer started. A different address waits and is announced by email,
 * like a typed one.
 */
export async function connectWallet(tx: Tx, deps: Deps, actor: Actor, email: string): Promise<void> {
  const now = deps.clock.now();
  const present = await lockProfile(tx, actor.userId, now);
  const isAnother = present.walletEmail !== email;
  if (isAnother) await replaceWalletEmail(tx, deps, present, email);
  await updateProfile(tx, actor.userId, { walletConnectedAt: now, updatedAt: now });
  await audit(tx, deps, {
    actor,
    action: 'wallet.connected',
    object: { kind: 'account', id: actor.userId },
    // A first address replaces none.
    details: { isAnotherAddress: isAnother && present.walletEmail !== null },
  });
}

/** Keeps the address: if it were cleared, the next one would count as the first and skip the wait. */
export async function disconnectWallet(tx: Tx, deps: Deps, actor: Actor): Promise<void> {
  const now = deps.clock.now();
  const present = await lockProfile(tx, actor.userId, now);
  if (!present.walletConnectedAt) return;
  await updateProfile(tx, actor.userId, { walletConnectedAt: null, updatedAt: now });
  await audit(tx, deps, {
    actor,
    action: 'wallet.disconnected',
    object: { kind: 'account', id: actor.userId },
  });
}

/** These emails go to addresses that the account no longer has. */
export const buildWalletMailPrefix = (accountId: string) => `wallet-email:${accountId}:`;

/** Notifies both wallet addresses too, so that a thief can't redirect pay unnoticed. */
async function replaceWalletEmail(tx: Tx, deps: Deps, present: ProfileRow, email: string): Promise<void> {
  const now = deps.clock.now();
  await updateProfile(tx, present.accountId, {
    walletEmail: email,
    walletEmailSetAt: now,
    walletEmailChanged: present.walletEmail !== null,
    walletConnectedAt: null,
    updatedAt: now,
  });
  // Don't use the time as key: of two changes at the same time only one would be announced, and a payment
  // could wait forever.
  const ref = deps.random.uuid();
  await announce(tx, walletEmailSet, { ref, payload: { userId: present.accountId } }, deps.clock);
  const contact = (await loadContacts(tx, [present.accountId])).get(present.accountId);
  const told = new Set([contact?.email, present.walletEmail, email].filter((address) => address != null));
  for (const [index, to] of [...told].entries()) {
    await enqueueMail(tx, deps, {
      ref: `${buildWalletMailPrefix(present.accountId)}${ref}:${index}`,
      language: contact?.language ?? DEFAULT_LANGUAGE,
      mail: () => ({
        to,
        subject: t('Your PayPal email at Promenade changed'),
        text: [
          t('Payments from Promenade will be sent to {email}.', { email }),
          present.walletEmail === null
            ? t('This is the first address you set, so it is used at once.')
            : t('Because it replaces another address, payments wait 24 hours before they use it.'),
          t('If this wasn’t you, sign in, change it back and contact support.'),
        ].join('\n\n'),
      }),
    });
  }
}
