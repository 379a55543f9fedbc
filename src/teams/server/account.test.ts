import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOwnAccount, exportOwnData } from '#auth/account-contract.ts';
import { changeUserType } from '#auth/change-type-contract.ts';
import { listOwnCampaigns } from '#campaigns/contract.ts';
import { updateCampaign } from '#campaigns/form-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { picture } from '#tests/support/media.ts';
import { invitationToken, teamMember } from '#tests/support/people/team.ts';
import { uploadFile } from '#tests/support/upload.ts';
import {
  acceptInvitation,
  getTeam,
  INVITATION_LIFETIME_MS,
  resendInvitation,
  type TeamInvitation,
} from '../contract.ts';
import { inviteToTeam } from '../invite-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const readRows = async (client: Client) =>
  (
    await app.database.asOwner(
      `select owner_id, member_id::text from team_member where owner_id = $1 or member_id = $1
       union all select owner_id, email from team_invitation where owner_id = $1 or email = $2`,
      [client.userId, client.email],
    )
  ).rows;
const readNotices = async (client: Client) => {
  await app.runDue();
  return (await client.call(listNotifications)).body.notifications;
};
const readKinds = async (client: Client) => (await readNotices(client)).map(({ kind }) => kind);

async function name(client: Client, firstName: string): Promise<void> {
  await app.database.asOwner(
    "insert into profile (account_id, first_name, last_name, updated_at) values ($1, $2, 'Moreno', $3)",
    [client.userId, firstName, app.clock.now()],
  );
}

test('deleting the owner ends the team: members lose access, and invitations stop working', async () => {
  const owner = await app.signIn('advertiser');
  const mate = await teamMember(app, owner, 'manager');
  const draft = await draftCampaign(app, owner);
  const uploadId = await uploadFile(mate, await picture('png'), 'brand-asset', 'logo.png');
  const body = wearableForm(app.clock.now(), { brandAssets: { logoUrl: fileUrl(uploadId) } });
  expect((await mate.call(updateCampaign, { params: { id: draft.id }, body })).status).toBe(200);
  const late = await app.signIn('advertiser');
  const token = await invitationToken(app, owner, { email: late.email, role: 'viewer' });

  expect((await owner.call(deleteOwnAccount)).status).toBe(200);
  expect(await readRows(owner)).toEqual([]);
  expect((await mate.call(listOwnCampaigns)).body).toEqual([]);
  expect((await mate.call(getTeam)).body.memberships).toEqual([]);
  expect((await late.call(acceptInvitation, { body: { token } })).error.code).toBe('team/invitation-over');
  expect(await readKinds(mate)).toContain('team.ended');
  expect(JSON.stringify(await readNotices(mate))).not.toContain(owner.email);
  expect((await app.database.asOwner('select id from upload where id = $1', [uploadId])).rows).toEqual([]);
});

test('deleting the owner withdraws unsent invitation mails and the name in them', async () => {
  const owner = await app.signIn('advertiser');
  await name(owner, 'Ottoline');
  const invited = await owner.call(inviteToTeam, { body: { email: 'late@promenade.test', role: 'viewer' } });
  expect(invited.status, invited.error?.message).toBe(201);
  expect((await owner.call(deleteOwnAccount)).status).toBe(200);
  const { rows } = await app.database.asOwner(
    "select 1 from outbox where strpos(payload::text, 'Ottoline') > 0",
  );
  expect(rows).toEqual([]);
  await app.runDue();
  await expect(app.lastMail('late@promenade.test')).rejects.toThrow('no mail');
});

test('a deleted member leaves, and no notification to the owner names them', async () => {
  const owner = await app.signIn('advertiser');
  const mate = await app.signIn('advertiser');
  await name(mate, 'Mara');
  const token = await invitationToken(app, owner, { email: mate.email, role: 'viewer' });
  await mate.call(acceptInvitation, { body: { token } });
  expect((await readNotices(owner)).map(({ title }) => title)).toEqual(['Mara Moreno joined your team']);

  expect((await mate.call(deleteOwnAccount)).status).toBe(200);
  expect(await readRows(mate)).toEqual([]);
  expect((await owner.call(getTeam)).body.members).toEqual([]);
  const notices = await readNotices(owner);
  expect(notices.map(({ kind }) => kind)).toContain('team.left');
  expect(JSON.stringify(notices)).not.toContain('Mara');
});

describe('a pending invitation', () => {
  async function seenBySender(sender: Client, email: string): Promise<unknown> {
    const found = (await sender.call(getTeam)).body.invitations.find((one) => one.email === email);
    const again = await sender.call(inviteToTeam, { body: { email, role: 'viewer' } });
    app.clock.advance(MINUTE);
    const resent = await sender.call(resendInvitation, { params: { id: found?.id ?? '' } });
    await app.runDue();
    const { subject } = await app.lastMail(email);
    const bare = (invitation: TeamInvitation | undefined) => ({
      ...invitation,
      id: '',
      email: '',
      sentAt: '',
      expiresAt: '',
    });
    return {
      shown: bare(found),
      again: [again.status, again.error.code],
      resent: bare(resent.body),
      subject,
    };
  }

  test.each([
    ['is deleted', (mate: Client) => mate.call(deleteOwnAccount)],
    [
      'becomes a marketer',
      (mate: Client) => mate.call(changeUserType, { body: { email: mate.email, newUserType: 'marketer' } }),
    ],
  ])('looks to its sender like one to an unknown address when its address %s', async (_, end) => {
    const mate = await app.signIn('advertiser');
    const unknown = `unknown-of-${mate.email}`;
    const sender = await app.signIn('advertiser');
    for (const email of [mate.email, unknown]) {
      await sender.call(inviteToTeam, { body: { email, role: 'viewer' } });
    }
    const { members, invitations } = (await sender.call(getTeam)).body;
    const kinds = await readKinds(sender);
    expect((await end(mate)).status).toBe(200);
    await app.runDue();
    expect((await sender.call(getTeam)).body).toMatchObject({ members, invitations });
    expect(await readKinds(sender)).toEqual(kinds);
    expect(await seenBySender(sender, mate.email)).toEqual(await seenBySender(sender, unknown));
  });

  test('is deleted after its end, for every address', async () => {
    const mate = await app.signIn('advertiser');
    const sender = await app.signIn('advertiser');
    await sender.call(inviteToTeam, { body: { email: mate.email, role: 'viewer' } });
    expect((await mate.call(deleteOwnAccount)).status).toBe(200);
    expect(await readRows(mate)).toEqual([{ owner_id: sender.userId, member_id: mate.email }]);
    app.clock.advance(INVITATION_LIFETIME_MS + 31 * DAY);
    await app.runDue();
    expect(await readRows(mate)).toEqual([]);
  });

  test('accepts a new account with the same address', async () => {
    const mate = await app.signIn('advertiser');
    const sender = await app.signIn('advertiser');
    const token = await invitationToken(app, sender, { email: mate.email, role: 'viewer' });
    expect((await mate.call(deleteOwnAccount)).status).toBe(200);
    await app.runDue();
    const renewed = await app.signIn('advertiser', mate.email);
    expect(renewed.userId).not.toBe(mate.userId);
    expect((await renewed.call(acceptInvitation, { body: { token } })).status).toBe(200);
  });
});

test('a user who becomes a marketer leaves all teams, loses their own, and is notified by mail', async () => {
  const owner = await app.signIn('advertiser');
  const between = await teamMember(app, owner, 'manager');
  const mate = await teamMember(app, between, 'viewer');
  await app.runDue();
  const changed = await between.call(changeUserType, {
    body: { email: between.email, newUserType: 'marketer' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  expect(await readRows(between)).toEqual([]);
  expect(await readKinds(owner)).toContain('team.left');
  expect(await readKinds(mate)).toContain('team.ended');
  const { text } = await app.lastMail(between.email);
  expect(text).toContain('You were removed from the team you belonged to.');
  expect(text).toContain('Your own team has ended');
});

test('the export contains the user’s own teams only', async () => {
  const owner = await app.signIn('advertiser');
  const mate = await teamMember(app, owner, 'manager');
  await owner.call(inviteToTeam, { body: { email: 'invited@promenade.test', role: 'viewer' } });
  const readExport = async (client: Client) =>
    (await client.request('GET', exportOwnData.path)).error as unknown as Record<string, unknown>; // any JSON
  const theirs = await readExport(owner);
  expect(theirs['team']).toEqual({
    members: [{ role: 'manager', joinedAt: expect.any(String) }],
    memberships: [],
  });
  expect(theirs['teamInvitations']).toMatchObject({
    sent: [{ role: 'manager' }, { role: 'viewer' }],
    received: [],
  });
  const mine = await readExport(mate);
  expect(mine['team']).toMatchObject({ members: [], memberships: [{ role: 'manager' }] });
  expect(mine['teamInvitations']).toMatchObject({ sent: [], received: [{ role: 'manager' }] });
  expect(JSON.stringify(theirs)).not.toContain(mate.email);
  expect(JSON.stringify(theirs)).not.toContain('invited@promenade.test');
  expect(JSON.stringify(mine)).not.toContain(owner.email);
});
