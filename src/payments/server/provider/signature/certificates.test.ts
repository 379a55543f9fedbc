import { beforeEach, describe, expect, test } from 'vitest';

import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';

import { issue, party, type Party } from '#tests/support/payments/certificates.ts';
import {
  certificateUrl,
  chainPem,
  delivery,
  forged,
  genuine,
  leaf,
  middle,
  middlePem,
  root,
  rootPem,
  SigningPayPal,
} from '#tests/support/payments/paypal.ts';

let payPal: SigningPayPal;

beforeEach(() => {
  payPal = new SigningPayPal();
});

describe('an invalid certificate is not trusted, and PayPal is asked instead', () => {
  const stranger = party('Other Root');
  const weak = party(leaf.name, 1024);
  const from = (subject: Party, changes: Partial<Parameters<typeof issue>[0]> = {}) =>
    issue({ subject, issuer: middle, ...changes });

  test.each<[string, string, Party?]>([
    ['that has expired', from(leaf, { validTo: '2026-03-02T08:59:59Z' }) + middlePem],
    ['that is not valid yet', from(leaf, { validFrom: '2026-03-02T09:00:01Z' }) + middlePem],
    [
      'of an issuer that has run out',
      from(leaf) +
        issue({ subject: middle, issuer: root, isAuthority: true, validTo: '2026-02-01T00:00:00Z' }),
    ],
    [
      'for another name',
      from({ ...leaf, name: 'messageverificationcerts.paypal.com.evil.example' }) + middlePem,
    ],
    ['for two names', from(leaf, { alsoNamed: ['evil.example'] }) + middlePem],
    ['with a name that only looks like it', from({ ...leaf, name: `x\nCN=${leaf.name}` }) + middlePem],
    ['that is self-signed', issue({ subject: leaf, issuer: leaf })],
    [
      'of an unknown authority',
      issue({ subject: leaf, issuer: stranger }) +
        issue({ subject: stranger, issuer: stranger, isAuthority: true }),
    ],
    ['of an issuer that is no authority', from(leaf) + issue({ subject: middle, issuer: root })],
    [
      'of an authority that did not sign it',
      issue({ subject: leaf, issuer: { ...middle, keys: stranger.keys } }) + middlePem,
    ],
    ['without the chain to a root', from(leaf)],
    ['in the wrong order', middlePem + from(leaf)],
    ['at the end of six', getChain(6)],
    ['with a key that is too short', from(weak) + middlePem, weak],
    ['that is a page', '<html>'],
    ['that is nothing', ''],
    ['that is cut off', chainPem.slice(0, 600)],
    ['that is garbled', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
    ['that is far too long', chainPem + ' '.repeat(70_000)],
  ])('certificate %s', async (_name, text, signer) => {
    payPal.files.set(certificateUrl, { status: 200, text });
    const wallet = payPal.wallet();
    payPal.postback = 'none';
    expect(await wallet.verifyWebhook(delivery({ signer }))).toMatchObject({ kind: 'unknown' });
    payPal.postback = 'FAILURE';
    expect(await wallet.verifyWebhook(delivery({ signer }))).toEqual(forged);
    payPal.postback = 'SUCCESS';
    expect(await wallet.verifyWebhook(delivery({ signer }))).toEqual(genuine);
    expect([payPal.asked, payPal.fetched]).toEqual([3, 1]);
  });

  test('accepts chains of one to five certificates, and a chain that includes its root', async () => {
    const leafOfRoot = issue({ subject: leaf, issuer: root });
    for (const text of [leafOfRoot, getChain(2), getChain(5), chainPem + rootPem]) {
      payPal.files.set(certificateUrl, { status: 200, text });
      expect(await payPal.wallet().verifyWebhook(delivery())).toEqual(genuine);
    }
    expect(payPal.asked).toBe(0);
  });

  test('rejects a chain to an expired root', async () => {
    payPal.now = new Date('2027-02-01T00:00:00Z');
    const late = { validTo: '2028-01-01T00:00:00Z' };
    const text = from(leaf, late) + issue({ subject: middle, issuer: root, isAuthority: true, ...late });
    payPal.files.set(certificateUrl, { status: 200, text });
    payPal.postback = 'none';
    expect(await payPal.wallet().verifyWebhook(delivery())).toMatchObject({ kind: 'unknown' });
  });

  test('the public authorities do not vouch for our test certificates', async () => {
    payPal.postback = 'none';
    expect(await payPal.wallet({ hasOwnRoot: false }).verifyWebhook(delivery())).toMatchObject({
      kind: 'unknown',
    });
  });

  test.each([301, 302, 307, 403, 404, 500, 503])(
    'does not follow a response with status %s',
    async (status) => {
      payPal.files.set(certificateUrl, { status, text: chainPem });
      payPal.postback = 'FAILURE';
      expect(await payPal.wallet().verifyWebhook(delivery())).toEqual(forged);
      expect([payPal.fetched, payPal.asked, payPal.requests.length]).toEqual([1, 1, 3]);
    },
  );
});

function getChain(length: number): string {
  const authorities = Array.from({ length: length - 1 }, (_, index) => ({
    ...middle,
    name: `Authority ${index}`,
  }));
  return [leaf, ...authorities]
    .map((subject, index) => issue({ subject, issuer: authorities[index] ?? root, isAuthority: index > 0 }))
    .join('');
}

describe('certificates are cached', () => {
  test('for hours, and failures for a minute', async () => {
    const wallet = payPal.wallet();
    payPal.files.set(certificateUrl, { status: 503, text: '' });
    await wallet.verifyWebhook(delivery());
    payPal.now = addMilliseconds(payPal.now, MINUTE - 1);
    await wallet.verifyWebhook(delivery());
    expect([payPal.fetched, payPal.asked]).toEqual([1, 2]);

    payPal.files.set(certificateUrl, { status: 200, text: chainPem });
    payPal.now = addMilliseconds(payPal.now, 1);
    await wallet.verifyWebhook(delivery());
    payPal.now = addMilliseconds(payPal.now, 12 * HOUR - 1);
    await wallet.verifyWebhook(delivery());
    expect([payPal.fetched, payPal.asked]).toEqual([2, 2]);
    payPal.now = addMilliseconds(payPal.now, 1);
    await wallet.verifyWebhook(delivery());
    expect([payPal.fetched, payPal.asked]).toEqual([3, 2]);
  });

  test('only as long as they are valid', async () => {
    const text = issue({ subject: leaf, issuer: middle, validTo: '2026-03-02T10:00:00Z' }) + middlePem;
    payPal.files.set(certificateUrl, { status: 200, text });
    const wallet = payPal.wallet();
    expect(await wallet.verifyWebhook(delivery())).toEqual(genuine);
    payPal.now = addMilliseconds(payPal.now, HOUR + 1000);
    payPal.postback = 'FAILURE';
    expect(await wallet.verifyWebhook(delivery())).toEqual(forged);
    expect([payPal.fetched, payPal.asked]).toEqual([2, 1]);
  });

  test('and fetched once for concurrent callers', async () => {
    const wallet = payPal.wallet();
    const verdicts = await Promise.all(Array.from({ length: 25 }, () => wallet.verifyWebhook(delivery())));
    expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict))).size).toBe(1);
    expect(verdicts[0]).toEqual(genuine);
    expect(payPal.requests).toHaveLength(1);
  });

  test('even if many made-up names follow', async () => {
    const wallet = payPal.wallet();
    await wallet.verifyWebhook(delivery());
    payPal.postback = 'FAILURE';
    for (let name = 0; name < 300; name += 1) {
      const headers = { 'paypal-cert-url': `https://api.paypal.com/v1/notifications/certs/CERT-${name}` };
      expect(await wallet.verifyWebhook(delivery({ headers }))).toEqual(forged);
    }
    expect(await wallet.verifyWebhook(delivery())).toEqual(genuine);
    expect(payPal.fetched).toBe(1);
  });
});
