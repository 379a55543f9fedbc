import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { systemClock } from '#kernel/time.ts';
import { startSimulator, testCredentials, type RunningSimulator } from '#tests/support/wallet/simulator.ts';

import type { Fetch } from '../http-client.ts';
import { createPayPalProvider } from '../paypal.ts';
import type { WalletProvider } from '../wallet-provider.ts';

const redirectUri = 'https://shop.example/back';
const request = { redirectUri, state: 'state-1', nonce: 'nonce-1' };

describe('with the simulator', () => {
  let simulator: RunningSimulator;
  let wallet: WalletProvider;
  beforeEach(async () => {
    simulator = await startSimulator();
    wallet = createPayPalProvider({ baseUrl: simulator.url, ...testCredentials }, { clock: simulator.clock });
  });
  afterEach(async () => {
    await wallet.close();
    await simulator.close();
  });

  async function newCode(form: Record<string, string> = {}): Promise<string> {
    const answer = await fetch(wallet.getSignInUrl(request), {
      method: 'POST',
      body: new URLSearchParams({ action: 'allow', email: 'Maya@Wallet.example', ...form }),
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  }

  const account = (code: string, nonce = 'nonce-1') =>
    wallet.getSignedInAccount({ code, redirectUri, nonce });

  test('a sign-in returns the account and whether the wallet has confirmed its address', async () => {
    expect(await account(await newCode())).toEqual({
      kind: 'success',
      value: { email: 'maya@wallet.example', isConfirmed: true },
    });
    expect(await account(await newCode({ unconfirmed: 'yes' }))).toMatchObject({
      value: { isConfirmed: false },
    });
  });

  test('refuses a used code and a code of another sign-in', async () => {
    const code = await newCode();
    await account(code);
    expect(await account(code)).toEqual({
      kind: 'refused',
      issue: 'access_denied',
      debugId: expect.any(String),
    });
    expect(await account(await newCode(), 'nonce-2')).toEqual({ kind: 'refused', issue: 'NONCE_MISMATCH' });
  });

  test('wrong credentials of ours say nothing about the sign-in', async () => {
    const other = createPayPalProvider(
      { baseUrl: simulator.url, clientId: testCredentials.clientId, clientSecret: 'wrong' },
      { clock: simulator.clock },
    );
    const outcome = await other.getSignedInAccount({ code: await newCode(), redirectUri, nonce: 'nonce-1' });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'not-authorized' });
    await other.close();
  });
});

describe('the sign-in page', () => {
  const readPage = (settings: { baseUrl: string; publicBaseUrl?: string; signInUrl?: string }) => {
    const wallet = createPayPalProvider(
      { clientId: 'id', clientSecret: 'secret', ...settings },
      { clock: systemClock, fetch: async () => Promise.reject(new Error('not called')) },
    );
    return new URL(wallet.getSignInUrl(request));
  };

  test.each([
    [{ baseUrl: 'https://api-m.paypal.com' }, 'https://www.paypal.com/signin/authorize'],
    [{ baseUrl: 'https://api-m.sandbox.paypal.com' }, 'https://www.sandbox.paypal.com/signin/authorize'],
    [{ baseUrl: 'https://wallet.example/base/' }, 'https://wallet.example/base/signin/authorize'],
    [
      {
        baseUrl: 'http://127.0.0.1:3000/wallet-simulator',
        publicBaseUrl: 'https://site.example/wallet-simulator',
      },
      'https://site.example/wallet-simulator/signin/authorize',
    ],
    [
      {
        baseUrl: 'https://api-m.paypal.com',
        signInUrl: 'https://www.paypal.com/de/signin/authorize?lang=de',
      },
      'https://www.paypal.com/de/signin/authorize',
    ],
  ])('of %o is %s', (settings, page) => {
    const url = readPage(settings);
    expect(url.origin + url.pathname).toBe(page);
  });

  test('requests only the address, in PayPal’s format', () => {
    expect(Object.fromEntries(readPage({ baseUrl: 'https://api-m.paypal.com' }).searchParams)).toEqual({
      flowEntry: 'static',
      client_id: 'id',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: redirectUri,
      state: 'state-1',
      nonce: 'nonce-1',
    });
  });
});

describe('responses as recorded from PayPal', () => {
  const accountFrom = (userInfo: unknown, token: object = { access_token: 'token', expires_in: 28_800 }) => {
    const fetch: Fetch = async (url) => ({
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify(url.endsWith('/v1/oauth2/token') ? token : userInfo),
    });
    const wallet = createPayPalProvider(
      { baseUrl: 'https://api-m.paypal.com', clientId: 'id', clientSecret: 'secret' },
      { clock: systemClock, fetch },
    );
    return wallet.getSignedInAccount({ code: 'code', redirectUri, nonce: 'nonce-1' });
  };
  const address = (email: string, isConfirmed: boolean) => ({
    kind: 'success',
    value: { email, isConfirmed },
  });
  const unreadable = { kind: 'unknown', reason: 'unreadable' };

  test.each([
    ['one address', [{ value: 'a@b.co', primary: true, confirmed: true }], address('a@b.co', true)],
    [
      'several, of which one is primary',
      [
        { value: 'x@b.co', primary: false, confirmed: true },
        { value: 'a@b.co', primary: 'true', confirmed: 'true' },
      ],
      address('a@b.co', true),
    ],
    ['one that is not said to be confirmed', [{ value: 'a@b.co', primary: true }], address('a@b.co', false)],
    ['one that is confirmed in words', [{ value: 'a@b.co', confirmed: 'maybe' }], address('a@b.co', false)],
    ['several and none is primary', [{ value: 'a@b.co' }, { value: 'x@b.co' }], unreadable],
    ['none', [], unreadable],
    ['no list', undefined, unreadable],
    ['no address', [{ value: 'Maya', primary: true, confirmed: true }], unreadable],
  ])('%s', async (_what, emails, expected) => {
    expect(await accountFrom({ user_id: 'https://www.paypal.com/user/1', emails })).toMatchObject(expected);
  });

  test('refuses an ID token that is unreadable or of another sign-in, and accepts a missing one', async () => {
    const info = { emails: [{ value: 'a@b.co', primary: true, confirmed: true }] };
    const token = (id: string) => ({ access_token: 'token', expires_in: 1, id_token: id });
    const idToken = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
    expect(await accountFrom(info, token('rubbish'))).toMatchObject({ kind: 'refused' });
    expect(await accountFrom(info, token(idToken({ nonce: 'other' })))).toMatchObject({ kind: 'refused' });
    expect(await accountFrom(info, token(idToken({ nonce: 'nonce-1' })))).toMatchObject({ kind: 'success' });
    expect(await accountFrom(info)).toMatchObject({ kind: 'success' });
  });
});
