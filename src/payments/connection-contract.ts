import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { endpoint } from './domain.ts';

export const ConnectionOutcome = z.enum(['connected', 'declined', 'unconfirmed', 'failed']);
export type ConnectionOutcome = z.infer<typeof ConnectionOutcome>;

/**
 * `waiting`: the user has not decided at the wallet yet. `checking`: the server is fetching the account from
 * the wallet. `none`: this session has started no connection, or it has expired. `connected` is the current
 * state, even if another session connected the wallet.
 */
export const ConnectionState = z.enum([...ConnectionOutcome.options, 'waiting', 'checking', 'none']);
export type ConnectionState = z.infer<typeof ConnectionState>;

export const startWalletConnection = endpoint({
  name: 'startWalletConnection',
  method: 'POST',
  path: '/api/wallet-connection',
  summary:
    'Starts connecting the wallet; returns the URL of its sign-in page, valid for 10 minutes in this session',
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
  summary: 'Returns whether the wallet is connected, or the state of this session’s latest attempt',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ state: ConnectionState, paypalEmail: z.string().nullable() }),
  poll: true,
});

export const endWalletConnection = endpoint({
  name: 'endWalletConnection',
  method: 'DELETE',
  path: '/api/wallet-connection',
  summary: 'Disconnects the wallet; the address stays, but is no longer confirmed',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: Done,
});

const text = z.string().max(4000).optional();

/** HTML, not JSON: the popup's last page shows the result and closes the window. */
export const finishWalletConnection = endpoint({
  name: 'finishWalletConnection',
  method: 'GET',
  path: '/api/wallet-connection/callback',
  summary: 'Redirect target of the wallet’s sign-in page, for the session that started it',
  who: 'anyone',
  query: z.object({ code: text, state: text, error: text }),
  limit: 'public-read',
  refusals: ['request/too-many'],
});
