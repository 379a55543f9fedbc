import { z } from 'zod';
import { type Message, msg } from '#kernel/text.ts';
import { endpoint } from './domain.ts';

/** Notification topics. The user switches emails and push messages per topic. */
const optionalTopics = ['money', 'work', 'proofs', 'messages', 'searches'] as const;
export const notificationTopics = [...optionalTopics, 'account'] as const;
export const NotificationTopic = z.enum(notificationTopics);
export type NotificationTopic = z.infer<typeof NotificationTopic>;

/** Emails about the account can't be switched off: sign-ins, identity checks and legal notices. */
export const OptionalTopic = z.enum(optionalTopics);
export type OptionalTopic = z.infer<typeof OptionalTopic>;

export const topicNames: Readonly<Record<NotificationTopic, Message>> = {
  money: msg('Money'),
  work: msg('Campaigns and applications'),
  proofs: msg('Proofs and disputes'),
  messages: msg('Messages'),
  searches: msg('Saved searches'),
  account: msg('Account and security'),
};

const NotificationChoices = z.object({
  choices: z.array(
    z.object({
      topic: NotificationTopic,
      /** Every notification appears in the app. */
      isMailed: z.boolean(),
      isFixed: z.boolean(),
      isPushed: z.boolean(),
    }),
  ),
});

export const getNotificationChoices = endpoint({
  name: 'getNotificationChoices',
  method: 'GET',
  path: '/api/me/notification-choices',
  summary: 'List the topics that I get emails and push messages about',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: NotificationChoices,
});

export const setNotificationChoice = endpoint({
  name: 'setNotificationChoice',
  method: 'PUT',
  path: '/api/me/notification-choices',
  summary: 'Switch emails or push messages about one topic on or off',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: z.union([
    z.strictObject({ topic: OptionalTopic, isMailed: z.boolean() }),
    z.strictObject({ topic: NotificationTopic, isPushed: z.boolean() }),
  ]),
  response: NotificationChoices,
});
