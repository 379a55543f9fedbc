import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { kycKey } from '#platform/server/security/secrets.ts';
import { open, seal, sealText } from '#platform/server/storage/seal.ts';
import type { Client } from '#tests/support/app.ts';
import { freshDatabase } from '#tests/support/databases/database.ts';
import { pdf } from '#tests/support/media.ts';
import { openKycDocument, viewKycNumbers } from '../contract.ts';
import { kycBusinessSample } from '../sample.ts';
import { eraseIdentity, exportIdentity } from './erasure-service.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';
import type { KycKeyRow } from './tables.ts';
import { listOpeningKeys } from './vault.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await stageKyc();
});
afterAll(() => stage.app.close());

type Stage = Awaited<ReturnType<typeof stageKyc>>;

async function loadNumbers({ app }: Stage, userId: string) {
  const admin = await app.signInAdmin();
  return admin.call(viewKycNumbers, { params: { userId }, body: { reason: 'Comparing' } });
}

async function readLetter({ app }: Stage, userId: string) {
  const admin = await app.signInAdmin();
  return admin.call(openKycDocument, { params: { userId, kind: 'proofOfAddress' } });
}

const keyRow = async ({ rows }: Stage, userId: string): Promise<KycKeyRow | undefined> => {
  const [row] = await rows(
    'select account_id as "accountId", version, wrapped, master, created_at as "createdAt" from kyc_key where account_id = $1',
    [userId],
  );
  return row as KycKeyRow | undefined;
};

/**
 * Rewrites the row as the first versions stored it: encrypted with KYC_KEY itself, without key and digests.
 */
async function makeOld({ app, rows }: Stage, { userId }: Client, key = kycKey(app.deps.config)) {
  const sealed = (column: string, text: string) => sealText(text, { key, aad: `kyc|${column}|${userId}|1` });
  await rows('delete from kyc_key where account_id = $1', [userId]);
  await rows(
    `update kyc set key_version = 1, government_id_sealed = $2, tax_id_sealed = $3, government_id_index = null,
       tax_id_index = null where account_id = $1`,
    [userId, sealed('government_id', 'OLD12345'), sealed('tax_id', '999-00-1111')],
  );
  const documents = await rows('select kind, storage_key from kyc_document where account_id = $1', [userId]);
  for (const { kind, storage_key: replaced } of documents) {
    await app.deps.storage.remove(replaced);
    const content = seal(pdf(`OLD ${kind}`), { key, aad: `kyc_document|${kind}|${userId}|1` });
    const { key: storageKey } = await app.deps.storage.put(content, {
      contentType: 'application/octet-stream',
    });
    await rows(
      `update kyc_document set storage_key = $3, key_version = 1, content_type = 'application/pdf'
       where account_id = $1 and kind = $2`,
      [userId, kind, storageKey],
    );
  }
}

it('each user has their own key, and a resubmission creates a new one', async () => {
  const [one, two] = [await stage.waiting(), await stage.waiting()];
  const [first, other] = [await keyRow(stage, one.userId), await keyRow(stage, two.userId)];
  expect(first?.version).toBe(2);
  expect(first?.wrapped).not.toBe(other?.wrapped);
  const admin = await stage.app.signInAdmin();
  await stage.decide(admin, one.userId, 'rejected', 'Blurred');
  stage.app.clock.advance(1000);
  expect((await stage.handIn(one, { governmentId: 'Y55556666' })).status).toBe(200);
  const second = await keyRow(stage, one.userId);
  expect(second).toMatchObject({ version: 3, master: first?.master });
  expect((await loadNumbers(stage, one.userId)).body).toEqual({
    governmentId: 'Y55556666',
    taxId: '123-45-6789',
    businessTaxId: null,
  });
  expect(String((await readLetter(stage, one.userId)).body)).toContain('LETTER');
});

it('another user’s key, numbers and files cannot be opened in this user’s place', async () => {
  const [one, two] = [await stage.waiting(), await stage.waiting({ governmentId: 'Z00001111' })];
  for (const [table, column] of [
    ['kyc', 'government_id_sealed'],
    ['kyc_key', 'wrapped'],
  ]) {
    const valueOf = `select ${column} as value from ${table} where account_id = $1`;
    const put = `update ${table} set ${column} = $2 where account_id = $1`;
    const [own] = await stage.rows(valueOf, [one.userId]);
    const [others] = await stage.rows(valueOf, [two.userId]);
    await stage.rows(put, [one.userId, others.value]);
    expect((await loadNumbers(stage, one.userId)).status).toBe(500);
    await stage.rows(put, [one.userId, own.value]);
    expect((await loadNumbers(stage, one.userId)).status).toBe(200);
  }
  await stage.rows(
    `update kyc_document set storage_key = (select storage_key from kyc_document where account_id = $1 and kind = 'idDocument')
     where account_id = $1 and kind = 'proofOfAddress'`,
    [two.userId],
  );
  expect((await readLetter(stage, two.userId)).status).toBe(500);
  expect((await loadNumbers(stage, two.userId)).status).toBe(200);
});

it('data encrypted with KYC_KEY still opens, then gets its own keys and new files', async () => {
  const people = [await stage.waiting(), await stage.waiting()];
  for (const person of people) await makeOld(stage, person);
  await stage.app.runDue();
  const before = await stage.storedFiles();
  const [person] = people as [Client, Client];
  expect((await loadNumbers(stage, person.userId)).body.governmentId).toBe('OLD12345');
  expect(String((await readLetter(stage, person.userId)).body)).toContain('OLD proofOfAddress');

  stage.app.clock.advance(HOUR);
  await stage.app.runDue();
  for (const { userId } of people) {
    expect(await keyRow(stage, userId)).toMatchObject({ version: 2 });
    expect((await loadNumbers(stage, userId)).body).toEqual({
      governmentId: 'OLD12345',
      taxId: '999-00-1111',
      businessTaxId: null,
    });
    expect(String((await readLetter(stage, userId)).body)).toContain('OLD proofOfAddress');
  }
  const files = await stage.storedFiles();
  expect(files).toHaveLength(before.length);
  const [{ documents, directly }] = await stage.rows(
    `select (select count(*)::int from kyc_document where account_id = any($1)) as documents,
       (select count(*)::int from kyc where account_id = any($1) and key_version = 1) as directly`,
    [people.map(({ userId }) => userId)],
  );
  expect([documents, directly]).toEqual([4, 0]);
  for (const file of files) {
    for (const kind of ['idDocument', 'proofOfAddress']) {
      const aad = `kyc_document|${kind}|${person.userId}|1`;
      expect(() => open(file, { key: kycKey(stage.app.deps.config), aad })).toThrow('does not open');
    }
  }
  // Both have the same numbers, which shows after the sweep.
  const [{ same }] = await stage.rows(
    'select count(distinct government_id_index)::int as same from kyc where account_id = any($1)',
    [people.map(({ userId }) => userId)],
  );
  expect(same).toBe(1);
});

it('one identity that cannot be opened does not block others', async () => {
  const [broken, whole] = [await stage.waiting(), await stage.waiting()];
  await makeOld(stage, broken, randomBytes(32));
  await makeOld(stage, whole);
  await stage.app.runDue();
  const before = (await stage.storedFiles()).length;
  stage.app.clock.advance(HOUR);
  await stage.app.runDue();
  expect([await keyRow(stage, broken.userId), (await keyRow(stage, whole.userId))?.version]).toEqual([
    undefined,
    2,
  ]);
  expect(await stage.storedFiles()).toHaveLength(before);
});

it('a full run of broken identities delays the rest by one run only', async () => {
  const { app, rows } = stage;
  const whole = await stage.waiting();
  await makeOld(stage, whole);
  await rows(
    `with made as (
       insert into account (id, email, role, created_at)
       select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'lost-' || n || '@promenade.test', 'marketer', now()
       from generate_series(1, 500) n returning id)
     insert into kyc (account_id, status, submitted_at, first_name, last_name, date_of_birth, phone_number, address, city,
       state, zip_code, country, id_type, government_id_sealed, government_id_last, tax_id_sealed, tax_id_last)
     select id, 'pending', now(), 'A', 'B', '1990-01-01', '1', 'C', 'D', 'E', 'F', 'US', 'passport', 'lost', '1', 'lost', '2'
     from made`,
  );
  app.clock.advance(HOUR);
  await app.runDue();
  expect(await keyRow(stage, whole.userId)).toBeUndefined();
  app.clock.advance(HOUR);
  await app.runDue();
  expect((await keyRow(stage, whole.userId))?.version).toBe(2);
  const lost = `account_id in (select id from account where email like 'lost-%')`;
  await rows(`delete from kyc where ${lost}`);
});

it('with a new KYC_KEY, the old one is needed until the sweep has rewrapped every key', async () => {
  const database = await freshDatabase();
  const [former, present] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const opened: Stage[] = [];
  const start = async (settings: Record<string, string>) => {
    const started = await stageKyc({ database, settings });
    opened.push(started);
    return started;
  };
  try {
    const first = await start({ KYC_KEY: former });
    const person = await first.waiting();
    const before = await keyRow(first, person.userId);
    const [digest] = await first.rows('select tax_id_index from kyc');

    const alone = await start({ KYC_KEY: present });
    expect((await loadNumbers(alone, person.userId)).status).toBe(500);

    const second = await start({ KYC_KEY: present, KYC_KEY_PREVIOUS: former });
    expect((await loadNumbers(second, person.userId)).body.taxId).toBe('123-45-6789');
    second.app.clock.advance(HOUR);
    await second.app.runDue();
    const after = await keyRow(second, person.userId);
    expect([after?.version, after?.createdAt]).toEqual([before?.version, before?.createdAt]);
    expect(after?.master).not.toBe(before?.master);
    expect((await second.rows('select tax_id_index from kyc'))[0]).not.toEqual(digest);

    const third = await start({ KYC_KEY: present });
    expect((await loadNumbers(third, person.userId)).body.taxId).toBe('123-45-6789');
  } finally {
    for (const { app } of opened) await app.close();
    await database.close();
  }
});

it('after an erasure nothing can be decrypted, and only states and times stay', async () => {
  const { app, rows } = stage;
  const person = await stage.newcomer('advertiser');
  await stage.handIn(person, kycBusinessSample);
  const admin = await app.signInAdmin();
  await stage.decide(admin, person.userId, 'approved');
  const other = await stage.waiting();
  await app.runDue();
  // Copies that an attacker could have: every file, the sealed numbers and the current key.
  const key = await keyRow(stage, person.userId);
  const [dataKey] = listOpeningKeys(app.deps.config, key?.version ?? 0, key);
  const files = await stage.storedFiles();
  const [sealed] = await rows('select * from kyc where account_id = $1', [person.userId]);
  const opens = (bytes: Buffer, secret: Buffer, aad: string) => {
    try {
      return open(bytes, { key: secret, aad }).length > 0;
    } catch {
      return false;
    }
  };
  const places = ['idDocument', 'proofOfAddress'].map((kind) => `kyc_document|${kind}|${person.userId}|2`);
  const opened = (secret: Buffer) =>
    files.filter((file) => places.some((aad) => opens(file, secret, aad))).length +
    (['government_id', 'tax_id', 'business_tax_id'] as const).filter((column) =>
      opens(Buffer.from(sealed[`${column}_sealed`], 'base64'), secret, `kyc|${column}|${person.userId}|2`),
    ).length;
  expect(dataKey && opened(dataKey.key)).toBe(5);

  app.clock.advance(HOUR);
  await transact(app.deps.db, (tx) => eraseIdentity(tx, app.deps, person.userId));
  await transact(app.deps.db, (tx) => eraseIdentity(tx, app.deps, person.userId));
  await app.runDue();

  const keys: KycKeyRow[] = await rows(
    'select account_id as "accountId", version, wrapped, master, created_at as "createdAt" from kyc_key',
  );
  const owners = keys.map(({ accountId }) => accountId);
  expect([owners.includes(other.userId), owners.includes(person.userId)]).toEqual([true, false]);
  const left = keys.flatMap((row) => listOpeningKeys(app.deps.config, row.version, row));
  for (const secret of [kycKey(app.deps.config), ...left.map((each) => each.key)]) {
    expect(opened(secret)).toBe(0);
  }
  expect(await stage.storedFiles()).toHaveLength(files.length - 2);
  expect(await rows('select * from kyc_document where account_id = $1', [person.userId])).toEqual([]);
  const [row] = await rows('select * from kyc where account_id = $1', [person.userId]);
  expect(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))).toEqual({
    account_id: person.userId,
    status: 'approved',
    submitted_at: sealed.submitted_at,
    decided_at: sealed.decided_at,
    decided_by: admin.userId,
    erased_at: app.clock.now(),
    key_version: 2,
  });
  const text = JSON.stringify(
    await rows(`select o::text from outbox o union all select a::text from audit_entry a`),
  );
  expect(text).toContain('kyc.erased');
  // The digits alone, not inside an id.
  expect(text).not.toMatch(/Maya|Harbor|12345678|7654321|(?<![\da-f-])4321(?![\da-f-])/);
  const again = await admin.call(viewKycNumbers, {
    params: { userId: person.userId },
    body: { reason: 'Looking' },
  });
  expect([again.status, (await readLetter(stage, person.userId)).status]).not.toContain(200);
  expect((await loadNumbers(stage, other.userId)).status).toBe(200);
});

it('after an erasure the rejection reason is only in the audit log', async () => {
  const { app, rows } = stage;
  const [person, other] = [await stage.waiting(), await stage.waiting()];
  const admin = await app.signInAdmin();
  await stage.decide(admin, person.userId, 'rejected', 'Passport of Zebulon is cut off');
  await stage.decide(admin, other.userId, 'rejected', 'Letter of Quillon is cut off');
  await app.runDue();
  await transact(app.deps.db, (tx) => eraseIdentity(tx, app.deps, person.userId));
  const text = JSON.stringify(await rows('select o::text from outbox o union all select k::text from kyc k'));
  expect(text).not.toContain('Zebulon');
  expect(text).toContain('Letter of Quillon is cut off');
});

it('if the process dies after an erasure, the next one removes the files, including old ones', async () => {
  const database = await freshDatabase();
  const first = await stageKyc({ database });
  try {
    const { dataDir, kycKey: key } = first.app.deps.config;
    const person = await first.waiting();
    await makeOld(first, person);
    await transact(first.app.deps.db, (tx) => eraseIdentity(tx, first.app.deps, person.userId));
    expect(await first.storedFiles()).toHaveLength(2);
    const second = await stageKyc({ database, settings: { DATA_DIR: dataDir, KYC_KEY: key ?? '' } });
    await second.app.runDue();
    expect(await second.storedFiles()).toEqual([]);
    await second.app.close();
  } finally {
    await first.app.close();
    await database.close();
  }
});

it('the database rejects erased rows with data, and incomplete rows otherwise', async () => {
  const { userId } = await stage.waiting();
  await expect(
    stage.rows('update kyc set erased_at = now() where account_id = $1', [userId]),
  ).rejects.toThrow('kyc_is_erased');
  await expect(
    stage.rows('update kyc set tax_id_sealed = null where account_id = $1', [userId]),
  ).rejects.toThrow('kyc_is_whole');
});

it('the export has the data, masked numbers and the list of documents', async () => {
  const { deps, clock } = stage.app;
  const person = await stage.waiting();
  const exported = await exportIdentity(deps.db, deps, person.userId);
  expect(exported).toMatchObject({
    kycStatus: 'pending',
    firstName: 'Maya',
    governmentId: '••••5678',
    taxId: '••••6789',
    decidedAt: null,
  });
  expect(exported?.documents.toSorted((one, two) => one.kind.localeCompare(two.kind))).toEqual([
    {
      kind: 'idDocument',
      contentType: 'image/png',
      sizeBytes: expect.any(Number),
      sentAt: clock.now().toISOString(),
    },
    {
      kind: 'proofOfAddress',
      contentType: 'application/pdf',
      sizeBytes: expect.any(Number),
      sentAt: clock.now().toISOString(),
    },
  ]);
  expect(JSON.stringify(exported)).not.toMatch(/12345678|123-45|storage/i);
  expect(await exportIdentity(deps.db, deps, (await stage.newcomer()).userId)).toBeNull();
});
