import { crc32 } from 'node:zlib';

import { beforeEach, describe, expect, test } from 'vitest';

import {
  certificateUrl,
  chainPem,
  delivery,
  forged,
  genuine,
  middle,
  rawBody,
  SigningPayPal,
} from '#tests/support/payments/paypal.ts';
import { signedText } from './signature.ts';

let payPal: SigningPayPal;

beforeEach(() => {
  payPal = new SigningPayPal();
});

test('the checksum is unsigned: the check value of CRC-32 is above 2^31', () => {
  const transmission = { transmissionId: 'id', transmissionTime: 'time', rawBody: Buffer.from('123456789') };
  expect(signedText(transmission, 'hook').toString()).toBe('id|time|hook|3421780262');
  expect(crc32('')).toBe(0);
});

test('verifies a delivery with the certificate alone, fetched once and without our token', async () => {
  const wallet = payPal.wallet();
  for (let round = 0; round < 3; round += 1) expect(await wallet.verifyWebhook(delivery())).toEqual(genuine);
  expect(payPal.requests).toEqual([{ call: `GET ${certificateUrl}`, headers: {}, redirect: 'manual' }]);
});

describe('invariant 20: what PayPal did not sign', () => {
  test('any single bit of the body', async () => {
    const wallet = payPal.wallet();
    for (let bit = 0; bit < rawBody.length * 8; bit += 1) {
      const verdict = await wallet.verifyWebhook({ ...delivery(), rawBody: flipped(rawBody, bit) });
      expect(verdict, `bit ${bit}`).toEqual(forged);
    }
    expect(payPal.asked).toBe(0);
  });

  test.each([
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-auth-algo',
  ])('any single bit of %s', async (name) => {
    const wallet = payPal.wallet();
    const value = Buffer.from(String(delivery().headers[name]));
    for (let bit = 0; bit < value.length * 8; bit += 1) {
      const headers = { [name]: flipped(value, bit).toString('latin1') };
      expect(await wallet.verifyWebhook(delivery({ headers })), `bit ${bit}`).toEqual(forged);
    }
    expect(payPal.asked).toBe(0);
  });

  test('a signature of another length or encoding', async () => {
    const wallet = payPal.wallet();
    const signature = String(delivery().headers['paypal-transmission-sig']);
    for (const other of [
      'AAAA',
      signature.slice(0, -4),
      signature + signature,
      `${signature.slice(0, -3)}B==`,
    ]) {
      const headers = { 'paypal-transmission-sig': other };
      expect(await wallet.verifyWebhook(delivery({ headers })), other).toEqual(forged);
    }
    expect(payPal.asked).toBe(0);
  });

  test('another key, and a delivery for another webhook', async () => {
    expect(await payPal.wallet().verifyWebhook(delivery({ signer: middle }))).toEqual(forged);
    expect(await payPal.wallet({ webhookId: 'HOOK2' }).verifyWebhook(delivery())).toEqual(forged);
    expect(payPal.asked).toBe(0);
  });

  test.each(['SHA1withRSA', 'MD5withRSA', 'SHA256withECDSA', 'sha256withrsa', 'none'])(
    'the algorithm %s',
    async (algorithm) => {
      const headers = { 'paypal-auth-algo': algorithm };
      expect(await payPal.wallet().verifyWebhook(delivery({ headers }))).toEqual(forged);
      expect(payPal.requests).toEqual([]);
    },
  );

  test.each([
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'http://127.0.0.1/v1/notifications/certs/CERT-1',
    'https://127.0.0.1/v1/notifications/certs/CERT-1',
    'https://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/v1/notifications/certs/CERT-1',
    'https://[::1]/v1/notifications/certs/CERT-1',
    'https://localhost/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.example/https://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://evil.example/?https://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://evil.example#https://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://notapi.paypal.com/v1/notifications/certs/CERT-1',
    'https://paypal.com/v1/notifications/certs/CERT-1',
    'https://www.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com./v1/notifications/certs/CERT-1',
    'https://user:pass@api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:443/v1/notifications/certs/CERT-1',
    'https://api.paypal.com\\@evil.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/',
    'https://api.paypal.com/v1/notifications/certs/../../../redirect',
    'https://api.paypal.com/v1/notifications/certs/..%2f..%2fredirect',
    'https://api.paypal.com/v1/notifications/certs/%2e%2e/%2e%2e/redirect',
    'https://api.paypal.com/v1/notifications/certs/CERT-1/../../x',
    'https://api.paypal.com/v1/notifications/certs/CERT-1?to=https://evil.example',
    'https://api.paypal.com/v1/notifications/certs/CERT-1#x',
    'https://api.paypal.com/v1/notifications/certs/CERT-1\n',
    'https://api.paypal.com//v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs//CERT-1',
    'https://api.paypal.com/v1/checkout/CERT-1',
    'HTTPS://API.PAYPAL.COM/v1/notifications/certs/CERT-1',
    `https://api.paypal.com/v1/notifications/certs/${'A'.repeat(101)}`,
    'file:///v1/notifications/certs/CERT-1',
    'data:text/plain,CERT-1',
    'http://localhost:3000/wallet-simulator/v1/notifications/certs/CERT-1',
  ])('a certificate at %s: nothing is fetched', async (url) => {
    const headers = { 'paypal-cert-url': url };
    expect(await payPal.wallet().verifyWebhook(delivery({ headers }))).toEqual(forged);
    expect(payPal.requests).toEqual([]);
  });

  test.each(['api.paypal.com', 'api-m.paypal.com', 'api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'])(
    'while %s belongs to PayPal',
    async (host) => {
      const url = `https://${host}/v1/notifications/certs/CERT-1`;
      payPal.files = new Map([[url, { status: 200, text: chainPem }]]);
      const headers = { 'paypal-cert-url': url };
      expect(
        await payPal.wallet({ baseUrl: 'https://api-m.paypal.com' }).verifyWebhook(delivery({ headers })),
      ).toEqual(genuine);
      expect(payPal.requests.map(({ call }) => call)).toEqual([`GET ${url}`]);
    },
  );
});

function flipped(bytes: Uint8Array, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return changed;
}
