/** The admin command on a PostgreSQL server, while the product runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { addApp, missingFactor } from './support/auth/second-factor.ts';
import { adminCommand } from './support/journeys/admin-command.ts';
import { ADMIN_EMAIL, type TestApp, testApp } from './support/app.ts';
import { serverDatabase, type TestDatabase } from './support/databases/database.ts';

let database: TestDatabase & { url: string };
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase();
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const admin = (...words: string[]) =>
  adminCommand(words, { DATABASE_URL: database.url, ADMIN_EMAILS: ADMIN_EMAIL });
const loadRole = async (email: string) =>
  (await database.asOwner('select role from account where email = $1', [email])).rows[0]?.role;
const audited = async (action: string) =>
  (await database.asOwner('select actor_id, actor_role from audit_entry where action = $1', [action])).rows;

it('grants, lists and revokes administrators once each', async () => {
  const ada = await app.signIn('marketer', 'ada@promenade.test');
  expect(await admin('grant', 'ada@promenade.test')).toMatchObject({
    code: 0,
    said: expect.stringContaining('is an administrator now'),
  });
  // The marketer's session has ended, and the next one is an admin's.
  expect((await ada.call(getCurrentUser)).status).toBe(401);
  expect(
    (await (await app.signIn('marketer', 'ada@promenade.test')).call(getCurrentUser)).body.userType,
  ).toBe('admin');
  expect((await admin('grant', 'ada@promenade.test')).said).toContain('is already an administrator');
  expect(await audited('role.granted')).toEqual([{ actor_id: null, actor_role: 'platform' }]);
  const { rows: mails } = await database.asOwner(
    `select payload ->> 'subject' as subject, payload ->> 'to' as to from outbox where ref like 'admin-role:%'`,
  );
  expect(mails).toEqual([{ subject: 'You are now an administrator of Promenade', to: 'ada@promenade.test' }]);

  expect(await admin('revoke', 'ada@promenade.test')).toMatchObject({
    code: 1,
    complained: expect.stringContaining('This is the last administrator'),
  });
  expect(await loadRole('ada@promenade.test')).toBe('admin');

  // An email without an account yet.
  expect((await admin('grant', 'new@promenade.test')).said).toContain('has no account yet');
  expect((await admin('grant', 'new@promenade.test')).said).toContain('has no account yet, and becomes');
  const { rows: invited } = await database.asOwner(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, created_at > now() - interval '1 hour' as is_new
       from admin_invitation`,
  );
  expect(invited).toMatchObject([{ is_new: true }]);
  expect((await admin('list')).said.trimEnd().split('\n')).toEqual([
    'ada@promenade.test  since 2026-11-02',
    `new@promenade.test  since ${invited[0]?.day}  has not signed in yet`,
    `${ADMIN_EMAIL}  by ADMIN_EMAILS, once it signs in`,
  ]);
  const fresh = await app.signIn('advertiser', 'new@promenade.test');
  expect((await fresh.call(getCurrentUser)).body.userType).toBe('admin');

  // With two admins, one can be revoked and gets the earlier role back.
  expect(await admin('revoke', 'ada@promenade.test')).toMatchObject({ code: 0 });
  expect(await loadRole('ada@promenade.test')).toBe('marketer');
  expect(await audited('role.revoked')).toEqual([{ actor_id: null, actor_role: 'platform' }]);
  expect(await admin('revoke', 'ada@promenade.test')).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not an administrator'),
  });
});

it('lets a user who lost every second factor sign in once, while the product runs', async () => {
  const owner = await app.signIn('marketer', 'lost@promenade.test');
  expect((await admin('reset-second-factors', owner.email)).said).toContain('has no second factor.');
  await addApp(app, owner);
  expect(await missingFactor(await app.signIn('marketer', owner.email))).toBe('proof');
  expect(await admin('reset-second-factors', owner.email)).toMatchObject({
    code: 0,
    said: expect.stringContaining('no longer has a second factor'),
  });
  expect((await owner.call(getCurrentUser)).status).toBe(401);
  expect(await missingFactor(await app.signIn('marketer', owner.email))).toBeNull();
  expect(await audited('second-factor.reset')).toEqual([{ actor_id: null, actor_role: 'platform' }]);
  expect(await admin('reset-second-factors', 'unknown@promenade.test')).toMatchObject({
    code: 1,
    said: expect.stringContaining('has no account'),
  });
});

it('warns if a setting would make the same user an administrator again', async () => {
  await app.signInAdmin();
  const { code, said } = await admin('revoke', ADMIN_EMAIL);
  expect(code).toBe(0);
  expect(said).toContain('ADMIN_EMAILS still lists this address');
});

it('refuses one of two commands that would each remove the other administrator', async () => {
  await admin('grant', 'ada@promenade.test');
  const ended = await Promise.all([
    admin('revoke', 'ada@promenade.test'),
    admin('revoke', 'new@promenade.test'),
  ]);
  expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 1]);
});

it('finds an intact audit log, and one that was changed', async () => {
  const whole = await admin('verify-audit');
  expect(whole.code).toBe(0);
  const [, seal = ''] = /kept elsewhere: (\d+:[0-9a-f]{64})/.exec(whole.said) ?? [];
  expect((await admin('verify-audit', seal)).code).toBe(0);
  await database.asOwner('alter table audit_entry disable trigger user');
  await database.asOwner(
    `update audit_entry set reason = 'x' where position = (select max(position) from audit_seal)`,
  );
  await database.asOwner('alter table audit_entry enable trigger user');
  const broken = await admin('verify-audit', seal);
  expect(broken.code).toBe(1);
  expect(broken.complained).toMatch(/^the entry at position \d+ was altered\n$/);
});
