import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { CONSENT_VERSION, listConsents, updateCompliance } from '../contract.ts';
import { saveProfile, setWalletEmail } from '../form-contract.ts';
import { profileFormSample } from '../sample.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const save = (client: Client, changes: object = {}) =>
  client.request('PUT', '/api/profile', { ...profileFormSample, ...changes });
const readUser = async (client: Client) => (await client.call(getCurrentUser)).body;
const inMilliseconds = (milliseconds: number) =>
  new Date(app.clock.now().getTime() + milliseconds).toISOString();

describe('a position', () => {
  const here = { latitude: 37.774929, longitude: -122.419416 };
  const verifiedAt = async (client: Client) => {
    const { rows } = await app.database.asOwner('select gps_verified_at from profile where account_id = $1', [
      client.userId,
    ]);
    return rows[0].gps_verified_at;
  };

  it('counts as verified from when the user first sent it as measured', async () => {
    const client = await app.signIn('marketer');
    const first = app.clock.now();
    await save(client, { ...here, gpsVerified: true });
    expect(await readUser(client)).toMatchObject({ ...here, gpsVerified: true });
    app.clock.advance(MINUTE);
    await save(client, { ...here, gpsVerified: true, city: 'Oakland' });
    expect(await verifiedAt(client)).toEqual(first);
  });

  it('is not verified if it was typed or differs from the measured one', async () => {
    const client = await app.signIn('marketer');
    await save(client, here);
    expect(await readUser(client)).toMatchObject({ ...here, gpsVerified: false });
    await save(client, { ...here, gpsVerified: true });
    await save(client, { ...here, latitude: 40 });
    expect(await readUser(client)).toMatchObject({ latitude: 40, gpsVerified: false });
    expect(await verifiedAt(client)).toBeNull();
  });

  it('requires both coordinates, and nothing is verified without them', async () => {
    const client = await app.signIn('marketer');
    const nowhere = { latitude: null, longitude: null, gpsVerified: true };
    await save(client, nowhere);
    expect(await readUser(client)).toMatchObject({ ...nowhere, gpsVerified: false });
    for (const half of [{ longitude: null }, { latitude: undefined }]) {
      const refused = await save(client, { ...here, ...half });
      expect([refused.status, refused.error.fields]).toEqual([
        400,
        { latitude: 'A position needs both latitude and longitude' },
      ]);
    }
    for (const wrong of [{ latitude: 91 }, { longitude: -181 }, { latitude: '37.7' }]) {
      expect((await save(client, { ...here, ...wrong })).status).toBe(400);
    }
  });
});

describe('payments', () => {
  const set = async (client: Client, paypalEmail: string) =>
    (await client.call(setWalletEmail, { body: { paypalEmail } })).body;

  it('go to a first address at once, and wait 24 hours after a change, which the account shows', async () => {
    const client = await app.signIn('marketer');
    expect(await set(client, 'first@wallet.test')).not.toHaveProperty('paymentsWaitUntil');
    expect((await readUser(client)).paypalEmailUsedFrom).toBeNull();
    const until = inMilliseconds(24 * HOUR);
    expect((await set(client, 'second@wallet.test')).paymentsWaitUntil).toBe(until);
    expect((await readUser(client)).paypalEmailUsedFrom).toBe(until);
    // Setting the same address again neither shortens nor extends the wait.
    app.clock.advance(10 * MINUTE);
    expect((await set(client, 'second@wallet.test')).paymentsWaitUntil).toBe(until);
    app.clock.advance(24 * HOUR);
    const later = await app.signIn('marketer', client.email);
    expect(await set(later, 'second@wallet.test')).not.toHaveProperty('paymentsWaitUntil');
  });

  it('the profile form returns the same', async () => {
    const client = await app.signIn('marketer');
    const send = async (paypalEmail: string) =>
      (await client.call(saveProfile, { body: { ...profileFormSample, paypalEmail } })).body;
    expect(await send('first@wallet.test')).not.toHaveProperty('paymentsWaitUntil');
    expect((await send('Second@wallet.test')).paymentsWaitUntil).toBe(inMilliseconds(24 * HOUR));
  });
});

describe('the log of consents', () => {
  it('returns only the user’s own entries, newest first, with versions', async () => {
    const client = await app.signIn('marketer');
    const other = await app.signIn('marketer');
    await other.call(updateCompliance, { body: { locationConsent: true } });
    await client.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    app.clock.advance(MINUTE);
    await client.call(updateCompliance, { body: { locationConsent: true } });
    app.clock.advance(MINUTE);
    await client.call(updateCompliance, { body: { locationConsent: false } });
    const { body } = await client.call(listConsents);
    expect(body.map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
      ['location', false],
      ['location', true],
      ['age', true],
      ['privacy', true],
      ['terms', true],
    ]);
    expect(body[0]).toEqual({
      id: expect.any(String),
      kind: 'location',
      isGiven: false,
      textVersion: CONSENT_VERSION,
      at: app.clock.now().toISOString(),
    });
    expect((await other.call(listConsents)).body).toHaveLength(1);
  });

  it('returns no more entries than the screen shows', async () => {
    const client = await app.signIn('marketer');
    for (let time = 0; time < 102; time += 1) {
      app.clock.advance(1000);
      await client.call(updateCompliance, { body: { locationConsent: time % 2 === 0 } });
    }
    const { body } = await client.call(listConsents);
    expect(body).toHaveLength(100);
    expect(body[0]?.at).toBe(app.clock.now().toISOString());
  });
});
