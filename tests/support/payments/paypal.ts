import { sign } from 'node:crypto';

import { issue, party, type Party } from './certificates.ts';
import type { Fetch } from '#payments/server/provider/http-client.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import { signedText } from '#payments/server/provider/signature/signature.ts';
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

/** Returns a delivery as PayPal signs it for the webhook HOOK1, with these changes. */
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
 * PayPal's side of webhooks, with a test authority. Only PayPal has real certificates, so this is not a real
 * connection.
 */
export class SigningPayPal {
  now = new Date('2026-03-02T09:00:00Z');
  requests: { call: string; headers: Record<string, string>; redirect: string }[] = [];
  /** The files by URL; any other URL is not found. */
  files = new Map([[certificateUrl, { status: 200, text: chainPem }]]);
  /**
   * The answer if the adapter asks PayPal to verify a delivery. The adapter trusts it, so tests see when it
   * asks.
   */
  postback: 'SUCCESS' | 'FAILURE' | 'none' = 'SUCCESS';

  /** The adapter under test. Trusts the root of these certificates unless `hasOwnRoot` is false. */
  wallet({ baseUrl = sandbox, webhookId = 'HOOK1', hasOwnRoot = true } = {}): WalletProvider {
    return createPayPalProvider(
      { baseUrl, webhookId, clientId: 'id', clientSecret: 'secret' },
      { clock: { now: () => this.now }, fetch: this.#fetch, ...(hasOwnRoot && { roots: [rootPem] }) },
    );
  }

  /** How often the adapter asked PayPal to verify a delivery. */
  get asked(): number {
    return this.#count('/verify-webhook-signature');
  }

  /** How often the adapter fetched the certificate. */
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
