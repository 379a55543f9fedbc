import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, listApplications } from '#applications/contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { pauseCampaign, resumeCampaign } from '#campaigns/pause-contract.ts';
import { DAY } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { setListing } from '#profiles/marketers-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { updateMarketerListing } from '#profiles/server/marketers/marketers-service.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { teamMember } from '#tests/support/people/team.ts';
import * as contract from '../../invitation-contract.ts';

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

interface Listed {
  marketer: Client;
  listingId: string;
}

async function listed(): Promise<Listed> {
  const marketer = await readyMarketer(app);
  await succeed(marketer.call(saveProfile, { body: profileFormSample }));
  await transact(app.deps.db, (tx) =>
    updateMarketerListing(tx, app.deps, marketer.userId, { finishedWork: 1 }),
  );
  const { rows } = await database.asOwner('select id from marketer_listing where account_id = $1', [
    marketer.userId,
  ]);
  return { marketer, listingId: rows[0].id };
}

const startTime = () => new Date(app.clock.now().getTime() + 5 * DAY).toISOString();
const openCampaign = (places = 2) =>
  fundedCampaign(app, advertiser, {
    startTime: startTime(),
    totalMarketersNeeded: places,
    totalBudget: places * 50,
  });
const invite = (client: Client, id: string, listingId: string) =>
  client.call(contract.inviteMarketer, { params: { id }, body: { listingId } });
const decline = (client: Client, id: string, reason?: string) =>
  client.call(contract.declineInvitation, { params: { id }, body: reason ? { reason } : {} });
const revoke = (client: Client, id: string) =>
  client.call(contract.revokeCampaignInvitation, { params: { id } });
const list = (client: Client, id: string) =>
  succeed(client.call(contract.listInvitations, { params: { id } }));
const own = (client: Client) => succeed(client.call(contract.listOwnInvitations));
const applyTo = (client: Client, campaignId: string) => client.call(apply, { body: { campaignId } });

const notices = async (client: Client) => (await succeed(client.call(listNotifications))).notifications;

test.each([
  ['applied', ({ marketer }: Listed, { id }: { id: string }) => applyTo(marketer, id)],
  [
    'declined',
    ({ marketer }: Listed, _: { id: string }, invitation: string) => decline(marketer, invitation),
  ],
  ['was taken back', (_: Listed, __: { id: string }, invitation: string) => revoke(advertiser, invitation)],
  ['closed', (_: Listed, { id }: { id: string }) => advertiser.call(closeCampaign, { params: { id } })],
] as const)(
  'the notification counts as read once the marketer, invitation or campaign %s',
  async (_, act) => {
    const campaign = await openCampaign();
    const person = await listed();
    const invitation = (await invite(advertiser, campaign.id, person.listingId)).body.id;
    await app.runDue();
    const read = async () =>
      (await notices(person.marketer)).filter(({ kind }) => kind === 'invitation.received');
    expect(await read()).toMatchObject([{ readAt: null }]);
    expect((await act(person, campaign, invitation)).status).toBeLessThan(300);
    await app.runDue();
    expect(await read()).toMatchObject([{ readAt: expect.any(String) }]);
  },
);

test('a marketer who applies before the notification is sent gets none', async () => {
  const { id } = await openCampaign();
  const { marketer, listingId } = await listed();
  await succeed(invite(advertiser, id, listingId));
  await succeed(applyTo(marketer, id));
  await app.runDue();
  expect((await notices(marketer)).map(({ kind }) => kind)).not.toContain('invitation.received');
});

test('a marketer is invited once, is notified, and accepts by applying', async () => {
  const { id } = await openCampaign();
  const { marketer, listingId } = await listed();
  const sent = await Promise.all(Array.from({ length: 4 }, () => invite(advertiser, id, listingId)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(sent.find(({ status }) => status === 409)?.error.code).toBe('invitation/exists');
  await app.runDue();
  expect((await app.lastMail(marketer.email)).subject).toMatch(/invited/);
  expect(JSON.stringify(await list(advertiser, id))).not.toMatch(
    new RegExp(`${marketer.userId}|${profileFormSample.lastName}`),
  );
  expect(await own(marketer)).toMatchObject([{ campaignId: id }]);

  await succeed(advertiser.call(pauseCampaign, { params: { id } }));
  expect(await own(marketer)).toEqual([]);
  expect((await applyTo(marketer, id)).error.code).toBe('campaign/paused');
  await succeed(advertiser.call(resumeCampaign, { params: { id } }));
  expect((await applyTo(marketer, id)).status).toBe(201);
  const [invitation] = await list(advertiser, id);
  expect(invitation).toMatchObject({ status: 'accepted', can: { revoke: false } });
  const [application] = await succeed(advertiser.call(listApplications, { query: { campaignId: id } }));
  expect(application?.isInvited).toBe(true);
  expect((await revoke(advertiser, invitation?.id ?? '')).error.code).toBe('invitation/answered');
});

test('declining and taking back are final and idempotent, and leave the marketer free to apply', async () => {
  const { id } = await openCampaign();
  const [one, other] = [await listed(), await listed()];
  const declined = (await invite(advertiser, id, one.listingId)).body;
  expect((await decline(other.marketer, declined.id)).error.code).toBe('invitation/not-found');
  for (let each = 0; each < 2; each += 1)
    expect((await decline(one.marketer, declined.id, 'Too far')).status).toBe(200);
  expect((await invite(advertiser, id, one.listingId)).error.code).toBe('invitation/exists');
  await app.runDue();
  const declines = (await notices(advertiser)).filter(
    ({ kind, href }) => kind === 'invitation.declined' && href === `/campaigns/${id}?tab=applicants`,
  );
  expect(declines).toHaveLength(1);
  expect(declines[0]?.title).not.toContain(profileFormSample.lastName);
  const revoked = (await invite(advertiser, id, other.listingId)).body;
  for (let each = 0; each < 2; each += 1) expect((await revoke(advertiser, revoked.id)).status).toBe(200);
  expect((await decline(other.marketer, revoked.id)).error.code).toBe('invitation/answered');
  const states = (await list(advertiser, id)).map(({ status, reason }) => [status, reason]);
  expect(new Map(states as [string, string | null][])).toEqual(
    new Map([
      ['declined', 'Too far'],
      ['revoked', null],
    ]),
  );
  const applied = await applyTo(other.marketer, id);
  expect([applied.status, applied.body.isInvited]).toEqual([201, false]);
});

test('the same refusal hides who opted out and who has applied', async () => {
  const { id } = await openCampaign();
  const [applicant, private_, hidden] = [await listed(), await listed(), await listed()];
  expect((await applyTo(applicant.marketer, id)).status).toBe(201);
  await succeed(private_.marketer.call(setListing, { body: { takesInvitations: false } }));
  await succeed(hidden.marketer.call(setListing, { body: { isHidden: true } }));
  const codes = [];
  for (const { listingId } of [applicant, private_, hidden])
    codes.push((await invite(advertiser, id, listingId)).error.code);
  expect(codes).toEqual(['invitation/not-possible', 'invitation/not-possible', 'listing/not-found']);
});

test('managers invite, viewers read, and other businesses see nothing', async () => {
  const { id } = await openCampaign();
  const { listingId } = await listed();
  const manager = await teamMember(app, advertiser, 'manager');
  const viewer = await teamMember(app, advertiser, 'viewer');
  const stranger = await app.signIn('advertiser');
  const codes = [];
  for (const client of [viewer, stranger]) codes.push((await invite(client, id, listingId)).error.code);
  expect(codes).toEqual(['team/not-allowed', 'campaign/not-found']);
  const { body } = await invite(manager, id, listingId);
  expect((await list(viewer, id)).map(({ can }) => can.revoke)).toEqual([false]);
  expect((await revoke(viewer, body.id)).error.code).toBe('team/not-allowed');
  expect((await revoke(stranger, body.id)).error.code).toBe('invitation/not-found');
});

test('of concurrent invitations at the daily limit, only as many succeed as have room', async () => {
  const { id } = await openCampaign();
  await database.asOwner(
    `with a as (insert into account (id, email, role, created_at)
       select gen_random_uuid(), 'invited' || n || '@promenade.test', 'marketer', now()
       from generate_series(1, $2::int) n returning id)
     select id from a where $1::uuid is not null`,
    [id, contract.MAX_INVITATIONS_PER_DAY - 1],
  );
  await database.asOwner(
    `insert into campaign_invitation (id, campaign_id, marketer_id, invited_at)
     select gen_random_uuid(), $1, id, $2 from account where email like 'invited%'`,
    [id, app.clock.now().toISOString()],
  );
  const more = [await listed(), await listed(), await listed()];
  const answers = await Promise.all(more.map(({ listingId }) => invite(advertiser, id, listingId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.error.code).toBe('invitation/too-many');
});

test('accepting, declining and taking back at the same moment give one answer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await openCampaign();
    const { marketer, listingId } = await listed();
    const { body } = await invite(advertiser, id, listingId);
    const [applied, declined, revoked] = await Promise.all([
      applyTo(marketer, id),
      decline(marketer, body.id),
      revoke(advertiser, body.id),
    ]);
    expect(applied.status).toBe(201);
    const [{ status } = { status: null }] = await list(advertiser, id);
    expect([applied.body.isInvited, declined.status === 200, revoked.status === 200]).toEqual([
      status === 'accepted',
      status === 'declined',
      status === 'revoked',
    ]);
  }
});

test('of two invited marketers who accept the last place at once, one gets it', async () => {
  const { id } = await fundedCampaign(app, advertiser, {
    startTime: startTime(),
    totalMarketersNeeded: 1,
    totalBudget: 50,
    autoApprove: true,
  });
  const people = [await listed(), await listed()];
  for (const { listingId } of people) expect((await invite(advertiser, id, listingId)).status).toBe(201);
  const answers = await Promise.all(people.map(({ marketer }) => applyTo(marketer, id)));
  expect(answers.map(({ status, error }) => (status === 201 ? 201 : error.code)).toSorted()).toEqual([
    201,
    'campaign/full',
  ]);
  expect((await list(advertiser, id)).map(({ status }) => status).toSorted()).toEqual(['accepted', 'open']);
  const late = people[answers.findIndex(({ status }) => status !== 201)];
  expect(late && (await own(late.marketer))).toEqual([]);
});

test('a marketer who deletes the account is no longer invited, also during an invitation', async () => {
  const { id } = await openCampaign();
  for (let round = 0; round < 4; round += 1) {
    const { marketer, listingId } = await listed();
    const [, gone] = await Promise.all([
      invite(advertiser, id, listingId),
      marketer.request('DELETE', '/api/me'),
    ]);
    expect(gone.status).toBeLessThan(300);
    const { rows } = await database.asOwner('select 1 from campaign_invitation where marketer_id = $1', [
      marketer.userId,
    ]);
    expect(rows).toEqual([]);
  }
});
