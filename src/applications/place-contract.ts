import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Application } from './contract.ts';

/** What becomes of places between an approval and the start: the bench, the confirmation, the calendar (decisions.md 4.1). */

export const benchApplication = endpoint({
  name: 'benchApplication',
  method: 'PUT',
  path: '/api/applications/{id}/bench',
  summary:
    'Put a pending applicant of a full campaign at the end of its bench, from which the first moves up when a place is freed, or take them off',
  who: ['advertiser'],
  whose: { object: 'application', by: ['advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({ isOnBench: z.boolean() }),
  response: Application,
  refusals: [
    'application/not-found',
    'team/not-allowed',
    'application/decided',
    'application/places-left',
    'campaign/not-active',
  ],
});

export const confirmApplication = endpoint({
  name: 'confirmApplication',
  method: 'POST',
  path: '/api/applications/{id}/confirm',
  summary:
    'Say that I come, after I was asked and before the start, as long as I hold the place; repeating it changes nothing',
  who: ['marketer'],
  whose: { object: 'application', by: ['marketer'] },
  params: IdParams,
  response: Application,
  refusals: ['application/not-found', 'application/decided', 'application/nothing-to-confirm'],
});

export const getCalendarFile = endpoint({
  name: 'getCalendarFile',
  method: 'GET',
  path: '/api/applications/{id}/calendar.ics',
  summary: 'My approved work as an iCalendar file; the same entry, cancelled, once the place was given back',
  who: ['marketer'],
  whose: { object: 'application', by: ['marketer'] },
  params: IdParams,
  refusals: ['application/not-found', 'application/never-approved'],
});
