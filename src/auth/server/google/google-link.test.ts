import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { getCurrentUser } from '../../contract.ts';
import { getGoogleLink, unlinkGoogle } from '../../google-link-contract.ts';
import { comeBack, leaveForIssuer, startIssuer, type TestIssuer } from '#tests/support/auth/google.ts';

let issuer: TestIssuer;
let app: TestApp;
beforeAll(async () => {
  issuer = await startIssuer();
  app = await testApp({ listens: false, settings: issuer.settings });
});
afterAll(async () => {
  await app.close();
  await issuer.server.stop();
});

async function withGoogle(sub: string, email: string): Promise<Client> {
  issuer.says({ sub, email, email_verified: true });
  const client = app.visitor();
  expect(await comeBack(client, await leaveForIssuer(app, client))).toEqual([302, '/?auth=success']);
  return client;
}
const readLink = async (client: Client) => (await client.call(getGoogleLink)).body.linkedAt;
const readUser = async (client: Client) => (await client.call(getCurrentUser)).body;
const audited = async (userId: string) => {
  const { rows } = await app.database.asOwner(
    `select action from audit_entry where object_id = $1 and action like 'identity.%' order by position`,
    [userId],
  );
  return rows.map(({ action }) => action);
};

it('returns since when Google is linked, and nothing of Google’s own data', async () => {
  const owner = await app.signIn('marketer');
  expect(await readLink(owner)).toBeNull();
  app.clock.advance(MINUTE);
  const linkedAt = app.clock.now().toISOString();
  await withGoogle('subject-told', owner.email);
  const { body } = await owner.call(getGoogleLink);
  expect(body).toEqual({ linkedAt });
});

it('unlinks all Google accounts, mails the owner, keeps the sessions, and still accepts mailed codes', async () => {
  const owner = await app.signIn('marketer');
  const first = await withGoogle('subject-first', owner.email);
  await withGoogle('subject-second', owner.email);
  const other = await app.signIn('marketer');
  await withGoogle('subject-of-other', other.email);

  const { status, body } = await owner.call(unlinkGoogle);
  expect([status, body.message]).toEqual([200, 'Your Google account is no longer linked.']);
  expect(await readLink(owner)).toBeNull();
  expect(await readLink(other)).not.toBeNull();
  await app.runDue();
  const mail = await app.lastMail(owner.email);
  expect(mail.subject).toBe('A Google account was unlinked from your Promenade account');
  expect(mail.text).toContain('http://localhost:3000/settings');
  expect((await readUser(first)).id).toBe(owner.userId);
  expect((await readUser(await app.signIn('marketer', owner.email))).id).toBe(owner.userId);

  const stranger = await withGoogle('subject-first', 'moved@promenade.test');
  expect((await readUser(stranger)).id).not.toBe(owner.userId);
  expect((await readUser(await withGoogle('subject-second', owner.email))).id).toBe(owner.userId);
  expect(await readLink(owner)).not.toBeNull();
  expect(await audited(owner.userId)).toEqual([
    'identity.linked',
    'identity.linked',
    'identity.unlinked',
    'identity.linked',
  ]);
});

it('unlinking again or concurrently changes nothing and mails once', async () => {
  const owner = await app.signIn('marketer');
  await withGoogle('subject-twice', owner.email);
  const answers = await Promise.all([owner.call(unlinkGoogle), owner.call(unlinkGoogle)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await owner.call(unlinkGoogle)).status).toBe(200);
  expect(await audited(owner.userId)).toEqual(['identity.linked', 'identity.unlinked']);
  const { rows } = await app.database.asOwner(
    `select count(*)::int as mails from outbox where kind = 'mail' and ref like $1`,
    [`google-unlinked:${owner.userId}:%`],
  );
  expect(rows).toEqual([{ mails: 1 }]);
});

it('requires a recent sign-in', async () => {
  const owner = await app.signIn('marketer');
  await withGoogle('subject-old', owner.email);
  app.clock.advance(15 * MINUTE);
  const { status, error } = await owner.call(unlinkGoogle);
  expect([status, error.code]).toEqual([403, 'auth/recent-required']);
  expect(await readLink(owner)).not.toBeNull();
  for (const endpoint of [getGoogleLink, unlinkGoogle])
    expect((await app.visitor().call(endpoint)).status).toBe(401);
});
