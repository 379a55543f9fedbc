import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { ADMIN_EMAIL, type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { setLanguage } from '../../account-contract.ts';
import { changeUserType, confirmTypeChange } from '../../change-type-contract.ts';
import { getCurrentUser } from '../../contract.ts';
import type { ChoosableType } from '../../sign-in-contract.ts';
import { beginTotp } from '../../second-factor-contract.ts';
import { addApp } from '#tests/support/auth/second-factor.ts';

const SENT = {
  message: 'If this address has an account, we sent a link to confirm the change.',
  userType: null,
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const change = (client: Client, email: string, newUserType: ChoosableType) =>
  client.call(changeUserType, { body: { email, newUserType } });
const confirm = (client: Client, token: string) => client.call(confirmTypeChange, { body: { token } });
const readCode = async (answer: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await answer;
  return [status, error.code];
};
const readType = async (client: Client) => (await client.call(getCurrentUser)).body.userType;

async function readRole(email: string): Promise<unknown> {
  const { rows } = await app.database.asOwner('select role from account where email = $1', [email]);
  return rows[0]?.['role'];
}

async function mailsTo(email: string): Promise<number> {
  await app.runDue();
  const response = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(email)}` });
  return response.json().length;
}

async function mailedToken(email: string): Promise<string> {
  await app.runDue();
  const { links } = await app.lastMail(email);
  const link = new URL(links[0] ?? '');
  expect(link.origin + link.pathname).toBe('http://localhost:3000/change-user-type');
  return link.searchParams.get('token') ?? '';
}

describe('changing the user’s own type while signed in', () => {
  it('takes effect immediately, with a new token, and is mailed', async () => {
    const client = await app.signIn('marketer', 'own@promenade.test');
    const elsewhere = await app.signIn('marketer', 'own@promenade.test');
    const before = client.cookies.get('sid');
    const answer = await change(client, 'Own@Promenade.test', 'advertiser');
    expect(answer.body).toEqual({
      message: 'Your account is now an advertiser account.',
      userType: 'advertiser',
    });
    expect(client.cookies.get('sid')).not.toBe(before);
    expect(await readType(client)).toBe('advertiser');
    expect((await elsewhere.call(getCurrentUser)).status).toBe(401);
    await app.runDue();
    const mail = await app.lastMail('own@promenade.test');
    expect(mail.subject).toBe('Your Promenade account is now an advertiser account');
    const { rows } = await app.database.asOwner(
      `select actor_id, details from audit_entry where object_id = $1 and action = 'role.changed'`,
      [client.userId],
    );
    expect(rows).toEqual([{ actor_id: client.userId, details: { from: 'marketer', to: 'advertiser' } }]);
  });

  it('refuses the type that the account already has', async () => {
    const client = await app.signIn('marketer', 'same@promenade.test');
    const answer = await change(client, 'same@promenade.test', 'marketer');
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([
      409,
      'auth/type-same',
      'You already have a marketer account.',
    ]);
  });

  it('is refused with everything that prevents it', async () => {
    const client = await app.signIn('advertiser', 'tied@promenade.test');
    await draftCampaign(app, client);
    const answer = await change(client, 'tied@promenade.test', 'marketer');
    expect([answer.status, answer.error.code]).toEqual([409, 'auth/type-tied']);
    expect(answer.error.message).toMatch(/^You can’t change your account type\. .*campaign/);
    expect(await readType(client)).toBe('advertiser');
  });

  it('requires a sign-in within the last fifteen minutes', async () => {
    const client = await app.signIn('marketer', 'old@promenade.test');
    app.clock.advance(15 * MINUTE);
    expect(await readCode(change(client, 'old@promenade.test', 'advertiser'))).toEqual([
      403,
      'auth/recent-required',
    ]);
    expect(await readRole('old@promenade.test')).toBe('marketer');
  });

  it('is refused for administrators', async () => {
    const admin = await app.signInAdmin();
    expect(await readCode(change(admin, ADMIN_EMAIL, 'marketer'))).toEqual([403, 'auth/type-of-admin']);
  });

  it('sets the type of an account without one', async () => {
    const client = await app.signIn('marketer', 'typeless@promenade.test');
    await app.database.asOwner('update account set role = null where id = $1', [client.userId]);
    expect((await change(client, 'typeless@promenade.test', 'advertiser')).status).toBe(200);
    expect(await readType(client)).toBe('advertiser');
  });

  it('keeps a session complete if its user has shown a second factor', async () => {
    const client = await app.signIn('marketer', 'two-factors@promenade.test');
    const shown = app.clock.now();
    await app.database.asOwner('update sign_in_session set second_factor_at = $2 where account_id = $1', [
      client.userId,
      shown,
    ]);
    expect((await change(client, 'two-factors@promenade.test', 'advertiser')).status).toBe(200);
    const { rows } = await app.database.asOwner(
      'select second_factor_at from sign_in_session where account_id = $1 and ended_at is null',
      [client.userId],
    );
    expect(rows).toEqual([{ second_factor_at: shown }]);
  });

  it('does not sign a browser in again if it signs out during the change', async () => {
    const client = await app.signIn('marketer', 'leaving@promenade.test');
    const cookies = new Map(client.cookies);
    await client.request('GET', '/api/logout');
    for (const [name, value] of cookies) client.cookies.set(name, value);
    expect((await change(client, 'leaving@promenade.test', 'advertiser')).body).toEqual(SENT);
    expect(await readRole('leaving@promenade.test')).toBe('marketer');
  });
});

describe('asking for another address, or signed out', () => {
  it('returns the same response for every address, and changes nothing', async () => {
    await app.signIn('marketer', 'other@promenade.test');
    await app.signIn('advertiser', 'already@promenade.test');
    const suspended = await app.signIn('marketer', 'suspended@promenade.test');
    await app.signInAdmin();
    await app.database.asOwner('update account set suspended_at = now() where id = $1', [suspended.userId]);
    const signedIn = await app.signIn('marketer');
    for (const email of [
      'other@promenade.test',
      'already@promenade.test',
      'suspended@promenade.test',
      'unknown@promenade.test',
      ADMIN_EMAIL,
    ]) {
      for (const client of [app.visitor(), signedIn]) {
        const cookie = client.cookies.get('sid');
        const answer = await change(client, email, 'advertiser');
        expect([answer.status, answer.body], email).toEqual([200, SENT]);
        expect(answer.headers['set-cookie'], email).toBeUndefined();
        expect(client.cookies.get('sid')).toBe(cookie);
      }
    }
    await app.runDue();
    expect(await readRole('other@promenade.test')).toBe('marketer');
  });

  it('does the same work for every address: it writes one row and looks up no account', async () => {
    const rows = async () => {
      const { rows: found } = await app.database.asOwner(
        `select count(*)::int as count from outbox where kind = 'account.type-change-asked'`,
      );
      return Number(found[0]?.['count']);
    };
    for (const email of ['other@promenade.test', 'unknown@promenade.test', ADMIN_EMAIL]) {
      const before = await rows();
      await change(app.visitor(), email, 'advertiser');
      expect(await rows()).toBe(before + 1);
    }
  });

  it.each([
    ['an unknown address', 'never@promenade.test', null, 'advertiser'],
    ['an account that already has the type', 'as-asked@promenade.test', 'advertiser', 'advertiser'],
    ['an administrator', ADMIN_EMAIL, 'admin', 'marketer'],
  ] as const)('mails nothing to %s', async (_, email, has, newUserType) => {
    if (has === 'advertiser') await app.signIn(has, email);
    if (has === 'admin') await app.signInAdmin();
    const before = await mailsTo(email);
    await change(app.visitor(), email, newUserType);
    expect(await mailsTo(email)).toBe(before);
  });

  it('does not store addresses that were tried', async () => {
    await change(app.visitor(), 'tried@promenade.test', 'advertiser');
    await app.runDue();
    const { rows } = await app.database.asOwner(
      `select payload::text from outbox where kind = 'account.type-change-asked'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  it('mails the reasons instead of a link if the type cannot change', async () => {
    const owner = await app.signIn('advertiser', 'bound@promenade.test');
    await draftCampaign(app, owner);
    await change(app.visitor(), 'bound@promenade.test', 'marketer');
    await app.runDue();
    const mail = await app.lastMail('bound@promenade.test');
    expect([mail.subject, mail.links]).toEqual(['Your Promenade account type can’t be changed', []]);
    expect(mail.text).toContain('campaign');
  });

  it('mails in the language of the account', async () => {
    const owner = await app.signIn('advertiser', 'lengua@promenade.test');
    await owner.call(setLanguage, { body: { language: 'es' } });
    await draftCampaign(app, owner);
    await change(app.visitor(), owner.email, 'marketer');
    await app.runDue();
    expect((await app.lastMail(owner.email)).text).toContain('Tienes 1 campaña en borrador.');
  });
});

describe('an account with a second factor', () => {
  it('gets the same response but no link, and is asked by mail to sign in', async () => {
    const owner = await app.signIn('marketer', 'guarded@promenade.test');
    await addApp(app, owner);
    await app.runDue();
    expect((await change(app.visitor(), owner.email, 'advertiser')).body).toEqual(SENT);
    await app.runDue();
    const mail = await app.lastMail(owner.email);
    expect([mail.subject, mail.links]).toEqual(['Sign in to change your Promenade account type', []]);
    expect(mail.text).toContain('sign in at http://localhost:3000, open Settings');
    expect(mail.text).not.toContain('token');
    const { rows } = await app.database.asOwner('select 1 from type_change_link where account_id = $1', [
      owner.userId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is not changed by a link mailed before the factor was set up', async () => {
    const owner = await app.signIn('marketer', 'guarded-since@promenade.test');
    await change(app.visitor(), owner.email, 'advertiser');
    const token = await mailedToken(owner.email);
    await addApp(app, owner);
    expect(await readCode(confirm(app.visitor(), token))).toEqual([410, 'auth/code-expired']);
    expect(await readRole(owner.email)).toBe('marketer');
  });
});

describe('the mailed link', () => {
  async function asked(email: string): Promise<{ owner: Client; token: string }> {
    const owner = await app.signIn('marketer', email);
    await change(app.visitor(), email, 'advertiser');
    return { owner, token: await mailedToken(email) };
  }

  it('changes the type once, ends all sessions, and does not sign in', async () => {
    const { owner, token } = await asked('link@promenade.test');
    const visitor = app.visitor();
    const answer = await confirm(visitor, token);
    expect(answer.body).toEqual({
      message: 'Your account is now an advertiser account.',
      userType: 'advertiser',
    });
    expect(visitor.cookies.size).toBe(0);
    expect((await owner.call(getCurrentUser)).status).toBe(401);
    expect(await readRole('link@promenade.test')).toBe('advertiser');
    expect(await readCode(confirm(app.visitor(), token))).toEqual([410, 'auth/code-expired']);
  });

  it('leads to a mail in the language of the account, not of the browser', async () => {
    const { owner, token } = await asked('lengua-enlace@promenade.test');
    await owner.call(setLanguage, { body: { language: 'es' } });
    await confirm(app.visitor(), token);
    await app.runDue();
    const { subject } = await app.lastMail(owner.email);
    expect(subject).toBe('Tu cuenta de Promenade ahora es una cuenta de anunciante');
  });

  it('keeps the owner signed in if they redeem it while signed in', async () => {
    const { owner, token } = await asked('here@promenade.test');
    const before = owner.cookies.get('sid');
    expect((await confirm(owner, token)).status).toBe(200);
    expect(owner.cookies.get('sid')).not.toBe(before);
    expect(await readType(owner)).toBe('advertiser');
  });

  it('does not count as a recent sign-in', async () => {
    const { owner } = await asked('mailbox-only@promenade.test');
    app.clock.advance(15 * MINUTE);
    await change(app.visitor(), owner.email, 'advertiser');
    expect((await confirm(owner, await mailedToken(owner.email))).status).toBe(200);
    expect(await readType(owner)).toBe('advertiser');
    expect(await readCode(owner.call(beginTotp))).toEqual([403, 'auth/recent-required']);
  });

  it('does not affect the session of another user who redeems it', async () => {
    const { token } = await asked('theirs@promenade.test');
    const other = await app.signIn('marketer', 'presser@promenade.test');
    expect((await confirm(other, token)).status).toBe(200);
    expect((await other.call(getCurrentUser)).body).toMatchObject({
      email: 'presser@promenade.test',
      userType: 'marketer',
    });
  });

  it('expires after ten minutes', async () => {
    const { token } = await asked('slow@promenade.test');
    app.clock.advance(10 * MINUTE);
    expect(await readCode(confirm(app.visitor(), token))).toEqual([410, 'auth/code-expired']);
    expect(await readRole('slow@promenade.test')).toBe('marketer');
  });

  it('stops working if another one is requested', async () => {
    const { token } = await asked('twice@promenade.test');
    await change(app.visitor(), 'twice@promenade.test', 'advertiser');
    const next = await mailedToken('twice@promenade.test');
    expect(next).not.toBe(token);
    expect(await readCode(confirm(app.visitor(), token))).toEqual([410, 'auth/code-expired']);
    expect((await confirm(app.visitor(), next)).status).toBe(200);
  });

  it('changes nothing when it is opened', async () => {
    const { token } = await asked('scanned@promenade.test');
    await app.visitor().request('GET', `/change-user-type?token=${token}`);
    await app.visitor().request('GET', `${confirmTypeChange.path}?token=${token}`);
    expect(await readRole('scanned@promenade.test')).toBe('marketer');
    expect((await confirm(app.visitor(), token)).status).toBe(200);
  });

  it('is stored only as a hash', async () => {
    const { token } = await asked('hashed@promenade.test');
    const { rows } = await app.database.asOwner(
      `select (select string_agg(l::text, ' ') from type_change_link l) || coalesce((select string_agg(o.payload::text, ' ') from outbox o), '') as everything`,
    );
    expect(String(rows[0]?.['everything'])).not.toContain(token);
  });

  it('changes nothing if the type can no longer change', async () => {
    const owner = await app.signIn('advertiser', 'meanwhile@promenade.test');
    await change(app.visitor(), 'meanwhile@promenade.test', 'marketer');
    const token = await mailedToken('meanwhile@promenade.test');
    await draftCampaign(app, owner);
    expect(await readCode(confirm(app.visitor(), token))).toEqual([409, 'auth/type-tied']);
    expect(await readType(owner)).toBe('advertiser');
  });

  it('changes neither an administrator nor a suspended account', async () => {
    const { owner, token } = await asked('promoted@promenade.test');
    await app.database.asOwner(`update account set role = 'admin' where id = $1`, [owner.userId]);
    expect(await readCode(confirm(app.visitor(), token))).toEqual([403, 'auth/type-of-admin']);
    await app.database.asOwner(`update account set role = 'marketer', suspended_at = now() where id = $1`, [
      owner.userId,
    ]);
    expect(await readCode(confirm(app.visitor(), token))).toEqual([403, 'auth/suspended']);
  });
});

describe('the calls refuse', () => {
  const both = 'Please enter both email and select a user type';
  it.each([
    [{}, { email: both, newUserType: both }],
    [
      { email: '', newUserType: '' },
      { email: both, newUserType: both },
    ],
    [{ email: 'a@promenade.test' }, { newUserType: both }],
    [{ newUserType: 'marketer' }, { email: both }],
    [{ email: 'no-address', newUserType: 'marketer' }, { email: 'Invalid email address' }],
    [
      { email: 'a@promenade.test', newUserType: 'admin' },
      { newUserType: 'Please select how you want to join' },
    ],
    [{ email: 'a@promenade.test', newUserType: 'marketer', role: 'admin' }, { role: 'Unknown field' }],
  ])('%o', async (body, fields) => {
    const answer = await app.visitor().request('POST', changeUserType.path, body);
    expect([answer.status, answer.error.code, answer.error.fields]).toEqual([400, 'request/invalid', fields]);
  });

  it('more than three changes of one address per hour, from any client', async () => {
    const limited = await testApp({
      listens: false,
      settings: { LIMITS: '' },
    });
    try {
      const ask = (email: string, remoteAddress: string) =>
        limited
          .visitor()
          .request('POST', changeUserType.path, { email, newUserType: 'marketer' }, { remoteAddress });
      const statuses = [];
      for (let attempt = 0; attempt < 4; attempt += 1) {
        statuses.push((await ask('Often@promenade.test', `203.0.113.${attempt}`)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await ask('seldom@promenade.test', '203.0.113.4')).status).toBe(200);
      limited.clock.advance(HOUR);
      expect((await ask('often@promenade.test', '203.0.113.5')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
