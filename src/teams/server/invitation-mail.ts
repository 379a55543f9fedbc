import { t } from '#kernel/text.ts';
import { getLanguage } from '#kernel/language.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail, cancelMailsByRefPrefix } from '#platform/server/mail/send-mail.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { TeamRole } from '../contract.ts';
import { findLanguageByEmail } from './store.ts';
import type { TeamInvitationRow } from './tables.ts';

const buildMailKey = (ownerId: string, invitationId?: string) =>
  `team-invitation:${ownerId}:${invitationId === undefined ? '' : `${invitationId}:`}`;

export async function withdrawInvitationMails(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  whose: { ownerId: string; id?: string },
): Promise<void> {
  await cancelMailsByRefPrefix(tx, buildMailKey(whose.ownerId, whose.id), deps.clock.now());
}

/** Only this mail contains `token`, which works once. */
export async function mailInvitation(
  tx: Tx,
  deps: Deps,
  { id, ownerId, email, role, tokenHash }: TeamInvitationRow,
  { business, token }: { business: string; token: string },
): Promise<void> {
  const link = `${getPublicUrl(deps)}/team/invitation?token=${token}`;
  const name = toPlainName(business);
  await enqueueMail(tx, deps, {
    ref: `${buildMailKey(ownerId, id)}${tokenHash.slice(0, 16)}`,
    // An address without an account gets the sender's language.
    language: (await findLanguageByEmail(tx, email)) ?? getLanguage(),
    mail: () => ({
      to: email,
      subject: t('{name} invites you to their team', { name }),
      text: writeInvitation(name, role, link),
      links: [link],
      button: t('See the invitation'),
      reason: t('You get this email because a business on Promenade invited this address.'),
    }),
  });
}

function writeInvitation(name: string, role: TeamRole, link: string): string {
  return [
    t(
      '{name} invites you to their team on Promenade. You’ll be able to view its campaigns, applicants, live tracking, proofs and money{role, select, manager {, edit drafts, and decide applicants and proofs} other {}}.',
      { name, role },
    ),
    `${t('To accept, open this link and sign in with this email address:')}\n${link}`,
    t('The link works once and expires in 7 days. If you don’t know the sender, you can ignore this email.'),
  ].join('\n\n');
}

/**
 * Returns a user-chosen name that is safe to mail to a stranger: short, on one line, and without text that a mail
 * program turns into a link, such as 'evil.test'. Email addresses stay: a business without a name is called by one.
 */
function toPlainName(name: string): string {
  const words = name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/(?:https?:)?\/\/+|www\./gi, '')
    .replaceAll(/(?<!@\S*)\.(?=[\p{L}\p{N}])/gu, '. ')
    .trim();
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
}
