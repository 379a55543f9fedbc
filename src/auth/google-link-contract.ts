import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

const own = { who: 'signedIn', whose: { object: 'account', by: ['owner'] } } as const;

export const getGoogleLink = endpoint({
  name: 'getGoogleLink',
  method: 'GET',
  path: '/api/me/google',
  summary: 'Whether a Google account signs in to this account, and since when',
  ...own,
  /** Null if none is linked. Google's identifier of the user is not revealed. */
  response: z.object({ linkedAt: IsoTime.nullable() }),
});

export const unlinkGoogle = endpoint({
  name: 'unlinkGoogle',
  method: 'DELETE',
  path: '/api/me/google',
  summary:
    'Unlink every Google account from this one; signing in with Google again with the same address links it again',
  ...own,
  response: Done,
  refusals: ['auth/recent-required', 'auth/suspended'],
});
