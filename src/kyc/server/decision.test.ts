import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { pdf, photoWithPlace } from '#tests/support/media.ts';
import { decideKyc, getKycStatus, listKyc, openKycDocument } from '../contract.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';

let stage: Awaited<ReturnType<typeof stageKyc>>;
let app: TestApp;
let admin: Client;
let { newcomer, handIn, image, statusOf, storedFiles } = {} as typeof stage;
beforeAll(async () => {
  stage = await stageKyc();
  ({ app, newcomer, handIn, image, statusOf, storedFiles } = stage);
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const decide = (userId: string, status: 'approved' | 'rejected', reason?: string) =>
  stage.decide(admin, userId, status, reason);

it('says how long the last decisions usually took, once there are five', async () => {
  const clients = [];
  for (let decided = 0; decided < 5; decided += 1) {
    const client = await newcomer();
    await handIn(client);
    clients.push(client);
  }
  const last = clients.at(-1) as Client;
  const readUsual = async () => (await last.call(getKycStatus)).body.usualReviewHours;
  for (const { userId } of clients.slice(1)) await decide(userId, 'approved');
  expect(await readUsual()).toBeNull();
  await decide(clients[0]?.userId ?? '', 'approved');
  await app.database.asOwner("update kyc set submitted_at = decided_at - interval '29 hours 10 minutes'");
  expect(await readUsual()).toBe(30);
});

describe('an admin’s decision', () => {
  it('approves once and notifies once; a later rejection is refused', async () => {
    const client = await newcomer();
    await handIn(client);
    expect((await decide(client.userId, 'approved')).status).toBe(200);
    expect((await decide(client.userId, 'approved')).status).toBe(200);
    const opposite = await decide(client.userId, 'rejected', 'Changed my mind');
    expect([opposite.status, opposite.error.code, opposite.error.state]).toEqual([
      409,
      'kyc/decided',
      'approved',
    ]);
    expect(await statusOf(client)).toMatchObject({ kycStatus: 'approved', rejectionReason: null });
    expect((await client.call(getCurrentUser)).body).toMatchObject({
      kycStatus: 'approved',
      isVerified: true,
    });
    expect((await handIn(client)).error.code).toBe('kyc/not-open');
    const { rows } = await app.database.asOwner(
      `select action, actor_id from audit_entry where object_id = $1 and action like 'kyc%' order by position`,
      [client.userId],
    );
    expect(rows).toEqual([{ action: 'kyc.approved', actor_id: admin.userId }]);
  });

  it('rejects with a reason, and allows a resubmission that replaces the first', async () => {
    const client = await newcomer();
    await handIn(client);
    const silent = await decide(client.userId, 'rejected');
    expect([silent.status, silent.error.fields?.['reason']]).toEqual([400, 'Tell the user what to fix']);
    const before = (await storedFiles()).length;
    await decide(client.userId, 'rejected', 'The passport has expired');
    expect((await decide(client.userId, 'approved')).error.state).toBe('rejected');
    expect(await statusOf(client)).toMatchObject({
      kycStatus: 'rejected',
      rejectionReason: 'The passport has expired',
    });
    app.clock.advance(MINUTE);
    expect((await handIn(client, { governmentId: 'Y99887766' })).status).toBe(200);
    expect(await statusOf(client)).toMatchObject({
      kycStatus: 'pending',
      rejectionReason: null,
      governmentId: '••••7766',
    });
    await app.runDue();
    expect(await storedFiles()).toHaveLength(before);
    expect((await decide(client.userId, 'approved')).status).toBe(200);
  });

  it('requires a submission', async () => {
    const client = await newcomer();
    for (const userId of [client.userId, '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11']) {
      const answer = await decide(userId, 'approved');
      expect([answer.status, answer.error.code]).toEqual([404, 'kyc/not-found']);
    }
  });

  it('is for admins only, and never about themselves', async () => {
    const client = await newcomer();
    await handIn(client);
    for (const caller of [client, await newcomer('advertiser')]) {
      const answer = await caller.call(decideKyc, {
        params: { userId: client.userId },
        body: { status: 'approved' },
      });
      expect(answer.status).toBe(403);
      expect((await caller.call(listKyc)).status).toBe(403);
    }
  });

  it('follows the queue, longest waiting first', async () => {
    const [early, late] = [await newcomer(), await newcomer()];
    await handIn(early);
    app.clock.advance(MINUTE);
    await handIn(late);
    const ids = (await admin.call(listKyc)).body.map(({ userId }) => userId);
    expect(ids.indexOf(early.userId)).toBeGreaterThanOrEqual(0);
    expect(ids.indexOf(early.userId)).toBeLessThan(ids.indexOf(late.userId));
    const [entry] = (await admin.call(listKyc)).body.filter(({ userId }) => userId === late.userId);
    expect(entry).toMatchObject({ email: late.email, userType: 'marketer', governmentId: '••••5678' });
    await decide(late.userId, 'approved');
    expect((await admin.call(listKyc, { query: { status: 'approved' } })).body[0]?.userId).toBe(late.userId);
  });
});

describe('a document', () => {
  it('is shown to admins only, without location metadata, and each view is audited', async () => {
    const client = await newcomer();
    await handIn(
      client,
      {},
      {
        idDocument: image(await photoWithPlace(), 'me.jpg'),
        proofOfAddress: image(pdf('LETTER'), 'letter.pdf'),
      },
    );
    admin = await app.signInAdmin();
    const look = (caller: Client, kind: 'idDocument' | 'proofOfAddress' | 'businessLicense') =>
      caller.call(openKycDocument, { params: { userId: client.userId, kind } });
    const photo = await look(admin, 'idDocument');
    expect([photo.status, photo.headers['content-type'], photo.headers['content-disposition']]).toEqual([
      200,
      'image/jpeg',
      'inline; filename="idDocument.jpeg"',
    ]);
    expect(String(photo.body)).not.toContain('GPS');
    const letter = await look(admin, 'proofOfAddress');
    expect(letter.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="proofOfAddress.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(String(letter.body)).toContain('LETTER');
    expect((await look(admin, 'businessLicense')).status).toBe(404);
    for (const caller of [client, await newcomer()])
      expect((await look(caller, 'idDocument')).status).toBe(403);
    const { rows } = await app.database.asOwner(
      `select action, actor_id, details from audit_entry where object_id = $1 and action like 'kyc%' order by position`,
      [client.userId],
    );
    expect(rows).toEqual(
      ['idDocument', 'proofOfAddress'].map((document) => ({
        action: 'kyc-document.viewed',
        actor_id: admin.userId,
        details: { document },
      })),
    );
  });
});

it('an admin’s session idle for half an hour shows no documents', async () => {
  const away = await app.signInAdmin();
  app.clock.advance(HOUR);
  expect((await away.call(listKyc)).status).toBe(401);
});
