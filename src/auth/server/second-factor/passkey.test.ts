import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { getCurrentUser } from '../../contract.ts';
import {
  beginPasskey,
  beginPasskeyProof,
  confirmPasskey,
  listSecondFactors,
  type PasskeyAnswer,
  type PasskeyRequest,
  proveSecondFactor,
  removeSecondFactor,
} from '../../second-factor-contract.ts';
import { SoftwareAuthenticator } from '#tests/support/auth/passkey.ts';
import { addPasskey, missingFactor, refusal } from '#tests/support/auth/second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const refused = [400, 'auth/passkey-refused'];
const ask = async (client: Client): Promise<PasskeyRequest> => (await client.call(beginPasskeyProof)).body;
const prove = (client: Client, passkey: PasskeyAnswer) =>
  client.call(proveSecondFactor, { body: { passkey } });
const owner = async () => {
  const client = await app.signIn('marketer');
  const { authenticator } = await addPasskey(client);
  return { client, authenticator, again: () => app.signIn('marketer', client.email) };
};

describe('adding a passkey', () => {
  it('requests no attestation, names the site, and completes the session with recovery codes', async () => {
    const client = await app.signIn('marketer');
    const { body } = await client.call(beginPasskey);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Promenade' },
      user: { name: client.email },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(Buffer.from(body.challenge, 'base64url')).toHaveLength(32);
    const before = client.cookies.get('sid');
    const { recoveryCodes } = await addPasskey(client);
    expect(recoveryCodes).toHaveLength(10);
    expect(client.cookies.get('sid')).not.toBe(before);
    expect(await missingFactor(client)).toBeNull();
    const second = await addPasskey(client, 'Red key');
    expect(second.recoveryCodes).toBeNull();
    const { factors } = (await client.call(listSecondFactors)).body;
    expect(factors.map(({ name }) => name).toSorted()).toEqual(['Blue key', 'Red key']);
  });

  it('tells the browser which passkeys already exist', async () => {
    const { client, authenticator } = await owner();
    const { excludeCredentials } = (await client.call(beginPasskey)).body;
    expect(excludeCredentials).toEqual([
      { id: authenticator.credentials[0]?.id, type: 'public-key', transports: ['usb'] },
    ]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['no user present', { isPresent: false }],
    ['an attestation that was not requested', { attestation: { fmt: 'apple', attStmt: new Map() } }],
  ])('refuses one with %s, and ends the challenge', async (_, otherwise) => {
    const client = await app.signIn('marketer');
    const creation = (await client.call(beginPasskey)).body;
    const authenticator = new SoftwareAuthenticator();
    const confirm = (passkey: ReturnType<typeof authenticator.create>) =>
      client.call(confirmPasskey, { body: { passkey } });
    expect(await refusal(confirm(authenticator.create(creation, otherwise)))).toEqual(refused);
    expect(await refusal(confirm(authenticator.create(creation)))).toEqual([400, 'auth/no-pending']);
    expect((await client.call(listSecondFactors)).body.factors).toEqual([]);
  });

  it('never requests an address from a certificate', async () => {
    let visits = 0;
    const trap = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
    const client = await app.signIn('marketer');
    const creation = (await client.call(beginPasskey)).body;
    const attStmt = new Map<string, number | Uint8Array | Uint8Array[]>([
      ['alg', -7],
      ['sig', new Uint8Array(70).fill(1)],
      ['x5c', [new Uint8Array(300).fill(1)]],
    ]);
    const passkey = new SoftwareAuthenticator().create(creation, {
      attestation: { fmt: 'packed', attStmt },
    });
    expect(await refusal(client.call(confirmPasskey, { body: { passkey } }))).toEqual(refused);
    await new Promise((done) => trap.close(done));
    expect(visits).toBe(0);
  });

  it('refuses an unrequested passkey, a late one, and one of another account', async () => {
    const { authenticator, client: other } = await owner();
    const client = await app.signIn('marketer');
    const creation = (await client.call(beginPasskey)).body;
    const passkey = new SoftwareAuthenticator().create(creation);
    expect(await refusal(other.call(confirmPasskey, { body: { passkey } }))).toEqual([
      400,
      'auth/no-pending',
    ]);
    app.clock.advance(10 * MINUTE);
    expect(await refusal(client.call(confirmPasskey, { body: { passkey } }))).toEqual([
      400,
      'auth/no-pending',
    ]);
    const taken = authenticator.credentials[0]?.id ?? '';
    await app.database.asOwner('update second_factor set credential_id = $1 where credential_id = $2', [
      passkey.id,
      taken,
    ]);
    const again = new SoftwareAuthenticator().create((await client.call(beginPasskey)).body);
    await app.database.asOwner('update second_factor set credential_id = $1 where credential_id = $2', [
      again.id,
      passkey.id,
    ]);
    expect(await refusal(client.call(confirmPasskey, { body: { passkey: again } }))).toEqual(refused);
  });

  it('is limited to ten passkeys', async () => {
    const client = await app.signIn('marketer');
    for (let key = 0; key < 10; key += 1) await addPasskey(client, `Key ${key}`);
    expect(await refusal(client.call(beginPasskey))).toEqual([409, 'auth/second-factor-exists']);
  });

  it.each([
    [{}],
    [{ passkey: {} }],
    [{ passkey: { id: '!', rawId: 'a', type: 'public-key', response: {} } }],
  ])('refuses %o as malformed', async (body) => {
    const client = await app.signIn('marketer');
    await client.call(beginPasskey);
    expect(await refusal(client.request('POST', confirmPasskey.path, body))).toEqual([
      400,
      'request/invalid',
    ]);
  });
});

describe('a passkey', () => {
  it('completes a sign-in with a new token', async () => {
    const { authenticator, again, client: first } = await owner();
    const client = await again();
    expect(await missingFactor(client)).toBe('proof');
    const half = client.cookies.get('sid') ?? '';
    const request = await ask(client);
    expect(request.allowCredentials.map(({ id }) => id)).toEqual([authenticator.credentials[0]?.id]);
    expect((await prove(client, authenticator.get(request))).status).toBe(200);
    expect(await missingFactor(client)).toBeNull();
    const thief = app.visitor();
    thief.cookies.set('sid', half);
    expect((await thief.call(getCurrentUser)).status).toBe(401);
    // The session that added it continues.
    expect(await missingFactor(first)).toBeNull();
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['no user present', { isPresent: false }],
  ])('is refused with %s, and works the next time', async (_, otherwise) => {
    const { authenticator, again } = await owner();
    const client = await again();
    expect(await refusal(prove(client, authenticator.get(await ask(client), otherwise)))).toEqual(refused);
    expect(await missingFactor(client)).toBe('proof');
    expect((await prove(client, authenticator.get(await ask(client)))).status).toBe(200);
  });

  it('answers a challenge once, in the same session, within ten minutes', async () => {
    const { authenticator, again } = await owner();
    const [one, two] = [await again(), await again()];
    const answer = authenticator.get(await ask(one));
    expect(await refusal(prove(two, answer))).toEqual([400, 'auth/no-pending']);
    const cookies = new Map(one.cookies);
    expect((await prove(one, answer)).status).toBe(200);
    expect(await refusal(prove(one, answer))).toEqual([400, 'auth/no-pending']);
    const thief = app.visitor();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await prove(thief, answer)).status).toBe(401);
    const late = authenticator.get(await ask(two));
    app.clock.advance(10 * MINUTE);
    expect(await refusal(prove(two, late))).toEqual([400, 'auth/no-pending']);
    const replaced = authenticator.get(await ask(two));
    await ask(two);
    expect(await refusal(prove(two, replaced))).toEqual(refused);
  });

  it('is refused as a copy if its counter goes back; one that never counts works', async () => {
    const { authenticator, again } = await owner();
    const first = await again();
    expect((await prove(first, authenticator.get(await ask(first), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      const client = await again();
      expect(await refusal(prove(client, authenticator.get(await ask(client), { counter })))).toEqual(
        refused,
      );
    }
    const uncounted = await owner();
    for (let time = 0; time < 2; time += 1) {
      const client = await uncounted.again();
      const answer = uncounted.authenticator.get(await ask(client), { counter: 0 });
      expect((await prove(client, answer)).status).toBe(200);
    }
  });

  it('of another user is refused', async () => {
    const mine = await owner();
    const theirs = await owner();
    const client = await mine.again();
    const request = await ask(client);
    const [credential] = theirs.authenticator.credentials;
    const answer = theirs.authenticator.get(request, { credentialId: credential?.id ?? '' });
    expect(await refusal(prove(client, answer))).toEqual(refused);
    // Not even with an id of the user's own passkey.
    const own = mine.authenticator.credentials[0]?.id ?? '';
    const forged = theirs.authenticator.get(await ask(client), { credentialId: credential?.id ?? '' });
    expect(await refusal(prove(client, { ...forged, id: own, rawId: own }))).toEqual(refused);
  });

  it('that was removed no longer works; removing the last one turns second factors off', async () => {
    const { client, authenticator, again } = await owner();
    const half = await again();
    const answer = authenticator.get(await ask(half));
    const [factor] = (await client.call(listSecondFactors)).body.factors;
    expect((await client.call(removeSecondFactor, { params: { id: factor?.id ?? '' } })).status).toBe(200);
    expect(await refusal(prove(half, answer))).toEqual([409, 'auth/second-factor-none']);
    expect(await missingFactor(half)).toBeNull();
    expect((await client.call(listSecondFactors)).body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
  });
});

it('without PUBLIC_URL, a passkey belongs to the requested host', async () => {
  const hosted = await testApp();
  try {
    const client = await hosted.signIn('marketer');
    const headers = { host: 'promenade.example:8443' };
    const begun = await client.request<typeof beginPasskey>('POST', beginPasskey.path, undefined, {
      headers,
    });
    expect(begun.body.rp.id).toBe('promenade.example');
    const passkey = new SoftwareAuthenticator('https://promenade.example:8443').create(begun.body);
    const elsewhere = await client.request('POST', confirmPasskey.path, { passkey });
    expect(elsewhere.error.code).toBe('auth/passkey-refused');
    const next = await client.request<typeof beginPasskey>('POST', beginPasskey.path, undefined, { headers });
    const right = new SoftwareAuthenticator('https://promenade.example:8443').create(next.body);
    const added = await client.request('POST', confirmPasskey.path, { passkey: right }, { headers });
    expect(added.status).toBe(200);
  } finally {
    await hosted.close();
  }
});
