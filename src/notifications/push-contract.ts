import { z } from 'zod';
import { Done } from '#kernel/endpoint.ts';
import { endpoint } from './domain.ts';

export const getPushKey = endpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/api/push-key',
  summary:
    'Read the public key with which a browser subscribes to push messages. Null if they are not available',
  who: 'signedIn',
  response: z.object({ publicKey: z.string().nullable() }),
});

/** As its toJSON() returns it. Other fields, such as expirationTime, are ignored. */
export const BrowserSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({
    /** An uncompressed point on P-256: 65 bytes. */
    p256dh: z.base64url().length(87),
    /** 16 bytes. */
    auth: z.base64url().length(22),
  }),
});

export const savePushSubscription = endpoint({
  name: 'savePushSubscription',
  method: 'PUT',
  path: '/api/me/push-subscriptions',
  summary: 'Send push messages to this browser until I sign out in it. Idempotent',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: BrowserSubscription,
  response: Done,
  limit: 'push',
  refusals: ['push/unavailable', 'push/address', 'push/key', 'request/too-many'],
});

export const deletePushSubscription = endpoint({
  name: 'deletePushSubscription',
  method: 'POST',
  path: '/api/me/push-subscriptions/delete',
  summary: 'Send no more push messages to this browser. Idempotent',
  who: 'signedIn',
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ endpoint: z.url().max(1000) }),
  response: Done,
});
