import type { NotificationKindFacts } from './kind-facts.ts';

export const messageKinds = {
  'message.unread': {
    to: 'the other side',
    when: 'a message stays unread. By email only',
    titles: ['New message: {campaign}'],
    email: true,
  },
  'message.reported': {
    to: 'administrators',
    when: 'a user reports a conversation',
    titles: ['Conversation reported'],
    email: false,
  },
  'message.report-decided': {
    to: 'the user who reported it',
    when: 'an administrator decides the report',
    titles: ['We looked into your report'],
    email: false,
  },
  'message.viewed': {
    to: 'both sides',
    when: 'an administrator has read their conversation',
    titles: ['An administrator read your messages'],
    email: false,
  },
} as const satisfies Record<string, NotificationKindFacts>;
