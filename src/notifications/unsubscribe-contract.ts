import { z } from 'zod';
import { endpoint } from './domain.ts';

/** RFC 8058: a page for the user, and a one-click POST for their mail program. */

const query = z.object({
  /** Signed; contains the user and the topic. If it is invalid, the page says what to do instead. */
  token: z.string().max(300).default(''),
});

export const showUnsubscribe = endpoint({
  name: 'showUnsubscribe',
  method: 'GET',
  path: '/unsubscribe',
  summary: 'Show the unsubscribe page for one topic. Opening it changes nothing',
  who: 'anyone',
  query,
  limit: 'public-read',
  refusals: ['request/too-many'],
});

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Unsubscribe from emails about one topic, without signing in. Idempotent',
  who: 'anyone',
  query,
  takesForm: true,
  limit: 'public-read',
  refusals: ['request/too-many'],
});
