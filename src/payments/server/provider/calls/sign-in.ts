import { z } from 'zod';

import { payPalSite } from '#platform/server/http/wallet-sdk-url.ts';

import { fetchToken, type ClientCredentials } from '../access-token.ts';
import { parseExchange } from '../responses.ts';
import type { HttpClient } from '../http-client.ts';
import { refused } from '../outcome.ts';
import type { Outcome, WalletAccount } from '../wallet-provider.ts';

/** Returns the URL of Log in with PayPal, which proves the account's owner. No token is stored. */
export function signInUrl(
  settings: {
    baseUrl: string;
    publicBaseUrl?: string | undefined;
    signInUrl?: string | undefined;
    clientId: string;
  },
  request: { redirectUri: string; state: string; nonce: string },
): string {
  const base = settings.publicBaseUrl ?? settings.baseUrl;
  const url = new URL(
    settings.signInUrl ?? `${payPalSite(base) ?? base.replace(/\/+$/, '')}/signin/authorize`,
  );
  const query = {
    flowEntry: 'static',
    client_id: settings.clientId,
    response_type: 'code',
    // Only the address. PayPal refuses scopes that the app was not granted.
    scope: 'openid email',
    redirect_uri: request.redirectUri,
    state: request.state,
    nonce: request.nonce,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges a code for the user's token, fetches the account with it, and discards it. Both calls share one
 * time limit.
 */
export async function getSignedInAccount(
  http: HttpClient,
  credentials: ClientCredentials,
  request: { code: string; redirectUri: string; nonce: string },
): Promise<Outcome<WalletAccount>> {
  const signal = AbortSignal.timeout(credentials.totalTimeoutMs);
  const form = { grant_type: 'authorization_code', code: request.code, redirect_uri: request.redirectUri };
  const issued = parseExchange(await fetchToken(http, credentials, form, signal), SignInToken);
  if (issued.kind !== 'success') return issued;
  const { access_token: token, id_token: idToken } = issued.value;
  // It came from the wallet over our own connection, so checking its signature adds nothing.
  if (idToken !== undefined && hasOtherNonce(idToken, request.nonce)) return refused('NONCE_MISMATCH');
  const exchange = await http.exchange(
    {
      method: 'GET',
      path: '/v1/identity/oauth2/userinfo?schema=paypalv1.1',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    },
    signal,
  );
  return parseExchange(exchange, UserInfo);
}

/** Most responses include an ID token. A missing nonce is accepted, a different one is not. */
const SignInToken = z.object({ access_token: z.string().min(1), id_token: z.string().optional() });

const Claims = z.object({ nonce: z.string().optional() });

function hasOtherNonce(idToken: string, nonce: string): boolean {
  const claims = Claims.safeParse(parsed(idToken.split('.')[1] ?? ''));
  return !claims.success || (claims.data.nonce ?? nonce) !== nonce;
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** True only if PayPal says so: older responses omit the field, and others write it as a string. */
const Yes = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true');

/** If there are several addresses, payments arrive at the primary one. */
const UserInfo = z
  .object({
    emails: z.array(z.object({ value: z.email().max(127), primary: Yes, confirmed: Yes })).min(1),
  })
  .transform(({ emails }, context): WalletAccount => {
    const primary = emails.find((email) => email.primary) ?? (emails.length === 1 ? emails[0] : undefined);
    if (primary) return { email: primary.value.toLowerCase(), isConfirmed: primary.confirmed };
    context.addIssue({ code: 'custom', message: 'no primary address' });
    return z.NEVER;
  });
