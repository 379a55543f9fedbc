import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import { Beat } from '#platform/stream-contract.ts';
import { NotificationTopic } from './choices-contract.ts';
import { endpoint } from './domain.ts';

export const Notification = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  createdAt: IsoTime,
  readAt: IsoTime.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  summary:
    'List a page of my notifications, newest first, with the number of all unread ones. The Link header names the next page',
  who: 'signedIn',
  query: PageQuery.extend({
    topic: NotificationTopic.optional(),
    unread: z.literal('true').optional(),
  }),
  response: z.object({ unread: z.number().int(), notifications: z.array(Notification) }),
  poll: true,
});

export const streamNotifications = endpoint({
  name: 'streamNotifications',
  method: 'GET',
  path: '/api/notifications/stream',
  summary:
    'Push the number of my unread notifications, first and after each change, and that my conversations changed',
  who: 'signedIn',
  events: {
    /** Sent first, and when notifications arrive or are read. The client then loads those that it shows. */
    changed: z.object({ unread: z.number().int() }),
    /** The client then loads the number of unread messages. */
    messages: z.literal(0),
    beat: Beat,
  },
  limit: 'notification-stream',
  poll: true,
  refusals: ['request/too-many', 'server/busy'],
});

export const markNotificationsRead = endpoint({
  name: 'markNotificationsRead',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark some or all of my notifications as read',
  who: 'signedIn',
  whose: { object: 'notification', by: ['owner'], at: 'body.ids', others: 'nothing' },
  body: z.union([
    z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  response: Done,
});
