import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { kycKey } from '#platform/server/security/secrets.ts';
import { sealText } from '#platform/server/storage/seal.ts';
import type { TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { listKyc, openMyKycDocument, viewKycNumbers } from '../contract.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';

let database: TestDatabase;
let stage: Awaited<ReturnType<typeof stageKyc>>;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase();
  stage = await stageKyc({ database });
  ({ app } = stage);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ROUNDS = 8;
const fileCount = async () => (await stage.storedFiles()).length;

test('accepts one of eight concurrent submissions, keeps no other files, then takes one of two decisions', async () => {
  const client = await stage.newcomer();
  const answers = await Promise.all(Array.from({ length: 8 }, () => stage.handIn(client)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(await fileCount()).toBe(2);
  const own = await client.call(openMyKycDocument, { params: { kind: 'proofOfAddress' } });
  expect(String(own.body)).toContain('LETTER');

  const admins = [await app.signInAdmin(), await app.signInAdmin()] as const;
  const decided = await Promise.all([
    stage.decide(admins[0], client.userId, 'approved'),
    stage.decide(admins[1], client.userId, 'rejected', 'No'),
  ]);
  expect(decided.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

test('a resubmission and a decision at once leave readable documents in any order', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await stage.waiting();
    const admin = await app.signInAdmin();
    app.clock.advance(MINUTE);
    const before = await fileCount();
    const [rejected, again] = await Promise.all([
      stage.decide(admin, client.userId, 'rejected', 'Blurred'),
      stage.handIn(client, { governmentId: 'Y99998888' }),
    ]);
    expect(rejected.status).toBe(200);
    expect([200, 409]).toContain(again.status);
    const status = await stage.statusOf(client);
    expect([status.kycStatus, status.governmentId]).toEqual(
      again.status === 200 ? ['pending', '••••8888'] : ['rejected', '••••5678'],
    );
    await app.runDue();
    expect(await fileCount()).toBe(before);
    const own = await client.call(openMyKycDocument, { params: { kind: 'proofOfAddress' } });
    expect([own.status, String(own.body).includes('LETTER')]).toEqual([200, true]);
  }
});

test('two users who submit the same number at once each show the other as duplicate', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await stage.newcomer(), await stage.newcomer()];
    const same = { governmentId: `TWIN-${round}-0000`, taxId: `111-22-${1000 + round}` };
    const sent = await Promise.all([stage.handIn(one, same), stage.handIn(two, same)]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    const admin = await app.signInAdmin();
    for (const [own, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const { body } = await admin.call(listKyc, { query: { userId: own.userId } });
      expect(body[0]?.duplicates).toMatchObject([
        { userId: other.userId, numbers: ['governmentId', 'taxId'] },
      ]);
    }
  }
});

test('a submission during the account’s deletion leaves no data', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await stage.newcomer();
    if (round % 2 === 1) {
      await stage.handIn(client);
      await stage.decide(await app.signInAdmin(), client.userId, 'rejected', 'Blurred');
      app.clock.advance(MINUTE);
    }
    const before = await fileCount();
    const [deleted, sent] = await Promise.all([client.call(deleteOwnAccount), stage.handIn(client)]);
    expect(deleted.status, deleted.error?.message).toBe(200);
    expect([200, 401, 403, 404]).toContain(sent.status);
    await app.runDue();
    const left = await stage.rows(
      `select (select count(*)::int from kyc where account_id = $1 and erased_at is null) as rows,
         (select count(*)::int from kyc_key where account_id = $1) as keys,
         (select count(*)::int from kyc_document where account_id = $1) as documents`,
      [client.userId],
    );
    expect(left).toEqual([{ rows: 0, keys: 0, documents: 0 }]);
    expect(await fileCount()).toBe(before - (round % 2 === 1 ? 2 : 0));
  }
});

test('viewing numbers during a resubmission shows either version and never fails', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await stage.waiting();
    const admin = await app.signInAdmin();
    await stage.decide(admin, client.userId, 'rejected', 'Blurred');
    app.clock.advance(1000);
    const look = { params: { userId: client.userId }, body: { reason: 'Comparing' } };
    const [seen, again, seenToo] = await Promise.all([
      admin.call(viewKycNumbers, look),
      stage.handIn(client, { governmentId: 'Z77776666' }),
      admin.call(viewKycNumbers, look),
    ]);
    expect(again.status).toBe(200);
    for (const { status, body } of [seen, seenToo]) {
      expect(status).toBe(200);
      expect(['X12345678', 'Z77776666']).toContain(body.governmentId);
    }
  }
});

test('a resubmission during the sweep’s migration keeps the new data intact', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await stage.waiting();
    await stage.decide(await app.signInAdmin(), client.userId, 'rejected', 'Blurred');
    await app.runDue();
    const sealed = (column: string, text: string) =>
      sealText(text, { key: kycKey(app.deps.config), aad: `kyc|${column}|${client.userId}|1` });
    await stage.rows('delete from kyc_key where account_id = $1', [client.userId]);
    await stage.rows('delete from kyc_document where account_id = $1', [client.userId]);
    await stage.rows(
      'update kyc set key_version = 1, government_id_sealed = $2, tax_id_sealed = $3 where account_id = $1',
      [client.userId, sealed('government_id', 'OLD12345'), sealed('tax_id', '999-00-1111')],
    );
    app.clock.advance(16 * MINUTE);
    const [sent] = await Promise.all([stage.handIn(client, { governmentId: 'N44445555' }), app.runDue()]);
    expect(sent.status, sent.error?.message).toBe(200);
    await app.runDue();
    const fresh = await app.signInAdmin();
    const look = { params: { userId: client.userId }, body: { reason: 'Comparing' } };
    expect((await fresh.call(viewKycNumbers, look)).body.governmentId).toBe('N44445555');
    const own = await client.call(openMyKycDocument, { params: { kind: 'proofOfAddress' } });
    expect([own.status, String(own.body).includes('LETTER')]).toEqual([200, true]);
  }
});

test('rejects a form that waited for a role change', async () => {
  const client = await stage.newcomer();
  const changing = await database.pool.connect();
  await changing.query('begin');
  await changing.query(`select 1 from account where id = $1 for update`, [client.userId]);
  await changing.query(`update account set role = 'advertiser' where id = $1`, [client.userId]);
  const sending = stage.handIn(client);
  await expect.poll(() => lockWaits(database)).toBe(1);
  await changing.query('commit');
  changing.release();
  expect((await sending).error.code).toBe('auth/required');
  expect(await stage.rows('select status from kyc where account_id = $1', [client.userId])).toEqual([]);
});
