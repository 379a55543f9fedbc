import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import { exportAudit, listAudit, verifyAudit } from '../audit-contract.ts';
import { getUser, suspendUser } from '../contract.ts';

let app: TestApp;
let admin: Client;
let maya: Client;
beforeAll(async () => {
  app = await testApp({ listens: false });
  maya = await app.signIn('marketer', 'maya@promenade.test');
  await maya.call(updateCompliance, { body: { locationConsent: true } });
  app.clock.advance(60_000);
  admin = await app.signInAdmin();
  await admin.call(getUser, { params: { id: maya.userId } });
  app.clock.advance(60_000);
  await admin.call(suspendUser, { params: { id: maya.userId }, body: { reason: '=1+1, "quoted"' } });
});
afterAll(() => app.close());

const list = async (query: Parameters<typeof admin.call<typeof listAudit>>[1]) =>
  (await admin.call(listAudit, query)).body;
const actions = async (query: Record<string, string> = {}) =>
  (await list({ query })).map(({ action }) => action);

it('lists actor, action, object, origin and reason, newest first', async () => {
  const entries = await list({ query: { action: 'account.suspended' } });
  expect(entries).toEqual([
    {
      position: expect.any(Number),
      at: app.clock.now().toISOString(),
      actor: { id: admin.userId, name: 'admin@promenade.test' },
      actorRole: 'admin',
      action: 'account.suspended',
      object: { kind: 'account', id: maya.userId, name: 'maya@promenade.test' },
      person: null,
      campaign: null,
      reason: '=1+1, "quoted"',
      details: [],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ipPrefix: '127.0.0.0/24',
      seal: null,
    },
  ]);
  expect(await actions()).toEqual([
    'account.suspended',
    'account.viewed',
    'account.signed-in',
    'role.granted',
    'consent.given',
    'account.signed-in',
  ]);
});

it('separates visits from actions, and can begin with the oldest', async () => {
  expect(await actions({ show: 'visits' })).toEqual([
    'account.viewed',
    'account.signed-in',
    'account.signed-in',
  ]);
  expect(await actions({ show: 'actions' })).toEqual(['account.suspended', 'role.granted', 'consent.given']);
  const newest = await list({ query: {} });
  const pages = await readPages<typeof listAudit>(admin, `${listAudit.path}?order=oldest&limit=2`);
  expect(pages.flat()).toEqual(newest.toReversed());
});

test.each([
  ['a family of actions', () => ({ action: 'account' }), 4],
  ['one action', () => ({ action: 'role.granted' }), 1],
  ['a part of an action', () => ({ action: 'acc' }), 0],
  ['signs that mean themselves', () => ({ action: '%' }), 0],
  ['an actor by address', () => ({ actor: 'MAYA@promenade.test' }), 2],
  ['an actor by id', () => ({ actor: admin.userId }), 3],
  ['the platform', () => ({ actor: 'platform' }), 1],
  ['an unknown address', () => ({ actor: 'unknown@promenade.test' }), 0],
  ['an object by address', () => ({ object: 'maya@promenade.test' }), 3],
  ['an object by id', () => ({ object: maya.userId, action: 'consent' }), 1],
  ['times', () => ({ from: '2026-11-02T15:01:00Z', to: '2026-11-02T15:02:00Z' }), 3],
] as [string, () => Record<string, string>, number][])('is filtered by %s', async (_, query, count) => {
  expect(await actions(query())).toHaveLength(count);
});

it('is paged', async () => {
  const pages = await readPages<typeof listAudit>(admin, `${listAudit.path}?limit=4`);
  expect(pages.map((page) => page.length)).toEqual([4, 2]);
  expect(pages.flat().map(({ action }) => action)).toEqual(await actions());
});

test.each(['actor=not-an-address', 'from=yesterday', 'from=0000-01-01T00:00:00Z', 'cursor=0', 'limit=101'])(
  'rejects the query %s',
  async (query) => {
    expect((await admin.request('GET', `/api/admin/audit?${query}`)).status).toBe(400);
  },
);

it('is sealed by the sweep, and verified', async () => {
  app.clock.advance(60_000);
  await app.runDue();
  const { body } = await admin.call(verifyAudit);
  expect(body).toMatchObject({ skipped: 0, waiting: 0, problems: [] });
  expect(body.sealed).toBe(body.head.number);
  expect((await list({ query: {} })).every(({ seal }) => seal !== null)).toBe(true);
});

it('exports CSV without formulas; audits exports, but not views', async () => {
  const before = await actions();
  const { headers, body } = await admin.request('GET', `${exportAudit.path}?action=account.suspended`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(String(headers['content-disposition'])).toContain('attachment');
  const [heading, line, end] = String(body).split('\r\n');
  expect(heading).toMatch(/^Position,Time/);
  expect(line).toContain(`admin@promenade.test,${admin.userId},admin,account.suspended,maya@promenade.test`);
  expect(line).toContain(`"'=1+1, ""quoted"""`);
  expect(end).toBe('');
  expect(await actions()).toEqual(['audit.exported', ...before]);
});

it('exports each entry once, without entries added during the export', async () => {
  await app.database.asOwner(
    `insert into audit_entry (id, at, actor_role, action, object_kind, object_id)
     select gen_random_uuid(), now(), 'platform', 'test.written', 'test', n::text from generate_series(1, 10500) n`,
  );
  const file = String((await admin.request('GET', `${exportAudit.path}?action=test`)).body);
  const lines = file.trimEnd().split('\r\n').slice(1);
  const numbers = lines.map((line) => Number(line.split(',')[7]));
  expect(numbers).toEqual(Array.from({ length: 10_500 }, (_, index) => 10_500 - index));
  const entries = await list({ query: { action: 'audit.exported', limit: 1 } });
  expect(entries[0]?.details).toEqual([{ name: 'entries', value: '10500' }]);
  const all = String((await admin.request('GET', exportAudit.path)).body);
  expect(all.match(/audit\.exported/g)).toHaveLength(2);
  const none = await admin.request('GET', `${exportAudit.path}?actor=unknown@promenade.test`);
  expect(String(none.body).split('\r\n')).toEqual([expect.stringMatching(/^Position/), '']);
});

it('is for admins only', async () => {
  const other = await app.signIn('advertiser');
  for (const endpoint of [listAudit, exportAudit, verifyAudit]) {
    expect((await app.visitor().call(endpoint)).status).toBe(401);
    expect((await other.call(endpoint)).status).toBe(403);
  }
});
