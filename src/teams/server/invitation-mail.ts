import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail, withdrawMailsUnder } from '#platform/server/mail/send-mail.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import type { TeamRole } from '../contract.ts';
import type { TeamInvitationRow } from './tables.ts';

const mayDo: Readonly<Record<TeamRole, string>> = {
  viewer: 'see its campaigns, with applicants, live tracking, proofs and money',
  manager:
    'see its campaigns, with applicants, live tracking, proofs and money, edit its drafts, and decide applications and proofs',
};

/** How the keys of the mails of an owner's invitations begin, or of one of them. */
const mailsOf = (ownerId: string, invitationId?: string) =>
  `team-invitation:${ownerId}:${invitationId === undefined ? '' : `${invitationId}:`}`;

/** Those that have not left yet never do: they name the business, and their link is dead. */
export async function withdrawInvitationMails(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  whose: { ownerId: string; id?: string },
): Promise<void> {
  await withdrawMailsUnder(tx, mailsOf(whose.ownerId, whose.id), deps.clock.now());
}

/** Mails the one link of an invitation, which whoever reads the mail can accept once. `token` is known to nobody else. */
export async function mailInvitation(
  tx: Tx,
  deps: Deps,
  { id, ownerId, email, role, tokenHash }: TeamInvitationRow,
  { business, token }: { business: string; token: string },
): Promise<void> {
  const link = `${publicAddress(deps)}/team/invitation?token=${token}`;
  const name = plain(business);
  const text = [
    `${name} invites you to their team at Promenade. You could ${mayDo[role]}.`,
    `Open this link, sign in with this very address, and accept:\n${link}`,
    'It works once and ends after 7 days. If you do not know who this is, you can ignore it: nothing happens without you.',
  ];
  await enqueueMail(tx, deps, {
    ref: `${mailsOf(ownerId, id)}${tokenHash.slice(0, 16)}`,
    mail: { to: email, subject: `${name} invites you to their team`, text: text.join('\n\n'), links: [link] },
  });
}

/**
 * Somebody's own words in a mail to a stranger: on one line, short, and without what a mail program would make a link of, as it does
 * of 'evil.test' too. An address stays one: it is what a business without a name is called.
 */
function plain(name: string): string {
  const words = name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/(?:https?:)?\/\/+|www\./gi, '')
    .replaceAll(/(?<!@\S*)\.(?=[\p{L}\p{N}])/gu, '. ')
    .trim();
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
}
