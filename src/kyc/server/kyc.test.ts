import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { multipartForm } from '../../../tests/support/form.ts';
import { movie, pdf, photoWithPlace, picture } from '../../../tests/support/media.ts';
import { decideKyc, getKycStatus, KycStatus, listKyc, openKycDocument } from '../contract.ts';
import { kycBusinessSample, kycFormSample, kycStatusSample } from '../sample.ts';

let app: TestApp;
let admin: Client;
let png: Buffer;
beforeAll(async () => {
  app = await testApp({ listens: false, settings: { PUBLIC_URL: 'http://localhost:3000' } });
  admin = await app.signInAdmin();
  png = await picture('png');
});
afterAll(() => app.close());

const fields: Record<string, string> = { ...kycFormSample } as Record<string, string>; // a form's fields are texts
const image = (content = png, name = 'id.png') => ({ name, type: 'image/png', content });
const both = () => ({ idDocument: image(), proofOfAddress: image(pdf(), 'letter.pdf') });

async function newcomer(type: 'marketer' | 'advertiser' = 'marketer'): Promise<Client> {
  const client = await app.signIn(type);
  await client.call(updateCompliance, {
    body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
  });
  return client;
}

async function handIn(
  client: Client,
  changes: Record<string, string> = {},
  files: Parameters<typeof multipartForm>[1] = both(),
) {
  const form = await multipartForm({ ...fields, ...changes }, files);
  return client.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
}

const statusOf = async (client: Client) => (await client.call(getKycStatus)).body;
const decide = (userId: string, status: 'approved' | 'rejected', reason?: string) =>
  admin.call(decideKyc, { params: { userId }, body: { status, reason } });

async function storedFiles(): Promise<Buffer[]> {
  const folder = join(app.deps.config.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

describe('handing in', () => {
  it('waits for an admin, and shows its owner numbers by their last digits only', async () => {
    const client = await newcomer();
    expect(await statusOf(client)).toMatchObject({
      kycStatus: 'incomplete',
      governmentId: null,
      documents: [],
    });
    const sent = await handIn(client);
    expect(sent.status, sent.error.message).toBe(200);
    const status = await statusOf(client);
    expect(status).toEqual({ ...kycStatusSample, submittedAt: app.clock.now().toISOString() });
    const user = await client.call(getCurrentUser);
    expect(user.body).toMatchObject({ kycStatus: 'pending', isVerified: false, taxId: '••••6789' });
    expect(JSON.stringify([status, user.body])).not.toMatch(/12345678|123-45|X1234/);
  });

  it('of an advertiser takes the business too, and a licence where there is one', async () => {
    const client = await newcomer('advertiser');
    const without = await handIn(client);
    expect([without.status, Object.keys(without.error.fields ?? {}).toSorted()]).toEqual([
      400,
      ['businessAddress', 'businessDescription', 'businessName', 'businessTaxId', 'businessType'],
    ]);
    const sent = await handIn(client, kycBusinessSample, { ...both(), businessLicense: image() });
    expect(sent.status, sent.error.message).toBe(200);
    expect(await statusOf(client)).toMatchObject({
      businessName: 'Harbor Roasters LLC',
      businessTaxId: '••••4321',
      documents: expect.arrayContaining(['idDocument', 'proofOfAddress', 'businessLicense']),
    });
  });

  it('of a marketer keeps nothing about a business', async () => {
    const client = await newcomer();
    await handIn(client, kycBusinessSample, { ...both(), businessLicense: image() });
    const status = await statusOf(client);
    expect([status.businessName, status.businessTaxId, status.documents.length]).toEqual([null, null, 2]);
  });

  it('needs both documents', async () => {
    const client = await newcomer();
    const none = await handIn(client, {}, {});
    expect([none.status, none.error.fields]).toEqual([
      400,
      { idDocument: 'Please add your ID document', proofOfAddress: 'Please add a proof of address' },
    ]);
    const one = await handIn(client, {}, { idDocument: image() });
    expect(Object.keys(one.error.fields ?? {})).toEqual(['proofOfAddress']);
    const asJson = await client.request('POST', '/api/kyc/update', fields);
    expect(asJson.status).toBe(400);
    expect((await statusOf(client)).kycStatus).toBe('incomplete');
  });

  it.each(['firstName', 'dateOfBirth', 'phoneNumber', 'zipCode', 'governmentId', 'taxId'])(
    'needs %s',
    async (name) => {
      const refused = await handIn(await newcomer(), { [name]: '  ' });
      expect([refused.status, refused.error.fields?.[name]]).toEqual([
        400,
        expect.stringMatching(/ is required$/),
      ]);
    },
  );

  it.each([
    ['country', 'XX'],
    ['idType', 'library card'],
    ['dateOfBirth', '1996-02-30'],
    ['dateOfBirth', '12.04.1996'],
    ['kycStatus', 'approved'],
    ['governmentId', 'a'.repeat(301)],
  ])('refuses %s %s', async (name, value) => {
    const refused = await handIn(await newcomer(), { [name]: value });
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [name]]);
  });

  it('is for those of 18 years', async () => {
    const client = await newcomer();
    const refused = await handIn(client, { dateOfBirth: '2008-11-03' });
    expect([refused.status, refused.error.code]).toEqual([422, 'profile/under-age']);
    expect((await handIn(client, { dateOfBirth: '2008-11-02' })).status).toBe(200);
  });

  it('comes after the confirmations, and from marketers and advertisers only', async () => {
    const client = await app.signIn('marketer');
    const early = await handIn(client);
    expect([early.status, early.error.code]).toEqual([403, 'compliance/incomplete']);
    expect((await handIn(app.visitor())).status).toBe(401);
    expect((await handIn(admin)).status).toBe(403);
  });

  it.each([
    ['a film', movie('isom')],
    ['a web page', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.from('MZ\x90\0\x03')],
  ])('refuses %s as a document, whatever it is called, and keeps neither file', async (_, content) => {
    const client = await newcomer();
    const before = (await storedFiles()).length;
    const refused = await handIn(client, {}, { idDocument: image(), proofOfAddress: image(content) });
    expect([refused.status, refused.error.code, Object.keys(refused.error.fields ?? {})]).toEqual([
      415,
      'upload/wrong-type',
      ['proofOfAddress'],
    ]);
    expect(await storedFiles()).toHaveLength(before);
    expect((await statusOf(client)).kycStatus).toBe('incomplete');
  });

  it('refuses more than ten megabytes', async () => {
    const refused = await handIn(
      await newcomer(),
      {},
      { ...both(), idDocument: image(Buffer.alloc(10 * 2 ** 20 + 1, 7)) },
    );
    expect(refused.status).toBe(413);
  });

  it('is not possible twice', async () => {
    const client = await newcomer();
    await handIn(client);
    const before = await storedFiles();
    const again = await handIn(client, { firstName: 'Other' });
    expect([again.status, again.error.code, again.error.state]).toEqual([409, 'kyc/not-open', 'pending']);
    expect((await statusOf(client)).firstName).toBe('Maya');
    expect(await storedFiles()).toHaveLength(before.length);
  });
});

describe('at rest', () => {
  it('no number and no document can be read in the database or in the files', async () => {
    const client = await newcomer('advertiser');
    const secrets = { governmentId: 'SECRETID9911', taxId: '555-66-7788', businessTaxId: '44-3332221' };
    await handIn(
      client,
      { ...kycBusinessSample, ...secrets },
      { idDocument: image(pdf('UNMISTAKABLE'), 'a.pdf'), proofOfAddress: image() },
    );
    const { rows } = await app.database.asOwner(
      `select coalesce(string_agg(t::text, ''), '') as text from (
         select k::text as t from kyc k union all select d::text from kyc_document d union all select o::text from outbox o
         union all select a::text from audit_entry a union all select n::text from notification n) all_rows`,
    );
    const text: string = rows[0].text;
    expect(text.length).toBeGreaterThan(500);
    for (const secret of ['SECRETID', '9911SECRET', '555-66', '556677', '44-333', '443332', 'UNMISTAKABLE']) {
      expect(text).not.toContain(secret);
      for (const file of await storedFiles()) expect(file.includes(secret)).toBe(false);
    }
    for (const file of await storedFiles())
      expect(file.subarray(0, 4).toString('latin1')).not.toMatch(/%PDF|PNG/);
  });

  it('a sealed number does not open in another person’s row', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    await handIn(one);
    await handIn(two);
    const { rows } = await app.database.asOwner(
      'select government_id_sealed as sealed from kyc where account_id = any($1)',
      [[one.userId, two.userId]],
    );
    expect(rows[0].sealed).not.toBe(rows[1].sealed);
  });
});

describe('an admin’s decision', () => {
  it('to approve is told once, and again changes nothing; the opposite comes too late', async () => {
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
      `select action, actor_id from audit_entry where object_id = $1 order by position`,
      [client.userId],
    );
    expect(rows).toEqual([{ action: 'kyc.approved', actor_id: admin.userId }]);
  });

  it('to reject says why, and lets it be handed in again, in place of the first', async () => {
    const client = await newcomer();
    await handIn(client);
    const silent = await decide(client.userId, 'rejected');
    expect([silent.status, silent.error.fields?.['reason']]).toEqual([
      400,
      'Please say why, so that the person can mend it',
    ]);
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
    expect(await storedFiles()).toHaveLength(before);
    expect((await decide(client.userId, 'approved')).status).toBe(200);
  });

  it('is about somebody who handed something in', async () => {
    const client = await newcomer();
    for (const userId of [client.userId, '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11']) {
      const answer = await decide(userId, 'approved');
      expect([answer.status, answer.error.code]).toEqual([404, 'kyc/not-found']);
    }
  });

  it('is no one else’s, least of all about oneself', async () => {
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

  it('is taken from the queue, those waiting longest first', async () => {
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
  it('is shown to admins alone, as it was handed in but for its place, and each look is audited', async () => {
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
      'inline; filename="idDocument"',
    ]);
    expect(String(photo.body)).not.toContain('GPS');
    const letter = await look(admin, 'proofOfAddress');
    expect(letter.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="proofOfAddress"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(String(letter.body)).toContain('LETTER');
    expect((await look(admin, 'businessLicense')).status).toBe(404);
    for (const caller of [client, await newcomer()])
      expect((await look(caller, 'idDocument')).status).toBe(403);
    const { rows } = await app.database.asOwner(
      `select action, actor_id, details from audit_entry where object_id = $1 order by position`,
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

it('an admin’s session that nobody used for half an hour shows no documents', async () => {
  const away = await app.signInAdmin();
  app.clock.advance(HOUR);
  expect((await away.call(listKyc)).status).toBe(401);
});

it('the sample is a verification as the contract has it', () => {
  expect(KycStatus.parse(kycStatusSample)).toEqual(kycStatusSample);
});
