import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { endWalletConnection, startWalletConnection } from '../../connection-contract.ts';

const ROUNDS = 10;

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function wayBack(client: Client, email: string): Promise<string> {
  const { body } = await client.call(startWalletConnection, { body: {} });
  const form = new URLSearchParams({ action: 'allow', email });
  const answer = await fetch(body.authorizeUrl, { method: 'POST', body: form, redirect: 'manual' });
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  return pathname + search;
}

const land = async (client: Client, url: string) => (await client.request('GET', url)).status;

const readActions = async (client: Client) => {
  const { rows } = await database.asOwner(
    `select action from audit_entry where object_id = $1 and action like 'wallet.%' order by position`,
    [client.userId],
  );
  return rows.map(({ action }) => action);
};

test('a redirect opened many times concurrently connects once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await app.signIn('marketer');
    const url = await wayBack(client, 'own@wallet.test');
    const statuses = await Promise.all(Array.from({ length: 6 }, () => land(client, url)));
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await readActions(client)).toEqual(['wallet.connected']);
  }
});

test('a disconnect wins over concurrent redirects', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await app.signIn('marketer');
    const [one, other] = [
      await wayBack(client, 'one@wallet.test'),
      await wayBack(client, 'other@wallet.test'),
    ];
    const late = new Promise((resolve) => setTimeout(resolve, round));
    const [first, second, ended] = await Promise.all([
      land(client, one),
      land(client, other),
      late.then(() => client.call(endWalletConnection)),
    ]);
    expect(ended.status).toBe(200);
    expect((await client.call(getCurrentUser)).body.paypalConnected).toBe(false);
    const actions = await readActions(client);
    if (actions.length > 0) expect(actions.at(-1)).toBe('wallet.disconnected');
    for (const status of [first, second]) expect([200, 400]).toContain(status);
  }
});
