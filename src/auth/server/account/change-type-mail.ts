import { and, eq } from 'drizzle-orm';
import { CHALLENGE_LIFETIME_MS } from '#auth/contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { type Message, t } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { outbox } from '#platform/server/outbox/tables.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { listAccountTies } from './change-type.ts';
import { upsertTypeChangeLink } from './change-type-store.ts';
import { typeChangeAsked } from '../events.ts';
import { hasSecondFactor } from '../second-factor/second-factor-store.ts';
import { findAccountByEmail } from '../store.ts';

export function mailTypeChange(deps: Deps): Subscription {
  return subscribe(typeChangeAsked, async (tx, { email, newUserType }, { ref }) => {
    const account = await findAccountByEmail(tx, email);
    const isOpen = account && !account.suspendedAt && account.role !== 'admin';
    if (isOpen && account.role !== newUserType) {
      const write = await chooseMail(tx, deps, account.id, newUserType);
      const mail = () => {
        const { subject, text, links } = write();
        return { to: email, subject, text: text.join('\n\n'), links, button: t('Confirm') };
      };
      await enqueueMail(tx, deps, { ref: `type-change:${ref}`, mail, language: account.language });
    }
    // Erases the address from the outbox, which must not keep what users have tried.
    await tx
      .update(outbox)
      .set({ payload: {} })
      .where(and(eq(outbox.kind, typeChangeAsked.kind), eq(outbox.ref, ref)));
  });
}

async function chooseMail(
  tx: Tx,
  deps: Deps,
  accountId: string,
  newRole: ChoosableType,
): Promise<() => MailContent> {
  const ties = await listAccountTies(deps, tx, accountId);
  if (ties.length > 0) return () => buildTiedMail(newRole, ties);
  // A reader of the mail has shown only one factor.
  if (await hasSecondFactor(tx, accountId)) return () => buildSignInMail(newRole, getPublicUrl(deps));
  const link = await makeLink(tx, deps, accountId, newRole);
  return () => buildLinkMail(newRole, link);
}

async function makeLink(tx: Tx, deps: Deps, accountId: string, newRole: ChoosableType): Promise<string> {
  const token = deps.random.hex(32);
  const expiresAt = addMilliseconds(deps.clock.now(), CHALLENGE_LIFETIME_MS);
  await upsertTypeChangeLink(tx, {
    accountId,
    newRole,
    tokenHash: hashToken(token),
    expiresAt,
    usedAt: null,
  });
  return `${getPublicUrl(deps)}/change-user-type?token=${token}`;
}

interface MailContent {
  subject: string;
  text: string[];
  links: string[];
}

function buildLinkMail(newRole: ChoosableType, link: string): MailContent {
  return {
    subject: t('Confirm your new Promenade account type'),
    text: [
      t(
        'Someone asked to make your Promenade account {type, select, marketer {a marketer account} other {an advertiser account}}.',
        { type: newRole },
      ),
      t('If this was you, open this link and confirm:\n{link}', { link }),
      t('It works once and expires in 10 minutes. If this wasn’t you, you can ignore this email.'),
    ],
    links: [link],
  };
}

function buildSignInMail(newRole: ChoosableType, address: string): MailContent {
  return {
    subject: t('Sign in to change your Promenade account type'),
    text: [
      t(
        'Someone asked to make your Promenade account {type, select, marketer {a marketer account} other {an advertiser account}}.',
        { type: newRole },
      ),
      t(
        'Your account has a second factor, so an emailed link can’t change it. If this was you, sign in at {address}, open Settings and choose Change account type.',
        { address },
      ),
      t('If this wasn’t you, you can ignore this email.'),
    ],
    links: [],
  };
}

function buildTiedMail(newRole: ChoosableType, ties: readonly Message[]): MailContent {
  return {
    subject: t('Your Promenade account type can’t be changed'),
    text: [
      t(
        'Someone asked to make your Promenade account {type, select, marketer {a marketer account} other {an advertiser account}}. That isn’t possible:',
        { type: newRole },
      ),
      ties.map((tie) => t(tie)).join('\n'),
      t(
        'To use the other account type, sign up with another address. If this wasn’t you, you can ignore this email.',
      ),
    ],
    links: [],
  };
}
