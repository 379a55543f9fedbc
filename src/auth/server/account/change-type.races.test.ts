import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '#applications/contract.ts';
import { createCampaign } from '#campaigns/form-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { changeUserType } from '../../change-type-contract.ts';
import type { ChoosableType } from '../../sign-in-contract.ts';

const ROUNDS = 12;

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

const change = (client: Client, newUserType: ChoosableType) =>
  client.call(changeUserType, { body: { email: client.email, newUserType } });

async function boundToOtherType(): Promise<unknown[]> {
  const { rows } = await database.asOwner(`
    select 'application' as kind, p.id from application p join account a on a.id = p.marketer_id where a.role <> 'marketer'
    union all
    select 'campaign', c.id from campaign c join account a on a.id = c.advertiser_id where a.role <> 'advertiser'`);
  return rows;
}

test('a new draft during a type change', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await app.signIn('advertiser');
    const [created, changed] = await Promise.all([
      client.call(createCampaign, { body: wearableForm(app.clock.now()) }),
      change(client, 'marketer'),
    ]);
    expect(['201 409', '401 200']).toContain(`${created.status} ${changed.status}`);
  }
  expect(await boundToOtherType()).toEqual([]);
});

test('an application during a type change', async () => {
  const campaign = await fundedCampaign(app, await app.signIn('advertiser'));
  for (let round = 0; round < ROUNDS; round += 1) {
    const marketer = await readyMarketer(app);
    const [applied, changed] = await Promise.all([
      marketer.call(apply, { body: { campaignId: campaign.id } }),
      change(marketer, 'advertiser'),
    ]);
    expect(['201 409', '401 200']).toContain(`${applied.status} ${changed.status}`);
  }
  expect(await boundToOtherType()).toEqual([]);
});

test('refuses a draft that waited for the type change to commit', async () => {
  const client = await app.signIn('advertiser');
  const changing = await database.pool.connect();
  await changing.query('begin');
  await changing.query(`select 1 from account where id = $1 for update`, [client.userId]);
  await changing.query(`update account set role = 'marketer' where id = $1`, [client.userId]);
  const creating = client.call(createCampaign, { body: wearableForm(app.clock.now()) });
  await expect.poll(() => lockWaits(database)).toBe(1);
  await changing.query('commit');
  changing.release();
  expect((await creating).error.code).toBe('auth/required');
  expect(await boundToOtherType()).toEqual([]);
});
