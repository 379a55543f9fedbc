import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteUser } from '#admin/contract.ts';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { openDispute } from '#disputes/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { decideProof, listProofs } from '#proofs/contract.ts';
import { startSession } from '#tracking/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { disputeAtWallet, endDisputeAtWallet } from '#tests/support/people/chargeback.ts';
import { draftCampaign, fundedCampaign, openOrder } from '#tests/support/people/funded-campaign.ts';
import { makePayable, untilPaid } from '#tests/support/people/identity-check.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { deleteOwnAccount, getDeletion } from '../../account-contract.ts';
import { getCurrentUser } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
afterEach(async () => {
  const { rows } = await app.database.asOwner('select rule, reference from ledger.violation');
  expect(rows).toEqual([]);
});

async function recent(client: Client, userType: 'marketer' | 'advertiser'): Promise<Client> {
  // Delivers other mail first, so that the code is the newest mail to the address.
  await app.runDue();
  return app.signIn(userType, client.email);
}

const remove = (client: Client) => client.call(deleteOwnAccount);

test('deletes an account: signs it out everywhere, mails the owner, and frees its address', async () => {
  const client = await app.signIn('marketer');
  const elsewhere = await recent(client, 'marketer');
  const { status, body, headers } = await remove(client);
  expect([status, body.message]).toEqual([200, 'Your account has been deleted.']);
  expect(headers['clear-site-data']).toBe('"cache"');
  expect(client.cookies.get('sid')).toBeUndefined();
  for (const signedOut of [client, elsewhere])
    expect((await signedOut.call(getCurrentUser)).status).toBe(401);
  await app.runDue();
  const goodbye = await app.lastMail(client.email);
  expect(goodbye.subject).toBe('Your Promenade account has been deleted');

  const again = await recent(client, 'advertiser');
  expect(again.userId).not.toBe(client.userId);
  const user = (await again.call(getCurrentUser)).body;
  expect(user).toMatchObject({ email: client.email, userType: 'advertiser', firstName: null });
});

describe('invariant 35: open matters prevent the deletion:', () => {
  async function expectKept(client: Client, text: string): Promise<void> {
    const { openMatters } = (await client.call(getDeletion)).body;
    expect(openMatters.map((matter) => matter.text)).toContain(text);
    const refused = await remove(client);
    expect([refused.status, refused.error.code]).toEqual([409, 'account/open-matters']);
    expect(refused.error.message).toContain(text);
    expect((await client.call(getCurrentUser)).status).toBe(200);
  }

  test('a running campaign and its escrow', async () => {
    const advertiser = await app.signIn('advertiser');
    await fundedCampaign(app, advertiser);
    await expectKept(advertiser, 'You have 1 running campaign.');
    await expectKept(advertiser, '$138.00 of your payments is still in escrow.');
  });

  test('a payment in progress', async () => {
    const advertiser = await app.signIn('advertiser');
    const draft = await draftCampaign(app, advertiser);
    await openOrder(advertiser, draft.id);
    await expectKept(advertiser, 'A payment you started is still in progress.');
  });

  test('a refund in progress, until it arrives', async () => {
    const advertiser = await app.signIn('advertiser');
    const campaign = await fundedCampaign(app, advertiser);
    await advertiser.call(closeCampaign, { params: { id: campaign.id } });
    await expectKept(advertiser, '$138.00 is being refunded to you.');
    await app.runDue();
    expect((await remove(advertiser)).status).toBe(200);
    const seen = (await app.visitor().call(getCampaign, { params: { id: campaign.id } })).body;
    expect([seen.title, seen.company]).toEqual([campaign.title, 'Deleted company']);
  });

  test('a wallet dispute, for its payer', async () => {
    const advertiser = await app.signIn('advertiser');
    const campaign = await fundedCampaign(app, advertiser);
    await disputeAtWallet(app, campaign.id);
    await expectKept(advertiser, 'One of your payments is disputed at PayPal.');
  });

  test('a place that can still be worked, and a running session', async () => {
    const { campaign, marketers } = await runningCampaign(app);
    const marketer = await recent(marketers[0] as Client, 'marketer');
    await expectKept(marketer, 'You hold a place in 1 campaign in which you can still work or be paid.');
    await marketer.call(startSession, { params: { id: campaign.id } });
    await expectKept(marketer, 'You are tracking a campaign right now.');
  });

  test('a pending proof, a disputed rejection, and pay that has not arrived', async () => {
    const advertiser = await app.signIn('advertiser');
    const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 2 });
    const first = await recent(holders[0] as Client, 'marketer');
    const second = await recent(holders[1] as Client, 'marketer');
    const client = await recent(advertiser, 'advertiser');
    const proofId = await sendPost(first, campaign.id);
    await expectKept(first, 'A proof you sent is waiting for review.');
    await expectKept(client, 'A proof is waiting for your review.');
    await client.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
    await expectKept(first, '$100.00 of your earnings hasn’t been paid out yet.');

    const other = await sendPost(second, campaign.id);
    await client.call(decideProof, { params: { id: other }, body: { status: 'rejected' } });
    await second.call(openDispute, {
      params: { id: other },
      body: { reason: 'The post is public and shows it.' },
    });
    await expectKept(second, 'A dispute about your work or campaign is open.');
    await expectKept(client, 'A dispute about your work or campaign is open.');
  });

  test('refuses to delete the last administrator', async () => {
    const admin = await app.signInAdmin();
    expect((await admin.call(getDeletion)).body).toEqual({
      openMatters: [],
      givenUp: [],
      isLastAdmin: true,
      isListedAdmin: true,
    });
    const { error } = await remove(admin);
    expect([error.code, error.message]).toEqual([
      'account/last-admin',
      'You are the last administrator. Make another user an administrator first.',
    ]);
  });
});

test('refuses to delete an account that ADMIN_EMAILS names', async () => {
  const listed = await app.signInAdmin();
  const other = await app.signIn('marketer');
  await app.database.asOwner("update account set role = 'admin' where id = $1", [other.userId]);
  expect((await listed.call(getDeletion)).body).toMatchObject({ isLastAdmin: false, isListedAdmin: true });
  const own = await remove(listed);
  expect([own.status, own.error.code]).toEqual([409, 'account/listed-admin']);
  expect(own.error.message).toContain('Your address is listed in ADMIN_EMAILS');
  const byOther = await other.call(deleteUser, {
    params: { id: listed.userId },
    body: { reason: 'They have left.' },
  });
  expect([byOther.status, byOther.error.code]).toEqual([409, 'account/listed-admin']);
  expect(byOther.error.message).toContain('names this address');
  expect((await listed.call(getCurrentUser)).body.userType).toBe('admin');
  // An administrator who is not in the setting can be deleted.
  expect((await other.call(getDeletion)).body).toMatchObject({ isLastAdmin: false, isListedAdmin: false });
  expect((await remove(await recent(other, 'marketer'))).status).toBe(200);
});

test('invariant 35: deletes a paid user: the books still balance, and others see a “Deleted user”', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, {
    places: 2,
    holders: 1,
    autoApprove: false,
  });
  const marketer = await recent(holders[0] as Client, 'marketer');
  await app.database.asOwner(
    `update profile set first_name = 'Maya', last_name = 'Field', phone_number = '+1 555 0100' where account_id = $1`,
    [marketer.userId],
  );
  const waiting = await readyMarketer(app);
  await app.runDue();
  const proofId = await sendPost(marketer, campaign.id);
  await app.runDue();
  const client = await recent(advertiser, 'advertiser');
  const told = async () =>
    JSON.stringify(
      (await client.call(listNotifications)).body.notifications.map(({ text, title }) => [text, title]),
    );
  expect(await told()).toContain('Maya Field');
  await client.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  await makePayable(app, marketer);
  await untilPaid(app, marketer);
  await waiting.call(apply, { body: { campaignId: campaign.id } });

  expect((await remove(marketer)).status).toBe(200);
  const applications = (await client.call(listApplications, { query: { campaignId: campaign.id } })).body;
  expect(applications.find(({ marketerId }) => marketerId === marketer.userId)?.marketerName).toBe(
    'Deleted user',
  );
  const [proof] = (await client.call(listProofs)).body;
  expect(JSON.stringify(proof)).toContain('Deleted user');
  expect(await told()).not.toContain('Maya');

  const pending = applications.find(({ marketerId }) => marketerId === waiting.userId);
  expect((await remove(await recent(waiting, 'marketer'))).status).toBe(200);
  const approval = await client.call(decideApplication, {
    params: { id: pending?.id ?? '' },
    body: { status: 'approved' },
  });
  expect([approval.status, approval.error.code, approval.error.state]).toEqual([
    409,
    'application/decided',
    'withdrawn',
  ]);
});

test('invariant 35: books what the wallet reverses after a deletion, and notifies no deleted user', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = await recent(holders[0] as Client, 'marketer');
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  await makePayable(app, marketer);
  await untilPaid(app, marketer);
  app.clock.advance(MINUTE);
  await app.runDue();
  expect((await remove(await recent(marketer, 'marketer'))).status).toBe(200);
  expect((await remove(await recent(advertiser, 'advertiser'))).status).toBe(200);

  const disputeId = await disputeAtWallet(app, campaign.id);
  await endDisputeAtWallet(app, campaign.id, { disputeId, outcome: 'lost' });
  await app.runDue();
  const { rows: owed } = await app.database.asOwner(
    `select balance from ledger.account where code = 'receivable:' || $1`,
    [advertiser.userId],
  );
  expect(owed).toEqual([{ balance: 11_500 }]);

  const { rows: payouts } = await app.database.asOwner(
    `select provider_item_id as id from payout where marketer_id = $1`,
    [marketer.userId],
  );
  const given = await app.http.inject({
    method: 'POST',
    url: `/wallet-simulator/control/payouts/${payouts[0]?.id}`,
    payload: { status: 'REFUNDED' },
  });
  expect(given.statusCode, given.payload).toBe(200);
  await expect
    .poll(async () => {
      await app.runDue();
      const query = 'select state from payout where marketer_id = $1';
      return (await app.database.asOwner(query, [marketer.userId])).rows;
    })
    .toEqual([{ state: 'refunded' }]);
  await app.runDue();
  const { rows: told } = await app.database.asOwner(
    `select kind from notification where account_id = any($1::uuid[])`,
    [[advertiser.userId, marketer.userId]],
  );
  expect(told).toEqual([]);
  const { rows: dead } = await app.database.asOwner(
    `select kind, last_error from outbox where state = 'dead' or last_error is not null and state <> 'done'`,
  );
  expect(dead).toEqual([]);
});

test('removes earlier names from all notifications too', async () => {
  const campaign = await fundedCampaign(app, await app.signIn('advertiser'));
  const marketer = await readyMarketer(app);
  const rename = (last: string) =>
    app.database.asOwner(`update profile set first_name = 'Orlantha', last_name = $2 where account_id = $1`, [
      marketer.userId,
      last,
    ]);
  await rename('Bexley');
  await marketer.call(apply, { body: { campaignId: campaign.id } });
  await app.runDue();
  expect(await findTraces(['Orlantha B.'])).toContain('public.notification: Orlantha B.');
  await rename('Carrow');
  expect((await remove(marketer)).status).toBe(200);
  await app.runDue();
  expect(await findTraces(['Orlantha'])).toEqual([]);
});

async function findTraces(traces: readonly string[]): Promise<string[]> {
  const { rows: tables } = await app.database.asOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ledger')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.database.asOwner(
      `select trace from unnest($1::text[]) trace where exists (
         select from ${name} as kept where strpos(lower(kept::text), lower(trace)) > 0)`,
      [traces],
    );
    found.push(...rows.map(({ trace }) => `${name}: ${trace}`));
  }
  return found;
}

test('leaves no personal data in any table, and keeps what the law requires', async () => {
  const marketer = await readyMarketer(app);
  await makePayable(app, marketer);
  await app.database.asOwner(
    `update profile set first_name = 'Quillon', last_name = 'Zephyrine', phone_number = '+1 555 0199',
       address = '77 Zebulon Alley' where account_id = $1`,
    [marketer.userId],
  );
  await app.runDue();
  const traces = ['Quillon', 'Zephyrine', '555 0199', 'Zebulon', marketer.email];
  expect(await findTraces(traces)).toEqual(
    expect.arrayContaining(['public.account: Quillon', 'public.profile: Zebulon']),
  );
  expect((await remove(marketer)).status).toBe(200);
  await app.runDue();
  expect(await findTraces(traces)).toEqual([]);
  const { rows: consents } = await app.database.asOwner('select kind from consent where account_id = $1', [
    marketer.userId,
  ]);
  expect(consents).toHaveLength(4);
  const { rows: entries } = await app.database.asOwner(
    `select action from audit_entry where object_id = $1 order by position`,
    [marketer.userId],
  );
  expect(entries.map(({ action }) => action)).toContain('account.deleted');
});

test('deletes drafts; one with a payment in progress stays, emptied', async () => {
  const advertiser = await app.signIn('advertiser');
  const plain = await draftCampaign(app, advertiser, { title: 'Plain draft' });
  const begun = await draftCampaign(app, advertiser, { title: 'Begun draft' });
  await openOrder(advertiser, begun.id);
  await app.database.asOwner(`update payment_order set state = 'closed' where campaign_id = $1`, [begun.id]);
  expect((await remove(advertiser)).status).toBe(200);
  const { rows } = await app.database.asOwner(
    'select id, title, company, lat, is_complete from campaign where id in ($1, $2)',
    [plain.id, begun.id],
  );
  expect(rows).toEqual([
    { id: begun.id, title: 'Deleted draft', company: null, lat: null, is_complete: false },
  ]);
});

test('requires a recent sign-in', async () => {
  const client = await app.signIn('advertiser');
  app.clock.advance(15 * MINUTE);
  expect((await remove(client)).error.code).toBe('auth/recent-required');
});
