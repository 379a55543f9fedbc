import { z } from 'zod';
import { Done, IdParams, TokenScope } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const MAX_ACCESS_TOKENS = 20;

export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(TokenScope),
  createdAt: IsoTime,
  expiresAt: IsoTime,
  /** Stored at most once a minute. */
  lastUsedAt: IsoTime.nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const NewAccessToken = z.strictObject({
  name: z.string().trim().min(1, problem('Enter a name')).max(60, problem('Use at most 60 characters')),
  scopes: z.array(TokenScope).min(1, problem('Choose at least one')).max(TokenScope.options.length),
  /** Every token expires. */
  expiresInDays: z.union([z.literal(30), z.literal(90), z.literal(180), z.literal(365)]),
});
export type NewAccessToken = z.infer<typeof NewAccessToken>;

export const listAccessTokens = endpoint({
  name: 'listAccessTokens',
  method: 'GET',
  path: '/api/me/access-tokens',
  summary: 'List my personal access tokens, newest first, also expired ones',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  response: z.object({ tokens: z.array(AccessToken) }),
});

export const createAccessToken = endpoint({
  name: 'createAccessToken',
  method: 'POST',
  path: '/api/me/access-tokens',
  summary: 'Create a personal access token, shown only in this response. Requires a recent sign-in',
  who: ['marketer', 'advertiser'],
  whose: { object: 'account', by: ['owner'] },
  limit: 'access-token-new',
  body: NewAccessToken,
  response: z.object({ token: z.string(), accessToken: AccessToken }),
  status: 201,
  refusals: ['auth/recent-required', 'auth/token-of-demo', 'auth/too-many-tokens'],
});

export const revokeAccessToken = endpoint({
  name: 'revokeAccessToken',
  method: 'DELETE',
  path: '/api/me/access-tokens/{id}',
  summary: 'Revoke one of my personal access tokens. It stops working immediately',
  who: 'signedIn',
  whose: { object: 'accessToken', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['auth/token-not-found'],
});
