import { sign } from 'node:crypto';

import { issue, party, type Party } from './certificates.ts';
import type { Fetch } from '#payments/server/provider/http-client.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import { signedText } from '#payments/server/provider/signature.ts';
import type { WalletProvider, WebhookDelivery } from '#payments/server/provider/wallet-provider.ts';

export const sandbox = 'https://api-m.sandbox.paypal.com';
export const certificateUrl = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594';

export const root = party('Test Root');
export const middle = party('Test Intermediate');
export const leaf = party('messageverificationcerts.sandbox.paypal.com');
export const rootPem = issue({ subject: root, issuer: root, isAuthority: true });
export const middlePem = issue({ subject: middle, issuer: root, isAuthority: true });
export const chainPem = issue({ subject: leaf, issuer: middle }) + middlePem;

export const rawBody = Buffer.from(
  JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'CAPTURE1' } }),
);

/** A delivery as PayPal signs it for the webhook HOOK1, but for what is changed. */
export function delivery(changes: { signer?: Party; headers?: object } = {}): WebhookDelivery {
  const { signer = leaf, headers } = changes;
  const transmission = { transmissionId: 'ab-1', transmissionTime: '2026-03-02T09:00:00Z', rawBody };
  const signature = sign('sha256', signedText(transmission, 'HOOK1'), signer.keys.privateKey);
  return {
    rawBody,
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': certificateUrl,
      'paypal-transmission-id': transmission.transmissionId,
      'paypal-transmission-time': transmission.transmissionTime,
      'paypal-transmission-sig': signature.toString('base64'),
      ...headers,
    },
  };
}

/**
 * PayPal's side of webhooks, with an authority of the tests' own: nobody but PayPal has a certificate of the real ones, so this
 * is not a real connection.
 */
export class SigningPayPal {
  now = new Date('2026-03-02T09:00:00Z');
  requests: { call: string; headers: Record<string, string>; redirect: string }[] = [];
  /** What stands at an address; anything else is not found. */
  files = new Map([[certificateUrl, { status: 200, text: chainPem }]]);
  /** The answer to a delivery that is sent back. It would be believed, so a test sees where it counts. */
  postback: 'SUCCESS' | 'FAILURE' | 'none' = 'SUCCESS';

  /** The adapter in front of it. The root of these certificates is trusted unless others are given. */
  wallet({ baseUrl = sandbox, webhookId = 'HOOK1', hasOwnRoot = true } = {}): WalletProvider {
    return createPayPalProvider(
      { baseUrl, webhookId, clientId: 'id', clientSecret: 'secret' },
      { clock: { now: () => this.now }, fetch: this.#fetch, ...(hasOwnRoot && { roots: [rootPem] }) },
    );
  }

  /** How often a delivery was sent back. */
  get asked(): number {
    return this.#count('/verify-webhook-signature');
  }

  /** How often the certificate was fetched. */
  get fetched(): number {
    return this.#count(certificateUrl);
  }

  #count(ending: string): number {
    return this.requests.filter(({ call }) => call.endsWith(ending)).length;
  }

  #fetch: Fetch = async (url, { method, headers, redirect }) => {
    this.requests.push({ call: `${method} ${url}`, headers, redirect });
    if (url.endsWith('/v1/oauth2/token')) return answer(200, '{"access_token":"token","expires_in":32400}');
    if (!url.endsWith('/verify-webhook-signature')) {
      const file = this.files.get(url);
      return answer(file?.status ?? 404, file?.text ?? '');
    }
    if (this.postback === 'none') throw new TypeError('fetch failed');
    return answer(200, JSON.stringify({ verification_status: this.postback }));
  };
}

const answer = (status: number, text: string) => ({ status, headers: new Headers(), text: async () => text });

export const genuine = {
  kind: 'success',
  value: {
    genuine: true,
    event: {
      eventId: 'WH-1',
      eventType: 'PAYMENT.CAPTURE.COMPLETED',
      resourceType: undefined,
      resourceId: 'CAPTURE1',
    },
  },
};
export const forged = { kind: 'success', value: { genuine: false } };
