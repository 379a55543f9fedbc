import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Application } from './contract.ts';
import { endpoint } from './domain.ts';

export const benchApplication = endpoint({
  name: 'benchApplication',
  method: 'PUT',
  path: '/api/applications/{id}/bench',
  summary:
    'Add a pending applicant of a full campaign to the end of its waitlist, or remove them. The first moves up when a place becomes free',
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
  summary: 'Confirm my place after I was asked and before the start. Idempotent',
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
  summary: 'Get my approved work as an iCalendar file. The entry is cancelled if the place was given back',
  who: ['marketer'],
  whose: { object: 'application', by: ['marketer'] },
  params: IdParams,
  refusals: ['application/not-found', 'application/never-approved'],
});
