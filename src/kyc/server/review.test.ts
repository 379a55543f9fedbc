import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import {
  decideKyc,
  type KycQueueEntry,
  listKyc,
  openKycDocument,
  openMyKycDocument,
  viewKycNumbers,
} from '../contract.ts';
import { kycBusinessSample } from '../sample.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';

let stage: Awaited<ReturnType<typeof stageKyc>>;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  stage = await stageKyc();
  ({ app } = stage);
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

async function loadQueueEntry(userId: string): Promise<KycQueueEntry | undefined> {
  const { body } = await admin.call(listKyc, { query: { userId } });
  return body[0];
}

const looksAt = (userId: string) =>
  stage.rows(
    `select action, actor_id as by, reason, details, at from audit_entry where object_id = $1 and action like '%viewed' order by position`,
    [userId],
  );

describe('the same number', () => {
  it('is shown on both accounts in any notation, and blocks neither', async () => {
    const one = await stage.waiting({ governmentId: 'AB-123 456', taxId: '111-22-3333' });
    const two = await stage.waiting({ governmentId: 'ab123456', taxId: '444-55-6666' });
    const card = await loadQueueEntry(two.userId);
    expect(card?.duplicates).toEqual([
      { userId: one.userId, email: one.email, kycStatus: 'pending', numbers: ['governmentId'] },
    ]);
    expect((await loadQueueEntry(one.userId))?.duplicates.map(({ userId }) => userId)).toEqual([two.userId]);
    expect((await stage.decide(admin, two.userId, 'approved')).status).toBe(200);
    expect((await loadQueueEntry(one.userId))?.duplicates[0]?.kycStatus).toBe('approved');
  });

  it('is found between tax ID and business tax ID, but not between ID and tax ID', async () => {
    const person = await stage.waiting({ governmentId: 'CD777', taxId: '77-1234567' });
    const business = await stage.newcomer('advertiser');
    await stage.handIn(business, {
      ...kycBusinessSample,
      governmentId: '771234567',
      taxId: '888-99-0000',
      businessTaxId: '771234567',
    });
    expect((await loadQueueEntry(business.userId))?.duplicates).toEqual([
      { userId: person.userId, email: person.email, kycStatus: 'pending', numbers: ['businessTaxId'] },
    ]);
    expect((await loadQueueEntry(person.userId))?.duplicates).toMatchObject([
      { userId: business.userId, numbers: ['taxId'] },
    ]);
  });

  it('ignores a resubmission by the same user', async () => {
    const sole = await stage.newcomer('advertiser');
    const same = { governmentId: 'EF888', taxId: '66-7654321', businessTaxId: '66-7654321' };
    await stage.handIn(sole, { ...kycBusinessSample, ...same });
    expect((await loadQueueEntry(sole.userId))?.duplicates).toEqual([]);
  });
});

describe('the queue', () => {
  it('is read page by page, each row once, even with equal times', async () => {
    const people: Client[] = [];
    for (let count = 0; count < 5; count += 1) {
      people.push(await stage.waiting());
      if (count !== 2) app.clock.advance(MINUTE);
    }
    for (const [status, expected] of [
      ['pending', people.map(({ userId }) => userId)],
      ['rejected', people.map(({ userId }) => userId).toReversed()],
    ] as const) {
      const pages = await readPages<typeof listKyc>(admin, `/api/admin/kyc?status=${status}&limit=2`);
      for (const page of pages) expect(page.length <= 2).toBe(true);
      const seen = pages.flat().map(({ userId }) => userId);
      expect(new Set(seen).size).toBe(seen.length);
      const ours = seen.filter((id) => people.some(({ userId }) => userId === id));
      // Two rows have the same time, so either may be first.
      expect(ours.toSorted()).toEqual([...expected].toSorted());
      expect([ours[0], ours.at(-1)]).toEqual([expected[0], expected.at(-1)]);
      if (status === 'pending')
        for (const { userId } of people) await stage.decide(admin, userId, 'rejected', 'Blurred');
    }
  });

  it('audits each row that it shows, and no other', async () => {
    const [shown, other] = [await stage.waiting(), await stage.waiting()];
    await loadQueueEntry(shown.userId);
    const listed = async ({ userId }: Client) =>
      stage.rows(
        `select actor_id as by, object_kind as kind from audit_entry where object_id = $1 and action = 'kyc-record.listed'`,
        [userId],
      );
    expect(await listed(shown)).toEqual([{ by: admin.userId, kind: 'account' }]);
    expect(await listed(other)).toEqual([]);
    await admin.call(listKyc, { query: { status: 'pending', limit: 100 } });
    expect([(await listed(shown)).length, (await listed(other)).length]).toEqual([2, 1]);
  });

  it.each([
    'cursor=x',
    'cursor=2026-01-01~x',
    `cursor=0000-01-01T00:00:00Z~${randomUUID()}`,
    'limit=0',
    'limit=101',
    'status=incomplete',
    'userId=7',
  ])('rejects the query %s', async (query) => {
    const { status, error } = await admin.request('GET', `/api/admin/kyc?${query}`);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [query.split('=')[0]]]);
  });

  it('shows the photo, each document’s type and size, and when the check was decided', async () => {
    const { userId } = await stage.waiting();
    await knowNameAndPhoto(app.database, userId);
    expect(await loadQueueEntry(userId)).toMatchObject({
      profileImageUrl: expect.stringContaining('/'),
      decidedAt: null,
      files: expect.arrayContaining([
        { kind: 'idDocument', contentType: 'image/png', sizeBytes: expect.any(Number) },
        { kind: 'proofOfAddress', contentType: 'application/pdf', sizeBytes: expect.any(Number) },
      ]),
    });
    await stage.decide(admin, userId, 'approved');
    expect((await loadQueueEntry(userId))?.decidedAt).toBe(app.clock.now().toISOString());
  });
});

describe('the unmasked numbers', () => {
  const look = (caller: Client, userId: string, reason = 'The scan is hard to read') =>
    caller.call(viewKycNumbers, { params: { userId }, body: { reason } });

  it('are shown to an admin who gives a reason, after the view is audited', async () => {
    const { userId } = await stage.waiting({ governmentId: 'GH 1234 5678', taxId: '222-33-4444' });
    const shown = await look(admin, userId);
    expect([shown.status, shown.body, shown.headers['cache-control']]).toEqual([
      200,
      { governmentId: 'GH 1234 5678', taxId: '222-33-4444', businessTaxId: null },
      'no-store',
    ]);
    expect(await looksAt(userId)).toEqual([
      {
        action: 'kyc-numbers.viewed',
        by: admin.userId,
        reason: 'The scan is hard to read',
        details: {},
        at: app.clock.now(),
      },
    ]);
  });

  it('are refused without a reason, to other roles, and for unknown users', async () => {
    const person = await stage.waiting();
    expect((await look(admin, person.userId, '  ')).error.fields).toEqual({
      reason: 'Enter a reason',
    });
    for (const caller of [person, await stage.newcomer('advertiser')])
      expect((await look(caller, person.userId)).error.code).toBe('auth/forbidden');
    expect((await look(app.visitor(), person.userId)).status).toBe(401);
    expect((await look(admin, randomUUID())).status).toBe(404);
    expect(await looksAt(person.userId)).toEqual([]);
  });
});

describe('an administrator', () => {
  it('must confirm an old sign-in before deciding or viewing numbers', async () => {
    const { userId } = await stage.waiting();
    const later = await app.signInAdmin();
    app.clock.advance(16 * MINUTE);
    const decided = await stage.decide(later, userId, 'approved');
    const read = await later.call(viewKycNumbers, { params: { userId }, body: { reason: 'Comparing' } });
    expect([decided.error.code, read.error.code]).toEqual(['auth/recent-required', 'auth/recent-required']);
    expect((await later.call(listKyc, { query: { userId } })).body[0]?.kycStatus).toBe('pending');
    expect(await looksAt(userId)).toEqual([]);
    admin = await app.signInAdmin();
    expect((await stage.decide(admin, userId, 'approved')).status).toBe(200);
  });

  it('cannot decide on a submission that they have not seen', async () => {
    const person = await stage.waiting();
    const { submittedAt } = await stage.statusOf(person);
    await stage.decide(admin, person.userId, 'rejected', 'Blurred');
    app.clock.advance(MINUTE);
    await stage.handIn(person);
    const outdated = await admin.call(decideKyc, {
      params: { userId: person.userId },
      body: { status: 'approved', submittedAt: submittedAt ?? undefined },
    });
    expect([outdated.status, outdated.error.code, outdated.error.state]).toEqual([
      409,
      'kyc/changed',
      'pending',
    ]);
    expect((await loadQueueEntry(person.userId))?.kycStatus).toBe('pending');
  });

  it('cannot decide on their own identity check', async () => {
    const former = await stage.waiting();
    await stage.rows(`update account set role = 'admin' where id = $1`, [former.userId]);
    for (const body of [{ status: 'approved' }, { status: 'rejected', reason: 'No' }] as const) {
      const own = await former.call(decideKyc, { params: { userId: former.userId }, body });
      expect([own.status, own.error.code]).toEqual([403, 'kyc/own']);
    }
    expect((await loadQueueEntry(former.userId))?.kycStatus).toBe('pending');
    expect((await stage.decide(admin, former.userId, 'approved')).status).toBe(200);
  });
});

describe('a user’s own documents', () => {
  it('are shown to the user, audited, and hidden from others', async () => {
    const person = await stage.waiting();
    const own = await person.call(openMyKycDocument, { params: { kind: 'idDocument' } });
    expect([own.status, own.headers['content-type'], own.headers['content-disposition']]).toEqual([
      200,
      'image/png',
      'inline; filename="idDocument.png"',
    ]);
    expect(own.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await person.call(openMyKycDocument, { params: { kind: 'businessLicense' } })).status).toBe(404);
    const stranger = await stage.newcomer();
    expect((await stranger.call(openMyKycDocument, { params: { kind: 'idDocument' } })).status).toBe(404);
    expect((await admin.call(openMyKycDocument, { params: { kind: 'idDocument' } })).status).toBe(404);
    expect((await app.visitor().call(openMyKycDocument, { params: { kind: 'idDocument' } })).status).toBe(
      401,
    );
    const unknown = await person.request('GET', '/api/kyc/documents/passport');
    expect(unknown.status).toBe(404);
    expect(await looksAt(person.userId)).toMatchObject([
      { action: 'kyc-document.viewed', by: person.userId, details: { document: 'idDocument' } },
    ]);
  });

  it('of another user are unreachable for marketers and advertisers', async () => {
    const person = await stage.waiting();
    const params = { userId: person.userId, kind: 'idDocument' } as const;
    for (const caller of [person, await stage.newcomer('advertiser')])
      expect((await caller.call(openKycDocument, { params })).error.code).toBe('auth/forbidden');
  });
});

it('an idle session of an hour reads nothing', async () => {
  app.clock.advance(HOUR);
  expect((await admin.call(listKyc)).status).toBe(401);
});
