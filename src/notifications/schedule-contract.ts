import { z } from 'zod';
import { TimeZone } from '#kernel/calendar.ts';
import { problem } from '#kernel/text.ts';
import { endpoint } from './domain.ts';

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, problem('Enter a time, such as 22:00'));

export const NotificationSchedule = z.strictObject({
  /** Of the times below. */
  timeZone: TimeZone,
  /** Emails and push messages wait until these hours are over. They may include midnight. */
  quietHours: z
    .strictObject({ from: TimeOfDay, until: TimeOfDay })
    .refine(({ from, until }) => from !== until, {
      path: ['until'],
      ...problem('Choose two different times'),
    })
    .nullable(),
  /** The hour of a daily email that replaces the single ones, or null. */
  digestHour: z.number().int().min(0).max(23).nullable(),
});
export type NotificationSchedule = z.infer<typeof NotificationSchedule>;

export const getNotificationSchedule = endpoint({
  name: 'getNotificationSchedule',
  method: 'GET',
  path: '/api/me/notification-schedule',
  summary: 'Read my quiet hours and the hour of my daily summary. Null until I choose them',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ schedule: NotificationSchedule.nullable() }),
});

export const setNotificationSchedule = endpoint({
  name: 'setNotificationSchedule',
  method: 'PUT',
  path: '/api/me/notification-schedule',
  summary: 'Set my quiet hours and the hour of my daily summary',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: NotificationSchedule,
  response: z.object({ schedule: NotificationSchedule.nullable() }),
});
