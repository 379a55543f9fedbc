import { loadContacts } from '#auth/server/service.ts';
import { t } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { type OptionalTopic, topicNames } from '../../choices-contract.ts';
import { buildUnsubscribeLink } from '../email-choices/unsubscribe-link.ts';
import { getTopic, type NotificationKind } from '../notification-kinds.ts';

export interface MailedNotice {
  kind: NotificationKind;
  ref: string;
  title: string;
  text: string;
  href: string;
}

export const mailRef = (told: { kind: string; ref: string; accountId: string }) =>
  `notification:${told.kind}:${told.ref}:${told.accountId}`;

export const SUMMARY_REF = 'notification-summary:';

export const formatSummarized = ({ title, text }: Pick<MailedNotice, 'title' | 'text'>) =>
  `${title}\n${text}`;

export async function enqueueNotice(tx: Tx, deps: Deps, userId: string, notice: MailedNotice): Promise<void> {
  const { kind, ref } = notice;
  await enqueue(tx, deps, userId, {
    ref: mailRef({ kind, ref, accountId: userId }),
    write: () => toNoticeMail(deps, userId, notice),
  });
}

export async function enqueueSummary(
  tx: Tx,
  deps: Deps,
  userId: string,
  { ref, notices }: { ref: string; notices: readonly MailedNotice[] },
): Promise<void> {
  await enqueue(tx, deps, userId, { ref, write: () => toSummaryMail(deps, userId, notices) });
}

async function enqueue(
  tx: Tx,
  deps: Deps,
  userId: string,
  { ref, write }: { ref: string; write: () => Omit<Mail, 'to'> },
): Promise<void> {
  const contact = (await loadContacts(tx, [userId])).get(userId);
  if (!contact) return;
  const { email, language } = contact;
  await enqueueMail(tx, deps, { ref, mail: () => ({ to: email, ...write() }), language });
}

const formatTopic = (topic: OptionalTopic) => t(topicNames[topic]).toLowerCase();

const formatUnsubscribing = (topic: OptionalTopic, link: string) =>
  t('Unsubscribe from emails about {topic}: {link}', { topic: formatTopic(topic), link });

function toNoticeMail(
  deps: Deps,
  userId: string,
  { kind, title, text, href }: MailedNotice,
): Omit<Mail, 'to'> {
  const link = `${getPublicUrl(deps)}${href}`;
  const topic = getTopic(kind);
  const shown = { subject: title, button: t('See details') };
  if (topic === 'account') {
    return {
      ...shown,
      text: `${text}\n\n${link}`,
      links: [link],
      reason: t('You get this email because it is about your account. These emails can’t be switched off.'),
    };
  }
  const stop = buildUnsubscribeLink(deps, { userId, topic });
  const name = formatTopic(topic);
  return {
    ...shown,
    text: `${text}\n\n${link}\n\n${formatUnsubscribing(topic, stop)}`,
    links: [link, stop],
    unsubscribeLink: stop,
    reason: t('You get this email because emails about {topic} are on.', { topic: name }),
  };
}

/** Each topic keeps its own unsubscribe link. */
function toSummaryMail(deps: Deps, userId: string, notices: readonly MailedNotice[]): Omit<Mail, 'to'> {
  const address = getPublicUrl(deps);
  const all = `${address}/notifications`;
  const topics = new Set(notices.map(({ kind }) => getTopic(kind)));
  const stops = [...topics]
    .filter((topic): topic is OptionalTopic => topic !== 'account')
    .map((topic) => formatUnsubscribing(topic, buildUnsubscribeLink(deps, { userId, topic })));
  return {
    subject: t('{count} updates from Promenade', { count: notices.length }),
    text: [
      ...notices.map((notice) => `${formatSummarized(notice)}\n${address}${notice.href}`),
      all,
      [
        t('Change your summary and quiet hours: {link}', { link: `${address}/settings#notifications` }),
        ...stops,
      ].join('\n'),
    ].join('\n\n'),
    links: [all],
    button: t('See all notifications'),
    reason: t('You get this email because you chose a daily summary or quiet hours.'),
  };
}
