import { NotificationTopic } from '../choices-contract.ts';
import { accountKinds } from './kinds/account-kinds.ts';
import type { NotificationKindFacts } from './kinds/kind-facts.ts';
import { disputeKinds } from './kinds/dispute-kinds.ts';
import { messageKinds } from './kinds/message-kinds.ts';
import { moneyKinds } from './kinds/money-kinds.ts';
import { proofKinds } from './kinds/proof-kinds.ts';
import { searchKinds } from './kinds/search-kinds.ts';
import { workKinds } from './kinds/work-kinds.ts';

/** A new kind needs only an entry in one of these files, and `npm run notifications`. */
export const kindsByTopic: Readonly<
  Record<NotificationTopic, Readonly<Record<string, NotificationKindFacts>>>
> = {
  money: moneyKinds,
  work: workKinds,
  proofs: { ...proofKinds, ...disputeKinds },
  messages: messageKinds,
  searches: searchKinds,
  account: accountKinds,
};

export const notificationKinds = {
  ...moneyKinds,
  ...workKinds,
  ...proofKinds,
  ...disputeKinds,
  ...messageKinds,
  ...searchKinds,
  ...accountKinds,
};

export type NotificationKind = keyof typeof notificationKinds;

/** When the named user deletes their account, the name is removed from these. */
export type KindWithName = {
  [Kind in NotificationKind]: (typeof notificationKinds)[Kind] extends { namesUser: true } ? Kind : never;
}[NotificationKind];

export const kindsWithNames = (Object.keys(notificationKinds) as NotificationKind[]) // Object.keys forgets the names
  .filter((kind) => 'namesUser' in notificationKinds[kind]);

const topics = new Map<string, NotificationTopic>(
  NotificationTopic.options.flatMap((topic) => listKinds(topic).map((kind) => [kind, topic] as const)),
);

/** Kinds that no longer exist return 'account'. */
export function getTopic(kind: string): NotificationTopic {
  return topics.get(kind) ?? 'account';
}

export function listKinds(topic: NotificationTopic): string[] {
  return Object.keys(kindsByTopic[topic]);
}

/** Throws if a notification differs from what the documentation says. Only tests check this. */
export function requireDocumented(kind: NotificationKind, title: string, isMailed: boolean): void {
  const { titles, email }: NotificationKindFacts = notificationKinds[kind];
  if (!titles.some((pattern) => toExpression(pattern).test(title)))
    throw new Error(`Bug: the title of ${kind} is not one of its titles: ${title}`);
  if (typeof email === 'boolean' && email !== isMailed)
    throw new Error(`Bug: ${kind} declares email: ${email}`);
}

/** 'Dispute over {amount}' allows any amount. */
function toExpression(pattern: string): RegExp {
  const parts = pattern
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}
