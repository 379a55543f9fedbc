import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { saveProfile, setWalletEmail } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import {
  endWalletConnection,
  getWalletConnection,
  startWalletConnection,
} from '../../connection-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { WALLET_TIMEOUT_MS: '4000' } });
});
afterAll(() => app.close());
afterEach(() => control('DELETE'));

const control = (method: 'PUT' | 'DELETE', body?: object) =>
  app.http.inject({ method, url: '/wallet-simulator/control/faults', ...(body && { payload: body }) });

const start = async (client: Client) => {
  const { status, body, error } = await client.call(startWalletConnection, { body: {} });
  expect(status, error?.message).toBe(200);
  return body.authorizeUrl;
};

async function decide(authorizeUrl: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ action: 'allow', ...form });
  const answer = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status, await answer.text()).toBe(303);
  return answer.headers.get('location') ?? '';
}

async function land(client: Client, address: string): Promise<[number, string]> {
  const { pathname, search } = new URL(address);
  const { status, body } = await client.request<{ response: never }>('GET', pathname + search);
  return [status, /<h1>([^<]*)/.exec(String(body))?.[1] ?? String(body)];
}

async function connect(client: Client, email: string) {
  return land(client, await decide(await start(client), { email }));
}

const readState = async (client: Client) => (await client.call(getWalletConnection)).body;
const readWallet = async (client: Client) => {
  const { paypalEmail, paypalConnected } = (await client.call(getCurrentUser)).body;
  return [paypalEmail, paypalConnected];
};
const nothing = [null, false];
const mailsTo = async (address: string) => {
  await app.runDue();
  const answer = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(address)}` });
  const mails: { subject: string; text: string }[] = answer.json();
  return mails.filter(({ subject }) => subject.includes('PayPal'));
};
const readAudit = async (client: Client) => {
  const { rows } = await app.database.asOwner(
    `select action, details from audit_entry where object_id = $1 and action like 'wallet.%' order by position`,
    [client.userId],
  );
  return rows.map(({ action, details }) => [action, details]);
};

const connected = [200, 'PayPal is connected'];
const notConnected = [200, 'Not connected'];
const over = [400, 'Not connected'];

describe('a wallet', () => {
  it('is connected with its own address, with notice, and used immediately if it is the first', async () => {
    const client = await app.signIn('marketer');
    expect(await readState(client)).toEqual({ state: 'none', paypalEmail: null });
    const authorizeUrl = await start(client);
    expect(await readState(client)).toMatchObject({ state: 'waiting' });
    expect(await readConnected(authorizeUrl, client)).toEqual(connected);
    expect(await readWallet(client)).toEqual(['own@wallet.test', true]);
    expect(await readState(client)).toEqual({ state: 'connected', paypalEmail: 'own@wallet.test' });
    expect((await mailsTo('own@wallet.test'))[0]?.text).toContain('used at once');
    expect(await readAudit(client)).toEqual([['wallet.connected', { isAnotherAddress: false }]]);
  });
  const readConnected = async (url: string, client: Client) =>
    land(client, await decide(url, { email: 'Own@Wallet.test' }));

  it('with another address waits and notifies both, as if it had been typed', async () => {
    const client = await app.signIn('marketer');
    await client.call(setWalletEmail, { body: { paypalEmail: 'typed@wallet.test' } });
    expect(await readWallet(client)).toEqual(['typed@wallet.test', false]);
    expect(await connect(client, 'proven@wallet.test')).toEqual(connected);
    for (const address of ['typed@wallet.test', 'proven@wallet.test', client.email]) {
      const mails = await mailsTo(address);
      expect(
        mails.some(({ text }) => text.includes('wait 24 hours') && text.includes('proven@wallet.test')),
      ).toBe(true);
    }
    const { rows } = await app.database.asOwner(
      'select wallet_email_changed from profile where account_id = $1',
      [client.userId],
    );
    expect(rows).toEqual([{ wallet_email_changed: true }]);
    expect(await readAudit(client)).toEqual([['wallet.connected', { isAnotherAddress: true }]]);
  });

  it('with the current address is connected, and nothing has to wait', async () => {
    const client = await app.signIn('marketer');
    await client.call(setWalletEmail, { body: { paypalEmail: 'same@wallet.test' } });
    expect(await connect(client, 'SAME@wallet.test')).toEqual(connected);
    expect(await readWallet(client)).toEqual(['same@wallet.test', true]);
    expect(await mailsTo('same@wallet.test')).toHaveLength(1);
    expect(await readAudit(client)).toEqual([['wallet.connected', { isAnotherAddress: false }]]);
  });

  it('stays connected while the same address is saved, and disconnects when another is typed', async () => {
    const client = await app.signIn('marketer');
    await connect(client, 'first@wallet.test');
    await client.call(saveProfile, { body: { ...profileFormSample, paypalEmail: 'first@wallet.test' } });
    expect(await readWallet(client)).toEqual(['first@wallet.test', true]);
    const body = { ...profileFormSample, paypalEmail: 'other@wallet.test', paypalConnected: true };
    expect((await client.call(saveProfile, { body })).status).toBe(200);
    expect(await readWallet(client)).toEqual(['other@wallet.test', false]);
    expect(await readState(client)).toMatchObject({ state: 'none' });
  });

  it('keeps its address after a disconnect, so the next one still waits', async () => {
    const client = await app.signIn('marketer');
    await connect(client, 'first@wallet.test');
    const open = await start(client);
    expect((await client.call(endWalletConnection)).status).toBe(200);
    expect(await readWallet(client)).toEqual(['first@wallet.test', false]);
    expect(await land(client, await decide(open, { email: 'late@wallet.test' }))).toEqual(over);
    expect((await client.call(endWalletConnection)).status).toBe(200);
    expect((await readAudit(client)).map(([action]) => action)).toEqual([
      'wallet.connected',
      'wallet.disconnected',
    ]);
    await connect(client, 'thief@wallet.test');
    expect((await mailsTo('first@wallet.test'))[0]?.text).toContain('wait 24 hours');
  });
});

describe('nothing is connected if the user', () => {
  it('declined', async () => {
    const client = await app.signIn('marketer');
    const back = await decide(await start(client), { action: 'decline' });
    expect(await land(client, back)).toEqual(notConnected);
    expect([await readWallet(client), (await readState(client)).state]).toEqual([nothing, 'declined']);
    expect(await land(client, back)).toEqual(over);
  });

  it('has an address that the wallet has not confirmed', async () => {
    const client = await app.signIn('marketer');
    const back = await decide(await start(client), { email: 'new@wallet.test', unconfirmed: 'yes' });
    expect(await land(client, back)).toEqual(notConnected);
    expect([await readWallet(client), (await readState(client)).state]).toEqual([nothing, 'unconfirmed']);
  });

  it('returns without a state, with another one, or with an unknown one', async () => {
    const client = await app.signIn('marketer');
    const back = new URL(await decide(await start(client), { email: 'a@wallet.test' }));
    for (const state of [null, '', 'f'.repeat(64), back.searchParams.get('state')?.toUpperCase() ?? '']) {
      const changed = new URL(back);
      if (state === null) changed.searchParams.delete('state');
      else changed.searchParams.set('state', state);
      expect(await land(client, changed.href)).toEqual(over);
    }
    expect(await readWallet(client)).toEqual(nothing);
    expect(await land(client, back.href)).toEqual(connected);
  });

  it('returns twice, even concurrently', async () => {
    const client = await app.signIn('marketer');
    const back = await decide(await start(client), { email: 'twice@wallet.test' });
    const ends = await Promise.all([land(client, back), land(client, back), land(client, back)]);
    expect(ends.toSorted(([one], [other]) => one - other)).toEqual([connected, over, over]);
    await client.call(endWalletConnection);
    expect(await land(client, back)).toEqual(over);
    expect(await readWallet(client)).toEqual(['twice@wallet.test', false]);
  });

  it('returns after ten minutes', async () => {
    const client = await app.signIn('marketer');
    const authorizeUrl = await start(client);
    app.clock.advance(10 * MINUTE);
    const back = await decide(authorizeUrl, { email: 'late@wallet.test' });
    expect(await land(client, back)).toEqual(over);
    expect([await readWallet(client), (await readState(client)).state]).toEqual([nothing, 'none']);
  });

  it('opens the redirect of another user or session, or is signed out', async () => {
    const [victim, thief] = [await app.signIn('marketer'), await app.signIn('marketer')];
    // Made by the thief with the thief's wallet, and opened by the victim: pay would go to the thief.
    const back = await decide(await start(thief), { email: 'thief@wallet.test' });
    expect(await land(victim, back)).toEqual(over);
    const elsewhere = await app.signIn('marketer', thief.email);
    expect(await land(elsewhere, back)).toEqual(over);
    expect(await land(app.visitor(), back)).toEqual([400, 'You are signed out']);
    for (const client of [victim, thief]) expect(await readWallet(client)).toEqual(nothing);
  });

  it('puts the code of another redirect into their own', async () => {
    const [victim, thief] = [await app.signIn('marketer'), await app.signIn('marketer')];
    const stolen = new URL(await decide(await start(victim), { email: 'victim@wallet.test' }));
    const own = new URL(await decide(await start(thief), { email: 'thief@wallet.test' }));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await land(thief, own.href)).toEqual(notConnected);
    expect([await readWallet(thief), (await readState(thief)).state]).toEqual([nothing, 'failed']);
    expect(await land(victim, stolen.href)).toEqual(notConnected);
  });

  it('returns with an invented or an expired code', async () => {
    const client = await app.signIn('marketer');
    const invented = new URL(await decide(await start(client), { email: 'a@wallet.test' }));
    invented.searchParams.set('code', 'C21AAinvented');
    expect(await land(client, invented.href)).toEqual(notConnected);
    const back = await decide(await start(client), { email: 'a@wallet.test' });
    app.clock.advance(4 * MINUTE);
    expect(await land(client, back)).toEqual(notConnected);
    const withoutCode = new URL(await decide(await start(client), { email: 'a@wallet.test' }));
    withoutCode.searchParams.delete('code');
    expect(await land(client, withoutCode.href)).toEqual(notConnected);
    expect([await readWallet(client), (await readState(client)).state]).toEqual([nothing, 'failed']);
  });

  it.each([
    ['before it hears the code', 'dropBefore', '/v1/oauth2/token'],
    ['after it has taken the code', 'dropAfter', '/v1/oauth2/token'],
    ['with an error', 'errorAfter', '/v1/identity'],
    ['too late', 'delay', '/v1/identity'],
  ])('gets no answer from the wallet: it fails %s', async (_how, fault, pathPrefix) => {
    const email = `${fault.toLowerCase()}@wallet.test`;
    const client = await app.signIn('marketer');
    const back = await decide(await start(client), { email });
    await control('PUT', { next: [{ fault, pathPrefix }], delayMs: 60_000 });
    expect(await land(client, back)).toEqual(notConnected);
    expect([await readWallet(client), (await readState(client)).state]).toEqual([nothing, 'failed']);
    expect(await mailsTo(email)).toEqual([]);
    await control('DELETE');
    expect(await land(client, back)).toEqual(over);
    expect(await connect(client, email)).toEqual(connected);
  });

  it('was interrupted: after a minute it counts as failed', async () => {
    const client = await app.signIn('marketer');
    await start(client);
    await app.database.asOwner('update wallet_connection set used_at = $2 where account_id = $1', [
      client.userId,
      app.clock.now(),
    ]);
    expect((await readState(client)).state).toBe('checking');
    app.clock.advance(MINUTE);
    expect((await readState(client)).state).toBe('failed');
  });

  it('is no longer a marketer', async () => {
    const client = await app.signIn('marketer');
    const back = await decide(await start(client), { email: 'a@wallet.test' });
    await app.database.asOwner(`update account set role = 'advertiser' where id = $1`, [client.userId]);
    expect(await land(client, back)).toEqual(over);
  });
});

describe('connecting', () => {
  it('requires a recent sign-in, and continues once it is confirmed', async () => {
    const client = await app.signIn('marketer');
    app.clock.advance(15 * MINUTE);
    const refused = await client.call(startWalletConnection, { body: {} });
    expect([refused.status, refused.error.code]).toEqual([403, 'auth/recent-required']);
    await client.call(requestIdentityCode);
    await app.runDue();
    const { code } = await app.lastMail(client.email);
    await client.call(confirmIdentity, { body: { code: code ?? '' } });
    const authorizeUrl = await start(client);
    app.clock.advance(9 * MINUTE);
    expect(await land(client, await decide(authorizeUrl, { email: 'a@wallet.test' }))).toEqual(connected);
  });

  it('is only for marketers', async () => {
    const advertiser = await app.signIn('advertiser');
    for (const endpoint of [getWalletConnection, endWalletConnection]) {
      expect((await advertiser.call(endpoint)).status).toBe(403);
      expect((await app.visitor().call(endpoint)).status).toBe(401);
    }
    expect((await advertiser.call(startWalletConnection, { body: {} })).status).toBe(403);
    expect((await app.visitor().call(startWalletConnection, { body: {} })).status).toBe(401);
  });

  it('stores only attempts that have not expired', async () => {
    const client = await app.signIn('marketer');
    for (let index = 0; index < 3; index += 1) {
      await start(client);
      app.clock.advance(HOUR);
      await client.call(requestIdentityCode);
      await app.runDue();
      const { code } = await app.lastMail(client.email);
      await client.call(confirmIdentity, { body: { code: code ?? '' } });
    }
    await start(client);
    const { rows } = await app.database.asOwner('select 1 from wallet_connection where account_id = $1', [
      client.userId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('the last page of the popup', () => {
  it('runs only its own script, is not cached, and leaks no referrer', async () => {
    const client = await app.signIn('marketer');
    const { pathname, search } = new URL(await decide(await start(client), { email: 'a@wallet.test' }));
    const { headers, body } = await client.request<{ response: never }>('GET', pathname + search);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+'; script-src 'sha256-[^;' ]+'; /,
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
    expect(String(body)).toContain('You can close this window.');
    expect(String(body)).toContain('<script>window.close()</script>');
  });

  it('shows none of its query parameters', async () => {
    const page = await app.http.inject({
      url: '/api/wallet-connection/callback?state=%3Cimg%3E&error=%3Cscript%3E&code=%3Cb%3E',
    });
    expect(page.payload).not.toMatch(/<img|<script|<b>/);
  });
});
