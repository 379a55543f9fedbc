import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { getCurrentUser } from '../../contract.ts';
import {
  beginPasskey,
  beginPasskeyProof,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  proveSecondFactor,
} from '../../second-factor-contract.ts';
import { SoftwareAuthenticator } from '#tests/support/auth/passkey.ts';
import { addApp, addPasskey, generateCode, generateWrongCode } from '#tests/support/auth/second-factor.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase();
  app = await testApp({ listens: false, database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const many = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const readCount = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const readFactors = async (client: Client) =>
  (await database.asOwner('select kind from second_factor where account_id = $1', [client.userId])).rows;

test('checks five of forty concurrent guesses from four sessions', async () => {
  const owner = await app.signIn('marketer');
  const { secret } = await addApp(app, owner);
  app.clock.advance(5 * MINUTE);
  const sessions: Client[] = [];
  for (let session = 0; session < 4; session += 1) sessions.push(await app.signIn('marketer', owner.email));
  const code = generateWrongCode(secret, app.clock.now());
  const answers = await many(40, (index) =>
    (sessions[index % 4] as Client).call(proveSecondFactor, { body: { code } }),
  );
  expect([readCount(answers, 400), readCount(answers, 429)]).toEqual([5, 35]);
  const right = await sessions[0]?.call(proveSecondFactor, {
    body: { code: generateCode(secret, app.clock.now()) },
  });
  expect(right?.status).toBe(429);
  app.clock.advance(15 * MINUTE);
});

test('accepts a code once if four sessions send it concurrently', async () => {
  const owner = await app.signIn('marketer');
  const { secret } = await addApp(app, owner);
  app.clock.advance(5 * MINUTE);
  const sessions: Client[] = [];
  for (let session = 0; session < 4; session += 1) sessions.push(await app.signIn('marketer', owner.email));
  const body = { code: generateCode(secret, app.clock.now()) };
  const answers = await Promise.all(sessions.map((client) => client.call(proveSecondFactor, { body })));
  expect([readCount(answers, 200), readCount(answers, 400)]).toEqual([1, 3]);
});

test('accepts a recovery code once if it is sent many times concurrently', async () => {
  const owner = await app.signIn('marketer');
  const { recoveryCodes } = await addApp(app, owner);
  const sessions: Client[] = [];
  for (let session = 0; session < 4; session += 1) sessions.push(await app.signIn('marketer', owner.email));
  const body = { recoveryCode: recoveryCodes[0] ?? '' };
  const answers = await Promise.all(sessions.map((client) => client.call(proveSecondFactor, { body })));
  expect([readCount(answers, 200), readCount(answers, 400)]).toEqual([1, 3]);
});

test('accepts a passkey’s answer once if it is sent many times, and leaves one complete session', async () => {
  const owner = await app.signIn('marketer');
  const { authenticator } = await addPasskey(owner);
  const client = await app.signIn('marketer', owner.email);
  const passkey = authenticator.get((await client.call(beginPasskeyProof)).body);
  const answers = await many(8, () => client.call(proveSecondFactor, { body: { passkey } }));
  expect(readCount(answers, 200)).toBe(1);
  expect((await client.call(getCurrentUser)).body.secondFactor).toBeNull();
});

test('adding an app and a passkey concurrently, in one or two sessions, leaves no partial state', async () => {
  const client = await app.signIn('marketer');
  const other = await app.signIn('marketer', client.email);
  const { secret } = (await client.call(beginTotp)).body;
  const second = (await other.call(beginTotp)).body;
  const creation = (await client.call(beginPasskey)).body;
  const answers = await Promise.all([
    client.call(confirmTotp, { body: { code: generateCode(secret, app.clock.now()) } }),
    client.call(confirmPasskey, { body: { passkey: new SoftwareAuthenticator().create(creation) } }),
    other.call(confirmTotp, { body: { code: generateCode(second.secret, app.clock.now()) } }),
  ]);
  const added = readCount(answers, 200);
  const factors = await readFactors(client);
  expect(factors).toHaveLength(added);
  expect(factors.filter(({ kind }) => kind === 'totp').length).toBeLessThanOrEqual(1);
  const { rows } = await database.asOwner(
    'select count(*) as codes from second_factor_recovery_code where account_id = $1',
    [client.userId],
  );
  // Only the first factor created recovery codes.
  expect(rows[0].codes).toBe(10);
});
