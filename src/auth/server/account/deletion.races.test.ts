import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication } from '#applications/contract.ts';
import { createCampaign } from '#campaigns/form-contract.ts';
import { createPaymentOrder } from '#campaigns/funding-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { deleteOwnAccount } from '../../account-contract.ts';

const ROUNDS = 12;

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});
afterEach(async () => {
  expect((await database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});

const remove = (client: Client) => client.call(deleteOwnAccount);

async function boundToDeleted(): Promise<unknown[]> {
  const { rows } = await database.asOwner(`
    select 'application' as kind, p.id from application p join account a on a.id = p.marketer_id
      where a.deleted_at is not null and p.status in ('pending', 'approved')
    union all
    select 'campaign', c.id from campaign c join account a on a.id = c.advertiser_id
      where a.deleted_at is not null and (c.status = 'active' or c.title <> 'Deleted draft' and c.status = 'draft')
    union all
    select 'order', o.id from payment_order o join account a on a.id = o.created_by
      where a.deleted_at is not null and o.state in ('creating', 'open', 'capturing', 'pending', 'captured')
    union all
    select 'session', s.id from sign_in_session s join account a on a.id = s.account_id
      where a.deleted_at is not null and s.ended_at is null
    union all
    select 'name', p.account_id from profile p join account a on a.id = p.account_id
      where a.deleted_at is not null and p.first_name <> 'Deleted'`);
  return rows;
}

test('invariant 35: of a concurrent approval and deletion one wins, and the place is taken or free accordingly', async () => {
  const campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: ROUNDS, totalBudget: 4000 });
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const marketer = await readyMarketer(app);
    const applied = await marketer.call(apply, { body: { campaignId: campaign.id } });
    const [decided, removed] = await Promise.all([
      advertiser.call(decideApplication, { params: { id: applied.body.id }, body: { status: 'approved' } }),
      remove(marketer),
    ]);
    outcomes.add(`${decided.status} ${removed.status}`);
    expect([decided.status, removed.status].toSorted()).toEqual([200, 409]);
  }
  expect(await boundToDeleted()).toEqual([]);
  const { rows } = await database.asOwner(
    `select c.hired, count(a.id)::int as approved from campaign c
       left join application a on a.campaign_id = c.id and a.status = 'approved' where c.id = $1 group by c.id`,
    [campaign.id],
  );
  expect(rows[0]?.hired).toBe(rows[0]?.approved);
});

test('an automatically approved application during a deletion', async () => {
  const campaign = await fundedCampaign(app, advertiser, {
    totalMarketersNeeded: ROUNDS,
    totalBudget: 4000,
    autoApprove: true,
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const marketer = await readyMarketer(app);
    const [applied, removed] = await Promise.all([
      marketer.call(apply, { body: { campaignId: campaign.id } }),
      remove(marketer),
    ]);
    // 403: the deletion came after the session was read, and took the wallet email with it.
    expect(['201 409', '401 200', '403 200']).toContain(`${applied.status} ${removed.status}`);
  }
  expect(await boundToDeleted()).toEqual([]);
});

test('invariant 35: a new payment and a new draft during a deletion', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await app.signIn('advertiser');
    const draft = await draftCampaign(app, client);
    const order = {
      amount: '138.00',
      currency: 'USD' as const,
      intent: 'CAPTURE' as const,
      campaignId: draft.id,
    };
    const [ordered, created, removed] = await Promise.all([
      client.call(createPaymentOrder, { body: order }),
      client.call(createCampaign, { body: wearableForm(app.clock.now()) }),
      remove(client),
    ]);
    if (removed.status === 200) {
      expect([401, 404]).toContain(ordered.status);
      expect([201, 401]).toContain(created.status);
    } else {
      expect([removed.error.code, ordered.status]).toEqual(['account/open-matters', 200]);
    }
  }
  expect(await boundToDeleted()).toEqual([]);
});

test('a profile or consent saved during the deletion leaves no name behind', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await app.signIn('marketer');
    const form = {
      firstName: 'Maya',
      lastName: 'Field',
      phoneNumber: '+14155550100',
      dateOfBirth: '1990-01-01',
      address: '1 Market Street',
      city: 'San Francisco',
      state: 'CA',
      zipCode: '94105',
      country: 'United States',
    };
    const [saved, consented, removed] = await Promise.all([
      client.request(saveProfile.method, saveProfile.path, form),
      client.call(updateCompliance, { body: { locationConsent: true } }),
      remove(client),
    ]);
    expect(removed.status).toBe(200);
    for (const { status } of [saved, consented]) expect([200, 401]).toContain(status);
  }
  expect(await boundToDeleted()).toEqual([]);
});

test('two concurrent deletions of one account, with sign-ins', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await app.signIn('marketer');
    const [one, other] = await Promise.all([remove(client), remove(client)]);
    expect([one.status, other.status].toSorted()).toEqual([200, one.status === other.status ? 200 : 401]);
    const again = await app.signIn('marketer', client.email);
    expect(again.userId).not.toBe(client.userId);
  }
  const { rows } = await database.asOwner(
    `select object_id from audit_entry where action = 'account.deleted' group by object_id having count(*) > 1`,
  );
  expect(rows).toEqual([]);
});

test('of two administrators who are deleted concurrently one remains', async () => {
  await database.asOwner(`update account set role = 'marketer' where role = 'admin'`);
  const admins = [await app.signIn('marketer'), await app.signIn('marketer')];
  for (const { userId } of admins)
    await database.asOwner(`update account set role = 'admin' where id = $1`, [userId]);
  const answers = await Promise.all(admins.map(remove));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
