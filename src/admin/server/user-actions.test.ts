import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { waitingMarketer } from '#tests/support/people/identity-check.ts';
import {
  requestVerification,
  deleteUser,
  getUser,
  listUsers,
  reactivateUser,
  suspendUser,
  verifyUser,
} from '../contract.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp({ listens: false });
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const reason = 'Another person uses it.';
const on = (client: { userId: string }) => ({ params: { id: client.userId } });
const because = (client: { userId: string }) => ({ ...on(client), body: { reason } });
const audited = async (client: Client) =>
  (
    await app.database.asOwner(
      `select action, actor_id, reason, ip_prefix, request_id is not null as has_request from audit_entry
       where object_kind = 'account' and object_id = $1 and action !~ '^(consent|type|second)' order by position`,
      [client.userId],
    )
  ).rows;
const written = (action: string, why: string | null) => ({
  action,
  actor_id: admin.userId,
  reason: why,
  ip_prefix: '127.0.0.0/24',
  has_request: true,
});
const fresh = async () => {
  admin = await app.signInAdmin();
};

describe('viewing a user', () => {
  it('shows their details without document numbers, and is audited', async () => {
    const maya = await waitingMarketer(app);
    const { status, body } = await admin.call(getUser, on(maya));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id: maya.userId, isVerified: false, isSuspended: false },
      compliance: { ageVerified: true },
      verification: { status: 'pending', missing: [], canAsk: false },
      counts: { campaigns: 0, applications: 0, sessions: 1 },
      money: { earned: '0.00', paid: '0.00' },
      suspension: null,
      openMatters: [],
    });
    const text = JSON.stringify(body);
    for (const secret of ['X12345678', '123-45-6789', '6789', 'latitude']) expect(text).not.toContain(secret);
    expect(await audited(maya)).toEqual([written('account.viewed', null)]);
  });

  it('returns 404 for an unknown user', async () => {
    for (const endpoint of [
      getUser,
      verifyUser,
      suspendUser,
      reactivateUser,
      deleteUser,
      requestVerification,
    ]) {
      const { status, error } = await admin.request(
        endpoint.method,
        endpoint.path.replace('{id}', randomUUID()),
        endpoint.method === 'GET' || endpoint === requestVerification ? undefined : { reason },
      );
      expect([status, error.code], endpoint.name).toEqual([404, 'account/not-found']);
    }
  });
});

describe('suspending', () => {
  it('ends every session at once, blocks sign-in and emails the reason', async () => {
    await fresh();
    const maya = await app.signIn('marketer', 'maya@promenade.test');
    const phone = await app.signIn('marketer', 'maya@promenade.test');
    expect((await admin.call(suspendUser, because(maya))).status).toBe(200);
    for (const client of [maya, phone]) expect((await client.call(getCurrentUser)).status).toBe(401);
    await app.runDue();
    const mail = await app.lastMail('maya@promenade.test');
    expect(mail.subject).toBe('Your Promenade account is suspended');
    expect(mail.text).toContain('Another person uses it.\n');
    expect(mail.text).toContain('contact support');
    await expect(app.signIn('marketer', 'maya@promenade.test')).rejects.toThrow('This account is suspended');
    expect((await admin.call(getUser, on(maya))).body.suspension).toEqual({
      at: app.clock.now().toISOString(),
      reason,
    });
    // Suspending again changes nothing and sends no second email.
    expect((await admin.call(suspendUser, { ...on(maya), body: { reason: 'Once more' } })).status).toBe(200);
    expect((await admin.call(getUser, on(maya))).body.suspension?.reason).toBe(reason);

    expect((await admin.call(reactivateUser, because(maya))).status).toBe(200);
    expect((await admin.call(reactivateUser, because(maya))).status).toBe(200);
    // Sessions from before the suspension stay ended.
    expect((await maya.call(getCurrentUser)).status).toBe(401);
    await app.runDue();
    expect((await app.lastMail('maya@promenade.test')).subject).toBe(
      'Your Promenade account is active again',
    );
    expect((await (await app.signIn('marketer', 'maya@promenade.test')).call(getCurrentUser)).status).toBe(
      200,
    );
    expect((await audited(maya)).filter(({ action }) => action !== 'account.viewed')).toEqual([
      written('account.suspended', reason),
      written('account.reactivated', reason),
    ]);
  });

  it('is shown in the list', async () => {
    await fresh();
    const maya = await app.signIn('marketer', 'listed@promenade.test');
    await admin.call(suspendUser, because(maya));
    const { body } = await admin.call(listUsers, { query: { q: 'listed@' } });
    expect(body).toMatchObject([{ isSuspended: true, can: { suspend: false, reactivate: true } }]);
  });
});

describe('verifying', () => {
  it('approves a submission once', async () => {
    await fresh();
    const maya = await waitingMarketer(app);
    for (const _ of [1, 2]) expect((await admin.call(verifyUser, because(maya))).status).toBe(200);
    const { body } = await admin.call(getUser, on(maya));
    expect([body.user.isVerified, body.verification.status, body.user.can.verify]).toEqual([
      true,
      'approved',
      false,
    ]);
    expect((await audited(maya)).filter(({ action }) => action === 'kyc.approved')).toEqual([
      written('kyc.approved', reason),
    ]);
  });

  it('rejects the approval if the user has submitted again since', async () => {
    await fresh();
    const maya = await waitingMarketer(app);
    const { submittedAt } = (await admin.call(getUser, on(maya))).body.verification;
    await app.database.asOwner(
      `update kyc set submitted_at = submitted_at + interval '1 minute' where account_id = $1`,
      [maya.userId],
    );
    const verify = (seen: string | undefined) =>
      admin.call(verifyUser, { ...on(maya), body: { reason, submittedAt: seen } });
    const refused = await verify(submittedAt ?? '');
    expect([refused.status, refused.error.code]).toEqual([409, 'kyc/changed']);
    const present = (await admin.call(getUser, on(maya))).body.verification;
    expect(present.status).toBe('pending');
    expect((await verify(present.submittedAt ?? '')).status).toBe(200);
  });

  it('is refused without documents, which the admin can request once a day', async () => {
    await fresh();
    const maya = await app.signIn('marketer');
    const { status, error } = await admin.call(verifyUser, because(maya));
    expect([status, error.code]).toEqual([409, 'account/not-handed-in']);
    expect(error.message).toBe(
      'They haven’t confirmed their age, the terms and the privacy policy. They haven’t submitted the identity form and their documents.',
    );
    expect((await admin.call(requestVerification, on(maya))).status).toBe(200);
    const again = await admin.call(requestVerification, on(maya));
    expect([again.status, again.error.code]).toEqual([409, 'account/asked-already']);
    await app.runDue();
    expect((await app.lastMail(maya.email)).subject).toBe('Verify your identity');
    expect((await maya.call(listNotifications)).body.notifications[0]).toMatchObject({ href: '/kyc' });
    app.clock.advance(DAY);
    await fresh();
    expect((await admin.call(requestVerification, on(maya))).status).toBe(200);
  });

  it('cannot be requested while documents are in review', async () => {
    const maya = await waitingMarketer(app);
    const { status, error } = await admin.call(requestVerification, on(maya));
    expect([status, error.code]).toEqual([409, 'kyc/not-open']);
  });
});

describe('deleting', () => {
  it('deletes the user, and is audited with its reason', async () => {
    await fresh();
    const maya = await app.signIn('marketer', 'gone@promenade.test');
    expect((await admin.call(deleteUser, because(maya))).status).toBe(200);
    expect((await maya.call(getCurrentUser)).status).toBe(401);
    expect((await admin.call(listUsers, { query: { q: 'gone@' } })).body).toEqual([]);
    expect((await admin.call(getUser, on(maya))).status).toBe(404);
    expect(await audited(maya)).toEqual([written('account.deleted', reason)]);
  });
});

describe('the list', () => {
  it('offers to verify pending and to request missing documents, unless the user is suspended', async () => {
    await fresh();
    const [waiting, unchecked] = [await waitingMarketer(app), await app.signIn('marketer')];
    const readRead = async ({ userId }: Client) =>
      (await admin.call(listUsers, { query: { limit: 100 } })).body.find(({ id }) => id === userId);
    expect(await readRead(waiting)).toMatchObject({
      kycStatus: 'pending',
      submittedAt: expect.any(String),
      can: { verify: true, askForDocuments: false },
    });
    expect(await readRead(unchecked)).toMatchObject({
      kycStatus: 'incomplete',
      submittedAt: null,
      can: { verify: false, askForDocuments: true },
    });
    for (const client of [waiting, unchecked]) {
      await admin.call(suspendUser, because(client));
      expect((await readRead(client))?.can).toMatchObject({ verify: false, askForDocuments: false });
    }
  });
});

describe('every action', () => {
  it('is refused on the admin’s own account', async () => {
    await fresh();
    for (const endpoint of [suspendUser, reactivateUser, deleteUser]) {
      const { status, error } = await admin.call(endpoint, because(admin));
      expect([status, error.code], endpoint.name).toEqual([409, 'account/own']);
    }
    expect((await admin.call(getUser, on(admin))).body.user.can).toEqual({
      verify: false,
      askForDocuments: false,
      suspend: false,
      reactivate: false,
      delete: false,
    });
  });

  it('needs a reason and a recent sign-in', async () => {
    await fresh();
    const maya = await waitingMarketer(app);
    for (const endpoint of [verifyUser, suspendUser, reactivateUser, deleteUser]) {
      for (const body of [{}, { reason: '   ' }, { reason: 'a'.repeat(501) }, { reason, force: true }]) {
        const path = endpoint.path.replace('{id}', maya.userId);
        expect((await admin.request(endpoint.method, path, body)).status, endpoint.name).toBe(400);
      }
    }
    app.clock.advance(16 * MINUTE);
    for (const endpoint of [verifyUser, suspendUser, reactivateUser, deleteUser]) {
      expect((await admin.call(endpoint, because(maya))).error.code, endpoint.name).toBe(
        'auth/recent-required',
      );
    }
    app.clock.advance(HOUR);
    await fresh();
  });
});
