import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { deleteOwnAccount, exportOwnData } from '#auth/account-contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import { connectSocialAccount, handedIn } from '#tests/support/people/social-account.ts';
import * as contract from '../../social-contract.ts';
import { loadFollowers } from './social-service.ts';

let app: TestApp;
let admin: Client;
let marketer: Client;
beforeAll(async () => {
  app = await testApp({
    listens: false,
    settings: { ADMIN_SESSION_IDLE_MS: String(2 * DAY) },
  });
});
beforeEach(async () => {
  admin = await app.signInAdmin();
  marketer = await app.signIn('marketer');
});
afterAll(() => app.close());

const maya = { platform: 'instagram', handle: 'maya.runs', followers: 12_000 } as const;
let people = 0;
const another = (platform: 'instagram' | 'tiktok' = 'tiktok') => ({
  platform,
  handle: `someone_${(people += 1)}`,
  followers: 4000,
});
const declare = (client: Client, body: object) => client.request('POST', '/api/social-accounts', body);
const own = async (client: Client) => (await client.call(contract.listSocialAccounts)).body;
const submit = (client: Client, id: string) => client.call(contract.submitSocialAccount, { params: { id } });
const approve = (id: string, submittedAt: string | null, followers: number) =>
  admin.call(contract.decideSocialAccount, {
    params: { id },
    body: { status: 'approved', followers, submittedAt: submittedAt ?? '' },
  });
const reject = (id: string, submittedAt: string | null, reason = 'The code is not there.') =>
  admin.call(contract.decideSocialAccount, {
    params: { id },
    body: { status: 'rejected', reason, submittedAt: submittedAt ?? '' },
  });
const counted = async (client: Client, platform: 'instagram' | 'tiktok' = 'tiktok') =>
  (await loadFollowers(app.deps.db, [client.userId], platform, app.clock.now())).get(client.userId) ?? null;
async function wait(milliseconds: number): Promise<void> {
  // Send pending emails first, so that the newest one is the sign-in code.
  await app.runDue();
  app.clock.advance(milliseconds);
  admin = await app.signInAdmin();
  marketer = await app.signIn('marketer', marketer.email);
}
const kindsTold = async (client: Client) => {
  await app.runDue();
  return (await client.call(listNotifications)).body.notifications.map(({ kind }) => kind);
};

describe('a handle', () => {
  test('is declared with a follower count, and gets a code', async () => {
    const declared = await marketer.call(contract.declareSocialAccount, {
      body: { ...maya, handle: ' @maya.runs ' },
    });
    expect(declared.body).toMatchObject({
      platform: 'instagram',
      handle: 'maya.runs',
      url: 'https://www.instagram.com/maya.runs/',
      followers: 12_000,
      code: expect.stringMatching(/^PROMENADE-[2-9A-HJKMNP-Z]{8}$/),
      status: 'declared',
      verifiedFollowers: null,
      can: { submit: true, renew: false },
    });
    expect(await own(marketer)).toEqual([declared.body]);
    expect(await counted(marketer, 'instagram')).toBeNull();
  });

  it.each([
    ['instagram', 'https://evil.test/maya'],
    ['instagram', '..'],
    ['instagram', 'a/../b'],
    ['tiktok', 'maya?x=1'],
    ['twitter', 'maya.runs'],
    ['youtube', 'maya#top'],
    ['facebook', 'maya%2f'],
    ['instagram', ''],
  ])('on %s cannot be %j', async (platform, handle) => {
    const refused = await declare(marketer, { platform, handle, followers: 10 });
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['handle']]);
  });

  it.each([-1, 1.5, 2_000_000_000, '12', null])('never has %j followers', async (followers) => {
    const refused = await declare(marketer, { ...maya, followers });
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['followers']]);
  });

  test('declared again unchanged keeps its code and its place in the queue, and adds no audit entry', async () => {
    const named = another();
    const first = await handedIn(marketer, named);
    app.clock.advance(HOUR);
    const again = await declare(marketer, named);
    expect(again.body).toEqual(first);
    const corrected = await marketer.call(contract.declareSocialAccount, {
      body: { ...named, followers: 4100 },
    });
    expect(corrected.body).toMatchObject({
      id: first.id,
      code: first.code,
      status: 'declared',
      followers: 4100,
    });
    const other = await marketer.call(contract.declareSocialAccount, { body: another() });
    expect(other.body.id).toBe(first.id);
    expect(other.body.code).not.toBe(first.code);
    expect(await own(marketer)).toHaveLength(1);
  });

  test('declared twice at once is stored once', async () => {
    const named = another();
    const both = await Promise.all([declare(marketer, named), declare(marketer, named)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await own(marketer)).toHaveLength(1);
  });
});

describe('a check', () => {
  test('counts the confirmed followers for 90 days, and notifies both sides', async () => {
    const named = another();
    const { id, submittedAt } = await handedIn(marketer, named);
    expect(await kindsTold(admin)).toContain('social.submitted');
    const waiting = (await admin.call(contract.listSocialChecks, { query: {} })).body;
    expect(waiting.find((check) => check.id === id)).toMatchObject({ ...named, can: { decide: true } });
    const decided = await approve(id, submittedAt, 3900);
    expect(decided.body).toMatchObject({
      status: 'approved',
      verifiedFollowers: 3900,
      can: { decide: false },
    });
    expect(await counted(marketer)).toBe(3900);
    expect((await own(marketer))[0]).toMatchObject({
      code: null,
      isOutdated: false,
      verifiedFollowers: 3900,
    });
    expect(await kindsTold(marketer)).toContain('social.approved');

    await wait(90 * DAY - 1);
    expect(await counted(marketer)).toBe(3900);
    app.clock.advance(1);
    expect(await counted(marketer)).toBeNull();
    expect((await own(marketer))[0]).toMatchObject({ isOutdated: true, can: { renew: true } });
  });

  test('is requested again, once, after it expires', async () => {
    await connectSocialAccount(marketer, admin, another());
    await wait(91 * DAY);
    await app.runDue();
    await wait(DAY);
    const told = await kindsTold(marketer);
    expect(told.filter((kind) => kind === 'social.outdated')).toHaveLength(1);
  });

  test('still counts while the same handle is checked again, but not for another handle', async () => {
    const named = another();
    await connectSocialAccount(marketer, admin, named);
    await wait(80 * DAY);
    const renewed = await marketer.call(contract.declareSocialAccount, {
      body: { ...named, followers: 9000 },
    });
    expect(renewed.body).toMatchObject({ status: 'declared', verifiedFollowers: 4000 });
    expect(await counted(marketer)).toBe(4000);
    const { id, submittedAt } = await handedIn(marketer, { ...named, followers: 9000 });
    await approve(id, submittedAt, 9000);
    await wait(80 * DAY);
    expect(await counted(marketer)).toBe(9000);
    await marketer.call(contract.declareSocialAccount, { body: another() });
    expect(await counted(marketer)).toBeNull();
  });

  test('without the code is rejected with a reason, and can be requested again', async () => {
    const { id, submittedAt } = await handedIn(marketer, another());
    expect((await reject(id, submittedAt)).body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'The code is not there.',
    });
    expect(await kindsTold(marketer)).toContain('social.rejected');
    app.clock.advance(HOUR);
    const again = await submit(marketer, id);
    expect(again.body).toMatchObject({ status: 'pending', rejectionReason: null });
    expect((await submit(marketer, id)).body).toEqual(again.body);
    await approve(id, again.body.submittedAt, 4000);
    expect((await submit(marketer, id)).error.code).toBe('social/decided');
  });

  test('is decided once: repeating changes nothing; another decision or an outdated one is refused', async () => {
    const { id, submittedAt } = await handedIn(marketer, another());
    const first = await approve(id, submittedAt, 4000);
    app.clock.advance(HOUR);
    expect((await approve(id, submittedAt, 4000)).body).toEqual(first.body);
    const opposite = await reject(id, submittedAt);
    expect([opposite.error.code, opposite.error.state]).toEqual(['social/decided', 'approved']);
    expect((await approve(id, submittedAt, 5000)).error.code).toBe('social/decided');
    expect((await approve(id, '2026-01-01T00:00:00.000Z', 4000)).error.code).toBe('social/changed');
  });

  test('requires a reason to reject and a number to approve', async () => {
    const { id, submittedAt } = await handedIn(marketer, another());
    const decide = (body: object) => admin.request('PUT', `/api/admin/social-accounts/${id}`, body);
    expect((await decide({ status: 'rejected', reason: ' ', submittedAt })).error.fields).toHaveProperty(
      'reason',
    );
    expect((await decide({ status: 'approved', submittedAt })).error.fields).toHaveProperty('followers');
  });

  test('is listed page by page, longest waiting first', async () => {
    for (let count = 0; count < 3; count += 1) {
      app.clock.advance(1000);
      await handedIn(await app.signIn('marketer'), another());
    }
    const all = (await admin.call(contract.listSocialChecks, { query: {} })).body;
    const address = '/api/admin/social-accounts?status=pending&limit=2';
    const seen = (await readPages<typeof contract.listSocialChecks>(admin, address)).flat();
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(all.map(({ submittedAt }) => submittedAt)).toEqual(
      all.map(({ submittedAt }) => submittedAt).toSorted(),
    );
    expect((await admin.request('GET', '/api/admin/social-accounts?cursor=x~y')).status).toBe(400);
  });
});

describe('a handle belongs to one user', () => {
  test('who keeps it once confirmed, in any spelling', async () => {
    const named = another();
    await connectSocialAccount(marketer, admin, named);
    const other = await app.signIn('marketer');
    const refused = await declare(other, { ...named, handle: named.handle.toUpperCase() });
    expect(refused.error.code).toBe('social/handle-taken');
    expect(refused.error.fields).toHaveProperty('handle');
  });

  test('who is the first to confirm it, not the first to declare it', async () => {
    const named = another();
    const other = await app.signIn('marketer');
    const one = await handedIn(marketer, named);
    const two = await handedIn(other, { ...named, handle: named.handle.toUpperCase() });
    const answers = await Promise.all([
      approve(one.id, one.submittedAt, 10),
      approve(two.id, two.submittedAt, 10),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('social/handle-taken');
  });

  test('who loses it to a new confirmation once their own has expired', async () => {
    const named = another();
    await connectSocialAccount(marketer, admin, named);
    await wait(91 * DAY);
    const other = await app.signIn('marketer');
    await connectSocialAccount(other, admin, named);
    expect(await counted(other)).toBe(4000);
    expect((await own(marketer))[0]).toMatchObject({ status: 'rejected', verifiedFollowers: null });
    expect(await kindsTold(marketer)).toContain('social.rejected');
  });

  test('the database itself refuses a second confirmation, and an approval without a submission', async () => {
    const named = another();
    await connectSocialAccount(marketer, admin, named);
    const other = await app.signIn('marketer');
    const waiting = await handedIn(other, { ...another(), handle: `${named.handle}x` });
    const seen = "verified_followers = 1, verified_at = now(), verified_until = now() + interval '1 day'";
    const twice = app.database.asOwner(
      `update social_account set ${seen}, handle = upper($2) where id = $1`,
      [waiting.id, named.handle],
    );
    await expect(twice).rejects.toThrow(/has seen this handle|social_account_handle/);
    const third = await app.signIn('marketer');
    await declare(third, another());
    const unasked = app.database.asOwner(
      `update social_account set status = 'approved', decided_at = now(), decided_by = account_id, submitted_at = now(), ${seen}
       where account_id = $1`,
      [third.userId],
    );
    await expect(unasked).rejects.toThrow('was not handed in');
  });
});

describe('the owner of an account', () => {
  test('can disconnect it, which frees the handle', async () => {
    const named = another();
    const id = await connectSocialAccount(marketer, admin, named);
    expect((await marketer.call(contract.disconnectSocialAccount, { params: { id } })).status).toBe(200);
    expect(await own(marketer)).toEqual([]);
    const again = await marketer.call(contract.disconnectSocialAccount, { params: { id } });
    expect(again.error.code).toBe('social/not-found');
    await connectSocialAccount(await app.signIn('marketer'), admin, named);
  });

  test('gets it in the export, and nothing remains after deletion', async () => {
    const named = another();
    await connectSocialAccount(marketer, admin, named);
    await wait(HOUR);
    const exported = await marketer.request('GET', exportOwnData.path);
    expect(JSON.stringify(exported.error)).toContain(named.handle);
    expect((await marketer.request('DELETE', deleteOwnAccount.path)).status).toBeLessThan(300);
    const { rows } = await app.database.asOwner('select id from social_account where account_id = $1', [
      marketer.userId,
    ]);
    expect(rows).toEqual([]);
  });
});
