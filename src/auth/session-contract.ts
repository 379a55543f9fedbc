import { z } from 'zod';
import { Done, endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';

/** Where somebody is signed in. The token, which is the session, never leaves the server this way. */
export const SignedInSession = z.object({
  id: Id,
  /** Browser and system in words, 'Firefox on Windows', as the browser called itself. */
  device: z.string(),
  signedInAt: IsoTime,
  /** To the minute; polls do not count. */
  lastUsedAt: IsoTime,
  /** The one that asks. */
  isPresent: z.boolean(),
  /** False where the second factor has yet to be shown: until then it may do nothing else. */
  isComplete: z.boolean(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'Where this account is signed in, the present session first, then by last use',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ sessions: z.array(SignedInSession) }),
});

export const endSession = endpoint({
  name: 'endSignInSession',
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  summary: 'End one of one’s own sessions at once; the present one too, which signs out',
  who: 'signedIn',
  whose: { object: 'signInSession', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['auth/session-not-found'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/me/sessions',
  summary: 'End every session of this account but the present one',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: Done,
});
