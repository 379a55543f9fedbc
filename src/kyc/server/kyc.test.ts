import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { movie, pdf } from '#tests/support/media.ts';
import { KycStatus } from '../contract.ts';
import { kycBusinessSample, kycFormSample, kycStatusSample } from '../sample.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';

let stage: Awaited<ReturnType<typeof stageKyc>>;
let app: TestApp;
let admin: Client;
let { newcomer, handIn, image, both, statusOf, storedFiles } = {} as typeof stage;
beforeAll(async () => {
  stage = await stageKyc();
  ({ app, newcomer, handIn, image, both, statusOf, storedFiles } = stage);
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

describe('submitting', () => {
  it('is pending, and shows the user masked numbers', async () => {
    const client = await newcomer();
    expect(await statusOf(client)).toMatchObject({
      kycStatus: 'incomplete',
      governmentId: null,
      documents: [],
    });
    const sent = await handIn(client);
    expect(sent.status, sent.error.message).toBe(200);
    const status = await statusOf(client);
    expect(status).toEqual({
      ...kycStatusSample,
      usualReviewHours: null,
      submittedAt: app.clock.now().toISOString(),
    });
    const user = await client.call(getCurrentUser);
    expect(user.body).toMatchObject({ kycStatus: 'pending', isVerified: false, taxId: '••••6789' });
    expect(JSON.stringify([status, user.body])).not.toMatch(/12345678|123-45|X1234/);
  });

  it('requires business data of an advertiser, and accepts a license', async () => {
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

  it('drops business data of a marketer', async () => {
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
      { idDocument: 'Add your ID document', proofOfAddress: 'Add a proof of address' },
    ]);
    const one = await handIn(client, {}, { idDocument: image() });
    expect(Object.keys(one.error.fields ?? {})).toEqual(['proofOfAddress']);
    const asJson = await client.request('POST', '/api/kyc/update', kycFormSample);
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
    ['phoneNumber', 'abc'],
    ['zipCode', 'ABC'],
  ])('rejects %s %s', async (name, value) => {
    const refused = await handIn(await newcomer(), { [name]: value });
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [name]]);
  });

  it('requires an age of 18', async () => {
    const client = await newcomer();
    const refused = await handIn(client, { dateOfBirth: '2008-11-03' });
    expect([refused.status, refused.error.code]).toEqual([422, 'profile/under-age']);
    expect((await handIn(client, { dateOfBirth: '2008-11-02' })).status).toBe(200);
  });

  it('requires the confirmations, and is for marketers and advertisers only', async () => {
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
  ])('rejects %s as a document, whatever its name, and stores no file', async (_, content) => {
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

  it('rejects more than ten megabytes', async () => {
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
  it('numbers and documents are unreadable in the database and in files', async () => {
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

  it('a sealed number cannot be opened in another user’s row', async () => {
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

it('the sample fits the contract', () => {
  expect(KycStatus.parse(kycStatusSample)).toEqual(kycStatusSample);
});
