import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';

/** The link in every mail that can be switched off (RFC 8058): pages for a person, and a call for their mail program. */

const query = z.object({
  /** Signed; says whose mails about what. Anything else is answered by a page that says what to do instead. */
  token: z.string().max(300).default(''),
});

export const showUnsubscribe = endpoint({
  name: 'showUnsubscribe',
  method: 'GET',
  path: '/unsubscribe',
  summary: 'A page that asks before it stops mails about one topic; opening it changes nothing',
  who: 'anyone',
  query,
  limit: 'public-read',
  refusals: ['request/too-many'],
});

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Stop mails about one topic, without a sign-in; repeating it changes nothing',
  who: 'anyone',
  query,
  takesForm: true,
  limit: 'public-read',
  refusals: ['request/too-many'],
});
