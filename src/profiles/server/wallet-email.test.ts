import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { saveProfile, setWalletEmail } from '../form-contract.ts';
import { profileFormSample } from '../sample.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const save = (client: Client, changes: Partial<typeof profileFormSample> = {}) =>
  client.call(saveProfile, { body: { ...profileFormSample, ...changes } });
const readUser = async (client: Client) => (await client.call(getCurrentUser)).body;
const readWallet = async (client: Client) => {
  const { rows } = await app.database.asOwner(
    'select wallet_email, wallet_email_changed from profile where account_id = $1',
    [client.userId],
  );
  return rows[0];
};
const mailsTo = async (address: string) => {
  const answer = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(address)}` });
  const mails: { subject: string; text: string }[] = answer.json();
  return mails.filter(({ subject }) => subject.includes('PayPal'));
};

it('a marketer’s profile with a connected wallet has its address', async () => {
  const client = await app.signIn('marketer');
  const body = { ...profileFormSample, paypalConnected: true };
  const refused = await client.call(saveProfile, { body });
  expect([refused.status, refused.error.code, refused.error.message]).toEqual([
    422,
    'profile/wallet-email-missing',
    'PayPal Email Required',
  ]);
  await client.call(saveProfile, { body: { ...body, paypalEmail: 'Maya@Wallet.test' } });
  expect(await readWallet(client)).toEqual({ wallet_email: 'maya@wallet.test', wallet_email_changed: false });
  // An empty field keeps the address.
  await client.call(saveProfile, { body: { ...profileFormSample, paypalEmail: '' } });
  expect((await readWallet(client)).wallet_email).toBe('maya@wallet.test');
});

describe('the wallet email', () => {
  it('notifies the account and both addresses of a change, and counts as changed', async () => {
    const client = await app.signIn('marketer');
    const set = (paypalEmail: string) => client.call(setWalletEmail, { body: { paypalEmail } });
    expect((await set('First@wallet.test')).body).toEqual({
      message: 'PayPal Email Updated',
      paypalEmail: 'first@wallet.test',
    });
    expect(await readWallet(client)).toEqual({
      wallet_email: 'first@wallet.test',
      wallet_email_changed: false,
    });
    await app.runDue();
    expect((await mailsTo('first@wallet.test'))[0]?.text).toContain('used at once');
    app.clock.advance(MINUTE);
    await set('second@wallet.test');
    expect((await readWallet(client)).wallet_email_changed).toBe(true);
    await app.runDue();
    for (const address of [client.email, 'first@wallet.test', 'second@wallet.test']) {
      const [newest] = await mailsTo(address);
      expect(newest?.text).toContain('second@wallet.test');
      expect(newest?.text).toContain('wait 24 hours');
      expect(newest?.text).toContain('If this wasn’t you');
    }
  });

  it('changes nothing and notifies no address if it is set to the same value', async () => {
    const client = await app.signIn('marketer');
    await client.call(setWalletEmail, { body: { paypalEmail: 'same@wallet.test' } });
    await app.runDue();
    app.clock.advance(MINUTE);
    await client.call(setWalletEmail, { body: { paypalEmail: 'SAME@wallet.test' } });
    await app.runDue();
    expect(await mailsTo('same@wallet.test')).toHaveLength(1);
    expect((await readWallet(client)).wallet_email_changed).toBe(false);
  });

  it('notifies of each of two changes at the same moment', async () => {
    const client = await app.signIn('marketer');
    for (const paypalEmail of ['one@wallet.test', 'two@wallet.test', 'three@wallet.test']) {
      await client.call(setWalletEmail, { body: { paypalEmail } });
    }
    await app.runDue();
    const { rows } = await app.database.asOwner(
      `select payload from outbox where kind = 'profile.wallet-email-set' and payload->>'userId' = $1`,
      [client.userId],
    );
    expect(rows).toHaveLength(3);
    // Addresses must not stay in the outbox.
    expect(JSON.stringify(rows)).not.toContain('wallet.test');
    expect(await mailsTo(client.email)).toHaveLength(3);
  });

  it('is for marketers only, and must be an email address', async () => {
    const advertiser = await app.signIn('advertiser');
    expect((await advertiser.call(setWalletEmail, { body: { paypalEmail: 'a@b.co' } })).status).toBe(403);
    const client = await app.signIn('marketer');
    for (const body of [
      {},
      { paypalEmail: '' },
      { paypalEmail: 'a@b.co\r\nBcc: x@y.z' },
      { paypalEmail: 'a@b.co', userType: 'admin' },
    ]) {
      expect((await client.request('PATCH', '/api/auth/user/profile', body)).status).toBe(400);
    }
    // An advertiser's profile form doesn't set one either.
    await advertiser.call(saveProfile, { body: { ...profileFormSample, paypalEmail: 'a@wallet.test' } });
    expect((await readWallet(advertiser)).wallet_email).toBeNull();
  });
});

describe('a sign-in 15 minutes ago', () => {
  const signedInLongAgo = async (present?: string) => {
    const client = await app.signIn('marketer');
    if (present) await client.call(setWalletEmail, { body: { paypalEmail: present } });
    await app.runDue();
    app.clock.advance(15 * MINUTE);
    return client;
  };
  const set = (client: Client, paypalEmail: string) => client.call(setWalletEmail, { body: { paypalEmail } });

  it.each([[undefined], ['present@wallet.test']])(
    'cannot change the wallet email (now %s) or send emails until it is confirmed',
    async (present) => {
      const client = await signedInLongAgo(present);
      const before = await readWallet(client);
      const mails = await mailsTo(client.email);
      const refused = await set(client, 'thief@wallet.test');
      expect([refused.status, refused.error.code]).toEqual([403, 'auth/recent-required']);
      await app.runDue();
      expect(await readWallet(client)).toEqual(before);
      expect(await mailsTo(client.email)).toEqual(mails);
      expect(await mailsTo('thief@wallet.test')).toEqual([]);

      await client.call(requestIdentityCode);
      await app.runDue();
      const { code } = await app.lastMail(client.email);
      await client.call(confirmIdentity, { body: { code: code ?? '' } });
      expect((await set(client, 'mine@wallet.test')).status).toBe(200);
      expect((await readWallet(client)).wallet_email).toBe('mine@wallet.test');
    },
  );

  it('can save a profile with the same address, but nothing if the address changes', async () => {
    const client = await signedInLongAgo('present@wallet.test');
    const kept = await save(client, { paypalEmail: 'Present@wallet.test', city: 'Oakland' });
    expect(kept.status).toBe(200);
    const refused = await save(client, { paypalEmail: 'thief@wallet.test', city: 'Nowhere' });
    expect([refused.status, refused.error.code]).toEqual([403, 'auth/recent-required']);
    expect(await readUser(client)).toMatchObject({ city: 'Oakland', paypalEmail: 'present@wallet.test' });
  });
});
