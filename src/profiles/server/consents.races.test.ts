import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { CONSENT_VERSION, listConsents, updateCompliance } from '../contract.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database, listens: false });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const taking = { ageVerified: true, termsAccepted: true, privacyAccepted: true } as const;
const readLog = async (client: Client) =>
  (await client.call(listConsents)).body
    .map(({ kind, isGiven, textVersion }) => `${kind} ${isGiven} ${textVersion}`)
    .toReversed();
async function readAudit(client: Client): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select action, details ->> 'kinds' as kinds from audit_entry
      where object_id = $1 and starts_with(action, 'consent.') order by position`,
    [client.userId],
  );
  return rows.map(({ action, kinds }) => `${action} ${kinds}`);
}

test('logs a consent once, even if it is given or withdrawn many times at once', async () => {
  const client = await app.signIn('marketer');
  const many = async (body: typeof taking | { locationConsent: boolean }) => {
    app.clock.advance(MINUTE);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.call(updateCompliance, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    app.clock.advance(MINUTE);
    expect((await client.call(updateCompliance, { body })).status).toBe(200);
  };
  await many({ locationConsent: false });
  expect([await readLog(client), await readAudit(client)]).toEqual([[], []]);

  await many(taking);
  await many({ locationConsent: true });
  await many({ locationConsent: false });
  await many({ locationConsent: true });
  expect(await readLog(client)).toEqual(
    ['terms true', 'privacy true', 'age true', 'location true', 'location false', 'location true'].map(
      (line) => `${line} ${CONSENT_VERSION}`,
    ),
  );
  expect(await readAudit(client)).toEqual([
    'consent.given age, terms, privacy',
    'consent.given location',
    'consent.withdrawn location',
    'consent.given location',
  ]);
});

test('renews only consents to an older text, with the new time', async () => {
  const client = await app.signIn('marketer');
  const before = app.clock.now();
  await client.call(updateCompliance, { body: taking });
  await database.asOwner(
    `update consent set text_version = '2020-01-01' where account_id = $1 and kind = 'terms'`,
    [client.userId],
  );
  app.clock.advance(MINUTE);
  await client.call(updateCompliance, { body: taking });
  expect(await readLog(client)).toHaveLength(4);
  expect((await readLog(client)).at(-1)).toBe(`terms true ${CONSENT_VERSION}`);
  const { rows } = await database.asOwner(
    'select age_verified_at as age, terms_accepted_at as terms from profile where account_id = $1',
    [client.userId],
  );
  expect(rows).toEqual([{ age: before, terms: app.clock.now() }]);
});
