import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';

/** What notices are about; one is chosen as a whole. */
export const NoticeTopic = z.enum(['money', 'work', 'proofs', 'searches', 'account']);
export type NoticeTopic = z.infer<typeof NoticeTopic>;

/** The account's own cannot be switched off: sign-ins, identity, and what the law asks us to tell. */
export const ChosenTopic = NoticeTopic.exclude(['account']);
export type ChosenTopic = z.infer<typeof ChosenTopic>;

/** As people read them. */
export const topicNames: Readonly<Record<NoticeTopic, string>> = {
  money: 'Money',
  work: 'Campaigns and applications',
  proofs: 'Proofs and disputes',
  searches: 'Saved searches',
  account: 'Account and security',
};

const NotificationChoices = z.object({
  choices: z.array(
    z.object({
      topic: NoticeTopic,
      /** By mail beside the bell, where every notice is found. */
      isMailed: z.boolean(),
      /** It cannot be switched off. */
      isFixed: z.boolean(),
    }),
  ),
});

export const getNotificationChoices = endpoint({
  name: 'getNotificationChoices',
  method: 'GET',
  path: '/api/me/notification-choices',
  summary: 'Which notices I get by mail',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: NotificationChoices,
});

export const setNotificationChoice = endpoint({
  name: 'setNotificationChoice',
  method: 'PUT',
  path: '/api/me/notification-choices',
  summary: 'Get the notices of one topic by mail, or no longer',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ topic: ChosenTopic, isMailed: z.boolean() }),
  response: NotificationChoices,
});
