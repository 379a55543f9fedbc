import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MINUTE } from '../time.ts';

import {
  startSimulator,
  testCredentials,
  type AnyJson,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

const returnUrl = 'https://shop.example/connected?step=2';

let simulator: RunningSimulator;
beforeEach(async () => {
  simulator = await startSimulator();
});
afterEach(() => simulator.close());

const query = {
  client_id: testCredentials.clientId,
  response_type: 'code',
  scope: 'openid email',
  redirect_uri: returnUrl,
  state: 'state-1',
  nonce: 'nonce-1',
};

function pageUrl(changes: Record<string, string> = {}): string {
  return `${simulator.url}/signin/authorize?${new URLSearchParams({ ...query, ...changes })}`;
}

const decide = (form: Record<string, string>, url = pageUrl()) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

const getQuery = (answer: Response) =>
  Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);

async function newCode(form: Record<string, string> = {}): Promise<string> {
  return getQuery(await decide({ action: 'allow', email: 'maya@wallet.example', ...form }))['code'] ?? '';
}

async function exchange(form: Record<string, string>, { clientId, clientSecret } = testCredentials) {
  const answer = await fetch(`${simulator.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', ...form }),
  });
  return { status: answer.status, json: (await answer.json()) as AnyJson };
}

async function userInfo(token: string, schema = '?schema=paypalv1.1') {
  const answer = await fetch(`${simulator.url}/v1/identity/oauth2/userinfo${schema}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, json: (await answer.json()) as AnyJson };
}

const denied = {
  status: 400,
  json: { error: 'access_denied', error_description: 'Invalid authorization code' },
};

describe('the sign-in page', () => {
  test('shows the merchant’s request without scripts, and limits the form’s target to the merchant', async () => {
    const answer = await fetch(pageUrl());
    const page = await answer.text();
    for (const text of ['shop.example', 'This is a simulator.', 'value="allow"', 'value="decline"']) {
      expect(page).toContain(text);
    }
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(answer.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://shop.example;",
    );
  });

  test('allow returns with a code and the state, and keeps the merchant’s own query', async () => {
    const answer = await decide({ action: 'allow', email: ' maya@wallet.example ' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/connected\?/);
    expect(getQuery(answer)).toEqual({
      step: '2',
      code: expect.stringMatching(/^C21AA[0-9a-f]{64}$/),
      scope: 'openid email',
      state: 'state-1',
    });
  });

  test('decline returns with an error and no code, even with an empty address', async () => {
    expect(getQuery(await decide({ action: 'decline', email: '' }))).toEqual({
      step: '2',
      error: 'access_denied',
      error_description: 'Consent denied',
      state: 'state-1',
    });
  });

  test.each(['', 'maya', '"><script>'])('shows an error for the invalid address %s', async (email) => {
    const answer = await decide({ action: 'allow', email });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(page).toContain('Enter a valid email address.');
    expect(page).not.toContain('<script');
  });

  test.each<Record<string, string>>([
    { client_id: 'another' },
    { response_type: 'token' },
    { scope: 'openid' },
    { redirect_uri: '' },
    { redirect_uri: 'javascript:alert(1)' },
  ])('does not redirect for a link with %o', async (changes) => {
    const url = pageUrl(changes);
    expect((await fetch(url)).status).toBe(400);
    const answer = await decide({ action: 'allow', email: 'maya@wallet.example' }, url);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  test('accepts only the registered return address, if there is one', async () => {
    const strict = await startSimulator({ signInReturnUrl: () => returnUrl });
    try {
      const ask = (uri: string) =>
        fetch(`${strict.url}/signin/authorize?${new URLSearchParams({ ...query, redirect_uri: uri })}`);
      expect((await ask(returnUrl)).status).toBe(200);
      expect((await ask('https://shop.example/connected')).status).toBe(400);
      expect((await ask('https://evil.example/')).status).toBe(400);
    } finally {
      await strict.close();
    }
  });

  test('refuses other decisions', async () => {
    expect((await decide({ action: 'steal', email: 'maya@wallet.example' })).status).toBe(400);
  });
});

describe('a code', () => {
  test('is exchanged for a token that opens the user’s data, and an ID token with the nonce', async () => {
    const { status, json } = await exchange({ code: await newCode(), redirect_uri: returnUrl });
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'Bearer', scope: 'openid email' });
    const claims = JSON.parse(Buffer.from(json.id_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ aud: [testCredentials.clientId], nonce: 'nonce-1' });
    const person = await userInfo(json.access_token);
    expect(person).toEqual({
      status: 200,
      json: {
        user_id: claims.sub,
        sub: claims.sub,
        emails: [{ value: 'maya@wallet.example', primary: true, confirmed: true }],
      },
    });
    expect((await userInfo(json.access_token, '')).status).toBe(400);
  });

  test('tells if the wallet has not confirmed the address', async () => {
    const { json } = await exchange({ code: await newCode({ unconfirmed: 'yes' }), redirect_uri: returnUrl });
    expect((await userInfo(json.access_token)).json.emails[0].confirmed).toBe(false);
  });

  test('is valid once, for its own redirect address, for three minutes', async () => {
    const used = await newCode();
    expect((await exchange({ code: used, redirect_uri: returnUrl })).status).toBe(200);
    expect(await exchange({ code: used, redirect_uri: returnUrl })).toEqual(denied);
    const elsewhere = await newCode();
    expect(await exchange({ code: elsewhere, redirect_uri: 'https://shop.example/' })).toEqual(denied);
    expect(await exchange({ code: elsewhere, redirect_uri: returnUrl })).toEqual(denied);
    const old = await newCode();
    simulator.clock.advance(3 * MINUTE);
    expect(await exchange({ code: old, redirect_uri: returnUrl })).toEqual(denied);
    expect(await exchange({ code: '', redirect_uri: returnUrl })).toEqual(denied);
  });

  test('is valid only for its own client', async () => {
    const code = await newCode();
    const thief = await exchange({ code, redirect_uri: returnUrl }, { clientId: 'thief', clientSecret: 'x' });
    expect([thief.status, thief.json.error]).toEqual([401, 'invalid_client']);
    expect((await exchange({ code, redirect_uri: returnUrl })).status).toBe(200);
  });

  test('gets a token without access to the merchant’s data, whose token has none to the user’s', async () => {
    const { json } = await exchange({ code: await newCode(), redirect_uri: returnUrl });
    const order = await fetch(`${simulator.url}/v2/checkout/orders/X`, {
      headers: { authorization: `Bearer ${json.access_token}` },
    });
    expect(order.status).toBe(401);
    const own = await exchange({ grant_type: 'client_credentials' });
    expect((await userInfo(own.json.access_token)).status).toBe(401);
    simulator.clock.advance(9 * 60 * MINUTE);
    expect((await userInfo(json.access_token)).status).toBe(401);
  });
});
