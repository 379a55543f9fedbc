import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication } from '#applications/contract.ts';
import { appealStrike, listOwnStrikes } from '#applications/strike-contract.ts';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { msg } from '#kernel/text.ts';
import { HOUR } from '#kernel/time.ts';
import { kycSubmitted } from '#kyc/server/events.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { saveProfile, setWalletEmail } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { listNotifications } from '../contract.ts';
import { loadName } from './notification-text.ts';
import { notify } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function namedMarketer(): Promise<Client> {
  const marketer = await readyMarketer(app);
  const saved = await marketer.call(saveProfile, {
    body: { ...profileFormSample, firstName: 'Orlantha', lastName: 'Bexley' },
  });
  expect(saved.status, saved.error?.message).toBe(200);
  return marketer;
}
const remove = async (client: Client) => expect((await client.call(deleteOwnAccount)).status).toBe(200);
const mailsTo = async (to: string): Promise<{ subject: string; text: string }[]> =>
  (await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(to)}` })).json();
async function waiting(text: string): Promise<number> {
  const { rows } = await app.database.asOwner(
    'select count(*)::int as n from outbox where strpos(payload::text, $1) > 0',
    [text],
  );
  return rows[0].n;
}

test('pending emails to former wallet addresses are not sent after the account is deleted', async () => {
  const marketer = await readyMarketer(app);
  const other = await readyMarketer(app);
  await other.call(setWalletEmail, { body: { paypalEmail: 'stays@wallet.test' } });
  for (const name of ['oldest', 'older', 'present']) {
    const set = await marketer.call(setWalletEmail, { body: { paypalEmail: `${name}@wallet.test` } });
    expect(set.status, set.error?.message).toBe(200);
  }
  // An email that the mail server never accepted is kept for the operator.
  await app.database.asOwner(
    `update outbox set state = 'dead' where kind = 'mail' and payload ->> 'to' = 'oldest@wallet.test'`,
  );
  expect(await waiting('present@wallet.test')).toBeGreaterThan(1);
  await remove(marketer);
  expect([await waiting('present@wallet.test'), await waiting('oldest@wallet.test')]).toEqual([0, 0]);
  await app.runDue();
  for (const name of ['oldest', 'older', 'present']) expect(await mailsTo(`${name}@wallet.test`)).toEqual([]);
  expect(await mailsTo('stays@wallet.test')).toHaveLength(1);
});

test('an admin’s old notification and a pending email keep no name of a deleted user', async () => {
  const marketer = await namedMarketer();
  const admin = await app.signInAdmin();
  await transact(app.deps.db, (tx) =>
    announce(
      tx,
      kycSubmitted,
      { ref: `${marketer.userId}:1`, payload: { userId: marketer.userId } },
      app.clock,
    ),
  );
  await app.runDue();
  const text = async (client: Client) =>
    JSON.stringify((await client.call(listNotifications)).body.notifications);
  expect(await text(admin)).toContain('Orlantha Bexley submitted');
  await app.database.asOwner(`update account set role = 'advertiser' where id = $1`, [admin.userId]);

  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser, { title: 'Harbor walk' });
  await app.runDue();
  const applied = (await marketer.call(apply, { body: { campaignId: campaign.id } })).body;
  const name = await transact(app.deps.db, (tx) =>
    loadName(tx, { userId: marketer.userId, kind: 'application.submitted' }),
  );
  await transact(app.deps.db, (tx) =>
    notify(tx, app.deps, advertiser.userId, {
      kind: 'application.submitted',
      ref: applied.id,
      title: msg('New applicant for Harbor walk'),
      text: msg('{name} would like to take part.', { name }),
      href: `/campaigns/${campaign.id}`,
      isMailed: true,
    }),
  );
  expect([await waiting('Orlantha Bexley'), await text(advertiser)]).toEqual([
    1,
    expect.stringContaining('Orlantha Bexley'),
  ]);
  await remove(marketer);
  expect(await waiting('Orlantha')).toBe(0);
  await app.runDue();
  const told = await text(advertiser);
  expect(told).toContain('Deleted user would like to take part.');
  expect(told).not.toContain('Orlantha');
  expect(JSON.stringify(await mailsTo(advertiser.email))).not.toContain('Orlantha');
  const { rows } = await app.database.asOwner('select text from notification where account_id = $1', [
    admin.userId,
  ]);
  expect(rows).toEqual([{ text: 'Deleted user submitted documents for an identity check.' }]);
});

test('a notification about an appeal, or with a former name, keeps no name either', async () => {
  let marketer = await namedMarketer();
  const advertiser = await app.signIn('advertiser');
  const startTime = new Date(app.clock.now().getTime() + 13 * HOUR).toISOString();
  const campaign = await fundedCampaign(app, advertiser, { startTime });
  const id = await approve(advertiser, marketer, campaign.id);
  await keepWorkingUntil(app, new Date(app.clock.now().getTime() + 2 * HOUR));
  const admin = await app.signInAdmin();
  marketer = await app.signIn('marketer', marketer.email);
  await transact(app.deps.db, (tx) =>
    notify(tx, app.deps, advertiser.userId, {
      kind: 'application.confirmed',
      ref: id,
      title: msg('Ottoline Vale confirmed: {campaign}', { campaign: campaign.title }),
      text: msg('Ottoline Vale has confirmed to take part.'),
      href: `/campaigns/${campaign.id}`,
      isMailed: false,
    }),
  );
  await marketer.call(decideApplication, { params: { id }, body: { status: 'withdrawn' } });
  const [strike] = (await marketer.call(listOwnStrikes)).body.strikes;
  const appealed = await marketer.call(appealStrike, {
    params: { id: strike?.id ?? '' },
    body: { text: 'The train stood still.' },
  });
  expect(appealed.status, appealed.error?.message).toBe(200);
  await app.runDue();
  const told = async (client: Client) =>
    JSON.stringify((await client.call(listNotifications)).body.notifications);
  expect(await told(admin)).toContain('Orlantha Bexley appealed');
  expect(await told(advertiser)).toContain('Ottoline Vale');
  await remove(marketer);
  expect(await told(admin)).toContain('Deleted user appealed');
  expect(await told(admin)).not.toContain('Orlantha');
  expect(await told(advertiser)).not.toMatch(/Ottoline|Orlantha/);
});
