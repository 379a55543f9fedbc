import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '../../contract.ts';
import {
  beginTotp,
  getSecondFactorOptions,
  listSecondFactors,
  proveSecondFactor,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
} from '../../second-factor-contract.ts';
import {
  addApp,
  addPasskey,
  generateCode,
  missingFactor,
  refusal,
  generateWrongCode,
} from '#tests/support/auth/second-factor.ts';
import { resetSecondFactors } from './second-factor-reset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const secondFactorRequired = [403, 'auth/second-factor-required'];
const readFactors = async (client: Client) => (await client.call(listSecondFactors)).body.factors;

describe('a session without its second factor', () => {
  it('sees only the address and the type', async () => {
    const owner = await app.signIn('marketer');
    await owner.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    expect((await owner.call(getCurrentUser)).body.ageVerified).toBe(true);
    await addApp(app, owner);
    const half = await app.signIn('marketer', owner.email);
    const { body } = await half.call(getCurrentUser);
    const told = Object.entries(body).filter(([, value]) => value !== null && value !== false);
    expect(Object.fromEntries(told)).toEqual({
      id: owner.userId,
      email: owner.email,
      userType: 'marketer',
      emailVerified: true,
      kycStatus: 'incomplete',
      totalEarnings: '0.00',
      rating: 5,
      ratingCount: 0,
      createdAt: expect.any(String),
      language: 'en',
      secondFactor: 'proof',
    });
  });

  it('counts as signed out for public calls, and can sign out', async () => {
    const owner = await app.signIn('marketer');
    await addApp(app, owner);
    const half = await app.signIn('marketer', owner.email);
    expect((await half.request('GET', '/api/config')).status).toBe(200);
    await half.request('GET', '/api/logout');
    expect((await half.call(getCurrentUser)).status).toBe(401);
  });

  it('is the state of every other session once the first factor is added', async () => {
    const [here, there] = [
      await app.signIn('marketer', 'both@promenade.test'),
      await app.signIn('marketer', 'both@promenade.test'),
    ];
    await addApp(app, here);
    expect([await missingFactor(here), await missingFactor(there)]).toEqual([null, 'proof']);
  });

  it('ends like any other after a day without use', async () => {
    const owner = await app.signIn('marketer');
    await addApp(app, owner);
    const half = await app.signIn('marketer', owner.email);
    app.clock.advance(24 * 60 * MINUTE);
    expect((await half.call(getCurrentUser)).status).toBe(401);
  });
});

describe('recovery codes', () => {
  const withCodes = async () => {
    const owner = await app.signIn('marketer');
    const { recoveryCodes } = await addApp(app, owner);
    const prove = async (recoveryCode: string) => {
      const client = await app.signIn('marketer', owner.email);
      const answer = await client.call(proveSecondFactor, { body: { recoveryCode } });
      return answer.status === 200 ? 200 : answer.error.code;
    };
    return { owner, recoveryCodes, prove };
  };

  it('work once each, in any notation, and the owner is notified', async () => {
    const { owner, recoveryCodes, prove } = await withCodes();
    const [first = '', second = ''] = recoveryCodes;
    expect(await prove(first)).toBe(200);
    await app.runDue();
    const mail = await app.lastMail(owner.email);
    expect(mail.subject).toBe('A Promenade recovery code was used');
    expect(mail.text).toContain('Codes left: 9');
    expect(await prove(first)).toBe('auth/wrong-code');
    expect(await prove(` ${second.toLowerCase().replaceAll('-', ' ')} `)).toBe(200);
    expect((await owner.call(listSecondFactors)).body.recoveryCodesLeft).toBe(8);
  });

  it('work for their owner only, and guesses count as wrong codes', async () => {
    const { recoveryCodes } = await withCodes();
    const { prove } = await withCodes();
    for (const code of recoveryCodes.slice(0, 5)) expect(await prove(code)).toBe('auth/wrong-code');
    expect(await prove('ABCD-EFGH-JKMN-PQRS')).toBe('auth/too-many-codes');
  });

  it('end when new ones are created or the last factor is removed', async () => {
    const { owner, recoveryCodes, prove } = await withCodes();
    const renewed = (await owner.call(renewRecoveryCodes)).body.recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(await prove(recoveryCodes[0] ?? '')).toBe('auth/wrong-code');
    expect(await prove(renewed[0] ?? '')).toBe(200);
    const [factor] = await readFactors(owner);
    await owner.call(removeSecondFactor, { params: { id: factor?.id ?? '' } });
    expect(await refusal(owner.call(renewRecoveryCodes))).toEqual([409, 'auth/second-factor-none']);
    expect(await prove(renewed[1] ?? '')).toBe('auth/second-factor-none');
  });
});

describe('second factors of another user', () => {
  it('are not found', async () => {
    const [owner, other] = [await app.signIn('marketer'), await app.signIn('marketer')];
    await addApp(app, owner);
    const params = { id: (await readFactors(owner))[0]?.id ?? '' };
    const notFound = [404, 'auth/second-factor-not-found'];
    expect(await refusal(other.call(renameSecondFactor, { params, body: { name: 'Mine' } }))).toEqual(
      notFound,
    );
    expect(await refusal(other.call(removeSecondFactor, { params }))).toEqual(notFound);
    expect(await readFactors(owner)).toHaveLength(1);
  });
});

describe('confirming the user’s identity', () => {
  it('requires the second factor if there is one, and no mailed code', async () => {
    const client = await app.signIn('marketer');
    const early = await app.signIn('marketer', client.email);
    await early.call(requestIdentityCode);
    await app.runDue();
    const { code } = await app.lastMail(client.email);
    const { secret } = await addApp(app, client);
    app.clock.advance(15 * MINUTE);
    expect(await refusal(client.call(renewRecoveryCodes))).toEqual([403, 'auth/recent-required']);
    expect(await refusal(client.call(requestIdentityCode))).toEqual(secondFactorRequired);
    expect(await refusal(early.call(confirmIdentity, { body: { code: code ?? '' } }))).toEqual(
      secondFactorRequired,
    );
    expect((await client.call(getSecondFactorOptions)).body.totp).toBe(true);
    const before = client.cookies.get('sid');
    const right = { code: generateCode(secret, app.clock.now()) };
    expect((await client.call(proveSecondFactor, { body: right })).status).toBe(200);
    expect(client.cookies.get('sid')).not.toBe(before);
    expect((await client.call(renewRecoveryCodes)).status).toBe(200);
  });
});

describe('the operator', () => {
  it('can remove all second factors: the user signs in again and is notified', async () => {
    const owner = await app.signIn('marketer');
    const { recoveryCodes } = await addApp(app, owner);
    await addPasskey(owner);
    const half = await app.signIn('marketer', owner.email);
    expect(await resetSecondFactors(app.deps, owner.email)).toBe('reset');
    for (const client of [owner, half]) expect((await client.call(getCurrentUser)).status).toBe(401);
    await app.runDue();
    const mail = await app.lastMail(owner.email);
    expect(mail.subject).toBe('Your Promenade second factors were removed');

    const again = await app.signIn('marketer', owner.email);
    expect(await missingFactor(again)).toBeNull();
    expect((await again.call(listSecondFactors)).body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    const { rows } = await app.database.asOwner(
      `select actor_id, actor_role, details from audit_entry where action = 'second-factor.reset' and object_id = $1`,
      [owner.userId],
    );
    expect(rows).toEqual([{ actor_id: null, actor_role: 'platform', details: { removed: 2 } }]);

    // The old recovery codes do not work beside new ones.
    expect(await resetSecondFactors(app.deps, owner.email)).toBe('had-none');
    expect((await again.call(getCurrentUser)).status).toBe(200);
    await addApp(app, again);
    const body = { recoveryCode: recoveryCodes[0] ?? '' };
    expect(await refusal(again.call(proveSecondFactor, { body }))).toEqual([400, 'auth/wrong-code']);
  });

  it('unlocks codes after too many guesses, and reports an unknown address', async () => {
    const owner = await app.signIn('marketer');
    const { secret } = await addApp(app, owner);
    const guess = async (client: Client, code: string) =>
      (await refusal(client.call(proveSecondFactor, { body: { code } })))[1];
    for (let attempt = 0; attempt < 5; attempt += 1)
      await guess(owner, generateWrongCode(secret, app.clock.now()));
    expect(await guess(owner, generateWrongCode(secret, app.clock.now()))).toBe('auth/too-many-codes');
    await resetSecondFactors(app.deps, owner.email);
    const again = await app.signIn('marketer', owner.email);
    const added = await addApp(app, again);
    expect(await guess(again, generateWrongCode(added.secret, app.clock.now()))).toBe('auth/wrong-code');
    expect(await resetSecondFactors(app.deps, 'unknown@promenade.test')).toBe('no-account');
  });
});

it('audits a sign-in with two factors as begun, then as signed in', async () => {
  const client = await app.signIn('marketer');
  const { secret } = await addApp(app, client);
  app.clock.advance(5 * MINUTE);
  const again = await app.signIn('marketer', client.email);
  const prove = async () => {
    const body = { code: generateCode(secret, app.clock.now()) };
    expect((await again.call(proveSecondFactor, { body })).status).toBe(200);
    app.clock.advance(5 * MINUTE);
  };
  await prove();
  // In a complete session, the same call only confirms the identity again.
  await prove();
  const { rows } = await app.database.asOwner(
    'select action from audit_entry where actor_id = $1 order by position',
    [client.userId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'account.signed-in',
    'second-factor.added',
    'account.sign-in-begun',
    'account.signed-in',
    'account.confirmed',
  ]);
});

describe('administrators', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await testApp({ listens: false, settings: { ADMIN_SECOND_FACTOR: 'required' } });
  });
  afterAll(() => strict.close());

  it('without a second factor can only set one up, if one is required', async () => {
    const admin = await strict.signInAdmin();
    expect(await missingFactor(admin)).toBe('enrolment');
    const refused = await admin.request('GET', '/api/admin/users');
    expect([refused.status, refused.error.code, refused.error.state]).toEqual([
      ...secondFactorRequired,
      'enrolment',
    ]);
    strict.clock.advance(20 * MINUTE);
    expect(await refusal(admin.call(beginTotp))).toEqual([403, 'auth/recent-required']);
    await admin.call(requestIdentityCode);
    await strict.runDue();
    const { code } = await strict.lastMail(admin.email);
    expect((await admin.call(confirmIdentity, { body: { code: code ?? '' } })).status).toBe(200);
    await addApp(strict, admin);
    expect(await missingFactor(admin)).toBeNull();
    expect((await admin.request('GET', '/api/admin/users')).status).toBe(200);
  });

  it('can remove all factors but the last one', async () => {
    const admin = await strict.signIn('advertiser', 'second-admin@promenade.test');
    await strict.database.asOwner("update account set role = 'admin' where id = $1", [admin.userId]);
    await addPasskey(admin);
    const listed = (await admin.call(listSecondFactors)).body;
    expect(listed.isRequired).toBe(true);
    const params = { id: listed.factors[0]?.id ?? '' };
    expect(await refusal(admin.call(removeSecondFactor, { params }))).toEqual([
      409,
      'auth/second-factor-last',
    ]);
    await addApp(strict, admin);
    expect((await admin.call(removeSecondFactor, { params })).status).toBe(200);
  });

  it('are the only ones who need one', async () => {
    expect(await missingFactor(await strict.signIn('marketer'))).toBeNull();
  });

  it('do not need one in local mode', async () => {
    expect(await missingFactor(await app.signInAdmin())).toBeNull();
  });
});
