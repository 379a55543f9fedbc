import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const Notification = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** The path of the page where the user can act on it. */
  href: z.string().nullable(),
  createdAt: IsoTime,
  readAt: IsoTime.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  summary: 'List my notifications, newest first, with the number of unread ones',
  who: 'signedIn',
  response: z.object({ unread: z.number().int(), notifications: z.array(Notification) }),
  poll: true,
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
