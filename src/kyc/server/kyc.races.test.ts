import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCompliance } from '#profiles/contract.ts';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { multipartForm } from '../../../tests/support/form.ts';
import { picture } from '../../../tests/support/media.ts';
import { decideKyc } from '../contract.ts';
import { kycFormSample } from '../sample.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase();
  app = await testApp({ database, listens: false, settings: { PUBLIC_URL: 'http://localhost:3000' } });
}, 120_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

const storedFiles = async () =>
  (await readdir(join(app.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

test('eight forms handed in at once are one, and of the others no file stays; then two decisions at once are one', async () => {
  const client = await app.signIn('marketer');
  await client.call(updateCompliance, {
    body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
  });
  const image = { name: 'a.png', type: 'image/png', content: await picture('png') };
  const fields = { ...kycFormSample } as Record<string, string>; // a form's fields are texts
  const form = await multipartForm(fields, { idDocument: image, proofOfAddress: image });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      client.request('POST', '/api/kyc/update', form.body, { headers: form.headers }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(await storedFiles()).toBe(2);

  const admins = [await app.signInAdmin(), await app.signInAdmin()];
  const decide = (index: number, body: { status: 'approved' } | { status: 'rejected'; reason: string }) =>
    admins[index]?.call(decideKyc, { params: { userId: client.userId }, body });
  const decided = await Promise.all([
    decide(0, { status: 'approved' }),
    decide(1, { status: 'rejected', reason: 'No' }),
  ]);
  expect(decided.map((answer) => answer?.status).toSorted()).toEqual([200, 409]);
});
