import { setLanguage } from '#auth/account-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { getCurrentUser } from '../../contract.ts';
import {
  beginTotp,
  confirmTotp,
  getSecondFactorOptions,
  listSecondFactors,
  proveSecondFactor,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
} from '../../second-factor-contract.ts';
import { addApp, generateCode, missingFactor, generateWrongCode } from '#tests/support/auth/second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const prove = async (client: Client, code: string) => {
  const { status, error } = await client.call(proveSecondFactor, { body: { code } });
  return status === 200 ? 200 : [status, error.code];
};
const STEP = 30_000;

describe('setting up an authenticator app', () => {
  it('accepts a code of the new secret, completes the session with a new token and returns ten recovery codes', async () => {
    const client = await app.signIn('marketer');
    const before = client.cookies.get('sid');
    const begun = await client.call(beginTotp);
    expect(begun.body.address).toMatch(/^otpauth:\/\/totp\/Promenade:/);
    expect(begun.body.address).toContain(`secret=${begun.body.secret}`);
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await client.call(listSecondFactors)).body.factors).toEqual([]);
    const code = generateCode(begun.body.secret, app.clock.now());
    const added = await client.call(confirmTotp, { body: { code, name: 'My phone' } });
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(new Set(added.body.recoveryCodes).size).toBe(10);
    expect(client.cookies.get('sid')).not.toBe(before);
    expect(await missingFactor(client)).toBeNull();
    expect((await client.call(listSecondFactors)).body).toMatchObject({
      factors: [{ kind: 'totp', name: 'My phone', lastUsedAt: null }],
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    const thief = app.visitor();
    thief.cookies.set('sid', before ?? '');
    expect((await thief.call(getCurrentUser)).status).toBe(401);
  });

  it('stores neither secret nor recovery codes in plain text', async () => {
    const client = await app.signIn('marketer');
    const { secret, recoveryCodes } = await addApp(app, client);
    const { rows } = await app.database.asOwner(
      `select (select jsonb_agg(to_jsonb(f)) from second_factor f)::text as factors,
              (select jsonb_agg(to_jsonb(c)) from second_factor_challenge c)::text as challenges,
              (select jsonb_agg(to_jsonb(r)) from second_factor_recovery_code r)::text as codes`,
    );
    const kept = JSON.stringify(rows);
    expect(kept).toContain('secret_sealed');
    const hex = Buffer.from(
      [...secret]
        .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g)
        ?.map((bits) => Number.parseInt(bits, 2)) ?? [],
    ).toString('hex');
    for (const text of [secret, hex, ...recoveryCodes]) expect(kept).not.toContain(text);
  });

  it('is audited and mailed, as are renaming and removing', async () => {
    const client = await app.signIn('marketer');
    await addApp(app, client);
    await app.runDue();
    expect((await app.lastMail(client.email)).subject).toBe(
      'A second factor was added to your Promenade account',
    );
    const [factor] = (await client.call(listSecondFactors)).body.factors;
    const params = { id: factor?.id ?? '' };
    await client.call(renameSecondFactor, { params, body: { name: 'Old phone' } });
    await app.runDue();
    expect((await app.lastMail(client.email)).text).toContain('“Old phone” was renamed in your account');
    await client.call(removeSecondFactor, { params });
    await app.runDue();
    expect((await app.lastMail(client.email)).text).toContain('was removed from your account');
    // In the language of the account, not of the browser, which may be another person's.
    const owner = await app.signIn('marketer', client.email);
    await owner.call(setLanguage, { body: { language: 'es' } });
    await addApp(app, client);
    await app.runDue();
    const inSpanish = await app.lastMail(client.email);
    expect(inSpanish.subject).toMatch(/tu cuenta de Promenade/);
    expect(inSpanish.text).toContain('“App de autenticación”');
    const { rows } = await app.database.asOwner(
      'select action from audit_entry where object_id = $1 order by at, action',
      [client.userId],
    );
    const actions = rows.map(({ action }) => action);
    for (const action of ['added', 'renamed', 'removed'])
      expect(actions).toContain(`second-factor.${action}`);
  });

  it('refuses a wrong code without ending the setup, and any code before or long after it', async () => {
    const client = await app.signIn('marketer');
    const none = await client.call(confirmTotp, { body: { code: '123456' } });
    expect([none.status, none.error.code]).toEqual([400, 'auth/no-pending']);
    const { secret } = (await client.call(beginTotp)).body;
    const wrong = await client.call(confirmTotp, {
      body: { code: generateWrongCode(secret, app.clock.now()) },
    });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'auth/wrong-code']);
    app.clock.advance(10 * MINUTE);
    const late = await client.call(confirmTotp, { body: { code: generateCode(secret, app.clock.now()) } });
    expect([late.status, late.error.code]).toEqual([400, 'auth/no-pending']);
    await addApp(app, client);
  });

  it('allows one app per account', async () => {
    const client = await app.signIn('marketer');
    await addApp(app, client);
    const again = await client.call(beginTotp);
    expect([again.status, again.error.code]).toEqual([409, 'auth/second-factor-exists']);
  });

  it('requires a recent sign-in for each call', async () => {
    const client = await app.signIn('marketer');
    await addApp(app, client);
    const [factor] = (await client.call(listSecondFactors)).body.factors;
    const params = { id: factor?.id ?? '' };
    app.clock.advance(15 * MINUTE);
    const answers = [
      await client.call(beginTotp),
      await client.call(confirmTotp, { body: { code: '123456' } }),
      await client.call(renameSecondFactor, { params, body: { name: 'Mine' } }),
      await client.call(removeSecondFactor, { params }),
      await client.call(renewRecoveryCodes),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual(Array(5).fill('auth/recent-required'));
  });

  it('accepts one of two concurrent confirmations', async () => {
    const client = await app.signIn('marketer');
    const { secret } = (await client.call(beginTotp)).body;
    const body = { code: generateCode(secret, app.clock.now()) };
    const answers = await Promise.all([
      client.call(confirmTotp, { body }),
      client.call(confirmTotp, { body }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.database.asOwner('select 1 from second_factor where account_id = $1', [
      client.userId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a code of the app', () => {
  let owner: Client;
  let secret: string;
  const again = () => app.signIn('marketer', owner.email);
  beforeAll(async () => {
    owner = await app.signIn('marketer', 'app@promenade.test');
    ({ secret } = await addApp(app, owner));
    app.clock.advance(10 * STEP);
  });

  it('completes a sign-in with a new token and counts as recent', async () => {
    const client = await again();
    expect(await missingFactor(client)).toBe('proof');
    expect((await client.call(getSecondFactorOptions)).body).toEqual({
      totp: true,
      passkey: false,
      recoveryCode: true,
    });
    const half = client.cookies.get('sid') ?? '';
    expect(await prove(client, generateCode(secret, app.clock.now()))).toBe(200);
    expect(await missingFactor(client)).toBeNull();
    const thief = app.visitor();
    thief.cookies.set('sid', half);
    expect((await thief.call(getCurrentUser)).status).toBe(401);
  });

  it('is accepted once, and no earlier code after it', async () => {
    app.clock.advance(10 * STEP);
    const [one, two] = [await again(), await again()];
    const code = generateCode(secret, app.clock.now());
    expect(await prove(one, code)).toBe(200);
    expect(await prove(two, code)).toEqual([400, 'auth/wrong-code']);
    expect(await prove(two, generateCode(secret, app.clock.now(), -1))).toEqual([400, 'auth/wrong-code']);
    expect(await prove(two, generateCode(secret, app.clock.now(), 1))).toBe(200);
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('from %i steps away is accepted: %s', async (steps, isTaken) => {
    app.clock.advance(10 * STEP);
    const client = await again();
    const expected = isTaken ? 200 : [400, 'auth/wrong-code'];
    expect(await prove(client, generateCode(secret, app.clock.now(), steps))).toEqual(expected);
    if (!isTaken) expect(await prove(client, generateCode(secret, app.clock.now()))).toBe(200);
  });

  it('used during setup counts as used', async () => {
    const client = await app.signIn('marketer');
    const fresh = await addApp(app, client);
    const next = await app.signIn('marketer', client.email);
    expect(await prove(next, generateCode(fresh.secret, app.clock.now()))).toEqual([400, 'auth/wrong-code']);
  });

  it('is not checked for 15 minutes after five wrong ones, in any sessions', async () => {
    app.clock.advance(10 * STEP);
    const sessions = [await again(), await again()];
    const client = sessions[0] as Client;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const guessing = sessions[attempt % 2] as Client;
      expect(await prove(guessing, generateWrongCode(secret, app.clock.now()))).toEqual([
        400,
        'auth/wrong-code',
      ]);
    }
    const refused = await client.call(proveSecondFactor, {
      body: { code: generateCode(secret, app.clock.now()) },
    });
    expect([refused.status, refused.error.code]).toEqual([429, 'auth/too-many-codes']);
    expect(Number(refused.headers['retry-after'])).toBe(15 * 60);
    expect(await prove(await again(), generateCode(secret, app.clock.now()))).toEqual([
      429,
      'auth/too-many-codes',
    ]);
    app.clock.advance(15 * MINUTE);
    expect(await prove(client, generateWrongCode(secret, app.clock.now()))).toEqual([400, 'auth/wrong-code']);
    expect(await prove(client, generateCode(secret, app.clock.now()))).toBe(200);
  });

  it('does not work for another user', async () => {
    app.clock.advance(10 * STEP);
    const other = await app.signIn('marketer');
    expect(await prove(other, generateCode(secret, app.clock.now()))).toEqual([
      409,
      'auth/second-factor-none',
    ]);
    await addApp(app, other);
    expect(await prove(other, generateCode(secret, app.clock.now()))).toEqual([400, 'auth/wrong-code']);
  });
});
