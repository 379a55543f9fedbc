import { z } from 'zod';
import { Done, endpoint } from '#kernel/endpoint.ts';

/** How a marketer's way through the wallet's sign-in page ended. */
export const ConnectionOutcome = z.enum(['connected', 'declined', 'unconfirmed', 'failed']);
export type ConnectionOutcome = z.infer<typeof ConnectionOutcome>;

/**
 * `waiting`: nobody has decided at the wallet yet. `checking`: the wallet is being asked whose account it is. `none`: nothing was
 * begun in this session, or too long ago. `connected` is the present state, whenever it came about.
 */
export const ConnectionState = z.enum([...ConnectionOutcome.options, 'waiting', 'checking', 'none']);
export type ConnectionState = z.infer<typeof ConnectionState>;

export const startWalletConnection = endpoint({
  name: 'startWalletConnection',
  method: 'POST',
  path: '/api/wallet-connection',
  summary:
    'Begin to connect the wallet: the address of its sign-in page, good for 10 minutes in this session',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({}),
  response: z.object({ authorizeUrl: z.string() }),
  limit: 'payment',
  refusals: ['auth/recent-required', 'request/too-many'],
});

export const getWalletConnection = endpoint({
  name: 'getWalletConnection',
  method: 'GET',
  path: '/api/wallet-connection',
  summary: 'Whether the wallet is connected, or how far the newest try of this session has come',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ state: ConnectionState, paypalEmail: z.string().nullable() }),
  poll: true,
});

export const endWalletConnection = endpoint({
  name: 'endWalletConnection',
  method: 'DELETE',
  path: '/api/wallet-connection',
  summary: 'Disconnect the wallet; the address stays and counts as typed',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: Done,
});

const text = z.string().max(4000).optional();

/** A window's last page, not JSON: it says how it went and closes itself. */
export const finishWalletConnection = endpoint({
  name: 'finishWalletConnection',
  method: 'GET',
  path: '/api/wallet-connection/callback',
  summary: 'Where the wallet’s sign-in page leads back to, in the session that set out',
  who: 'anyone',
  query: z.object({ code: text, state: text, error: text }),
  limit: 'public-read',
  refusals: ['request/too-many'],
});
