import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessToken, listAccessTokens, revokeAccessToken } from '#auth/access-token-contract.ts';
import { listOwnCampaigns } from '#campaigns/contract.ts';
import { fillPath, TokenScope } from '#kernel/endpoint.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { listPayments } from '#payments/contract.ts';
import { demoEmail } from '../sign-in/sign-in.ts';
import { endAccountSessions } from '../store.ts';
import { transact } from '#platform/server/db/transact.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const all = TokenScope.options;
const create = (client: Client, scopes: readonly TokenScope[] = all) =>
  client.call(createAccessToken, { body: { name: 'Payroll', scopes: [...scopes], expiresInDays: 30 } });

const send = (token: string, url: string = listOwnCampaigns.path, cookie = '') =>
  app.http.inject({ url, headers: { authorization: `Bearer ${token}`, cookie } });

describe('an access token', () => {
  it('shows a token once, stores only its hash, mails the owner, and lists it', async () => {
    const advertiser = await app.signIn('advertiser', 'token-owner@promenade.test');
    const { status, body } = await create(advertiser);
    expect(status).toBe(201);
    expect(body.token).toMatch(/^prom_[A-Za-z0-9_-]{43}$/);
    const { rows } = await app.database.asOwner('select * from access_token where id = $1', [
      body.accessToken.id,
    ]);
    expect(rows[0].token_hash).toBe(hashToken(body.token));
    expect(JSON.stringify(rows)).not.toContain(body.token);
    const before = (await advertiser.call(listAccessTokens)).body;
    expect(before).toEqual({ tokens: [{ ...body.accessToken, lastUsedAt: null }] });
    expect((await send(body.token)).statusCode).toBe(200);
    const [used] = (await advertiser.call(listAccessTokens)).body.tokens;
    expect(used?.lastUsedAt).toBe(app.clock.now().toISOString());
    await app.runDue();
    expect((await app.lastMail(advertiser.email)).text).toContain('Payroll');
  });

  it('opens only calls that name one of its scopes', async () => {
    const marketer = await app.signIn('marketer', 'token-scopes@promenade.test');
    const { token } = (await create(marketer, ['proofs:read'])).body;
    for (const { method, path, scope, who } of app.endpoints) {
      if (scope === 'proofs:read' || who === 'provider') continue;
      const ids = Object.fromEntries(
        Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, randomUUID()]),
      );
      const answer = await app.http.inject({
        method,
        url: fillPath(path, ids),
        headers: { authorization: `Bearer ${token}` },
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 403]);
      if (method !== 'HEAD') expect(answer.json().code).toBe('auth/token-scope');
    }
  });

  it('respects the type of its owner, and ignores the cookie of a session', async () => {
    const marketer = await app.signIn('marketer', 'token-type@promenade.test');
    const { token } = (await create(marketer)).body;
    expect((await send(token, listPayments.path)).statusCode).toBe(200);
    expect((await send(token)).json().code).toBe('auth/forbidden');
    const cookie = `sid=${marketer.cookies.get('sid')}`;
    expect((await send('prom_unknown', listPayments.path, cookie)).statusCode).toBe(401);
  });

  it('ends with its revocation, its last day, a suspension, and the deletion of its owner', async () => {
    const advertiser = await app.signIn('advertiser', 'token-ends@promenade.test');
    const revoked = (await create(advertiser)).body;
    const other = (await create(advertiser)).body;
    const params = { id: revoked.accessToken.id };
    expect((await advertiser.call(revokeAccessToken, { params })).status).toBe(200);
    const refused = await send(revoked.token);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect((await advertiser.call(revokeAccessToken, { params })).status).toBe(404);
    expect((await send(other.token)).statusCode).toBe(200);
    const set = (column: string, value: Date | null) =>
      app.database.asOwner(`update account set ${column} = $2 where id = $1`, [advertiser.userId, value]);
    for (const column of ['suspended_at', 'deleted_at']) {
      await set(column, app.clock.now());
      expect((await send(other.token)).statusCode, column).toBe(401);
      await set(column, null);
    }
    app.clock.advance(30 * DAY);
    expect((await send(other.token)).statusCode).toBe(401);
  });

  it('is created only by a recent session of a user who is no administrator', async () => {
    const admin = await app.signInAdmin();
    expect((await create(admin)).error.code).toBe('auth/forbidden');
    const marketer = await app.signIn('marketer', 'token-late@promenade.test');
    app.clock.advance(HOUR);
    expect((await create(marketer)).error.code).toBe('auth/recent-required');
  });

  it('is not created by a demo account', async () => {
    const demo = await app.signIn('advertiser', demoEmail('advertiser'));
    expect((await create(demo)).error.code).toBe('auth/token-of-demo');
  });

  it('ends with all sessions of its owner, as a change of type ends them, but not with the others', async () => {
    const marketer = await app.signIn('marketer', 'token-sessions@promenade.test');
    const { token } = (await create(marketer)).body;
    const end = (except?: { sessionId: string }) =>
      transact(app.deps.db, (tx) => endAccountSessions(tx, marketer.userId, app.clock.now(), except));
    await end({ sessionId: randomUUID() });
    expect((await send(token, listPayments.path)).statusCode).toBe(200);
    await end();
    expect((await send(token, listPayments.path)).statusCode).toBe(401);
  });

  it('is refused once its owner becomes an administrator', async () => {
    const advertiser = await app.signIn('advertiser', 'token-promoted@promenade.test');
    const { token } = (await create(advertiser)).body;
    await app.database.asOwner("update account set role = 'admin' where id = $1", [advertiser.userId]);
    expect((await send(token)).statusCode).toBe(401);
  });
});

it('keeps at most 20 valid tokens per user, also when many are created at once', async () => {
  const marketer = await app.signIn('marketer', 'token-limit@promenade.test');
  const answers = await Promise.all(Array.from({ length: 24 }, () => create(marketer)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status !== 201).map(({ error }) => error.code)).toEqual(
    Array.from({ length: 4 }, () => 'auth/too-many-tokens'),
  );
  app.clock.advance(30 * DAY);
  const later = await app.signIn('marketer', marketer.email);
  expect((await create(later)).status).toBe(201);
  expect((await later.call(listAccessTokens)).body.tokens).toHaveLength(21);
});
