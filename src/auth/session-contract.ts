import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const SignedInSession = z.object({
  id: Id,
  /** Such as 'Firefox on Windows', from the browser's user agent. */
  device: z.string(),
  signedInAt: IsoTime,
  /** Rounded to the minute. Polls do not count. */
  lastUsedAt: IsoTime,
  /** The session that makes this call. */
  isPresent: z.boolean(),
  /** Until then the second factor is missing, and the session may do nothing else. */
  isComplete: z.boolean(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'List the sessions of this account, the current one first, then by last use',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ sessions: z.array(SignedInSession) }),
});

export const endSession = endpoint({
  name: 'endSignInSession',
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  summary:
    'End one of my sessions immediately. Ending the current one signs me out; any other requires a recent sign-in',
  who: 'signedIn',
  whose: { object: 'signInSession', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['auth/recent-required', 'auth/session-not-found'],
  vital: true,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/me/sessions',
  summary: 'End every session of this account except the current one. Requires a recent sign-in',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: Done,
  refusals: ['auth/recent-required'],
  vital: true,
});
