import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication } from '#applications/contract.ts';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { invitationToken, teamMember } from '#tests/support/people/team.ts';
import {
  acceptInvitation,
  changeTeamRole,
  getTeam,
  leaveTeam,
  removeFromTeam,
  revokeInvitation,
} from '../contract.ts';
import { inviteToTeam } from '../invite-contract.ts';

const ROUNDS = 8;

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

const readMembers = async (owner: Client) => (await owner.call(getTeam)).body.members;

async function invited(owner: Client): Promise<{ mate: Client; token: string; id: string }> {
  const mate = await app.signIn('advertiser');
  const token = await invitationToken(app, owner, { email: mate.email, role: 'viewer' });
  const [open] = (await owner.call(getTeam)).body.invitations;
  return { mate, token, id: open?.id ?? '' };
}

test('concurrent acceptances of one invitation create one member', async () => {
  const owner = await app.signIn('advertiser');
  const { mate, token } = await invited(owner);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => mate.call(acceptInvitation, { body: { token } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readMembers(owner)).toHaveLength(1);
  const { rows } = await database.asOwner(
    "select id from audit_entry where action = 'team.joined' and object_id = $1",
    [owner.userId],
  );
  expect(rows).toHaveLength(1);
});

test('concurrent invitations to one address create one invitation', async () => {
  const owner = await app.signIn('advertiser');
  const body = { email: 'wanted-at-once@promenade.test', role: 'viewer' } as const;
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.call(inviteToTeam, { body })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === 'team/invited-already')).toHaveLength(7);
});

test('accepting during a revocation: the user joins or the invitation is revoked, never both', async () => {
  const owner = await app.signIn('advertiser');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { mate, token, id } = await invited(owner);
    const [accepted, revoked] = await Promise.all([
      mate.call(acceptInvitation, { body: { token } }),
      owner.call(revokeInvitation, { params: { id } }),
    ]);
    const isIn = (await readMembers(owner)).some((member) => member.id === mate.userId);
    expect([accepted.status, revoked.status]).toEqual(isIn ? [200, 410] : [410, 200]);
  }
});

test('accepting while the owner deletes their account leaves no member without an owner', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await app.signIn('advertiser');
    const { mate, token } = await invited(owner);
    const [accepted, deleted] = await Promise.all([
      mate.call(acceptInvitation, { body: { token } }),
      owner.call(deleteOwnAccount),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 410]).toContain(accepted.status);
    expect((await mate.call(getTeam)).body.memberships).toEqual([]);
  }
  const { rows } = await database.asOwner(
    'select m.owner_id from team_member m join account a on a.id in (m.owner_id, m.member_id) where a.deleted_at is not null',
  );
  expect(rows).toEqual([]);
});

test('concurrent leaving, removal and role change end with one departure', async () => {
  const owner = await app.signIn('advertiser');
  for (let round = 0; round < ROUNDS; round += 1) {
    const mate = await teamMember(app, owner, 'viewer');
    const params = { id: mate.userId };
    const [left, removed, changed] = await Promise.all([
      mate.call(leaveTeam, { params: { id: owner.userId } }),
      owner.call(removeFromTeam, { params }),
      owner.call(changeTeamRole, { params, body: { role: 'manager' } }),
    ]);
    expect([left.status, removed.status].toSorted()).toEqual([200, 404]);
    expect([200, 404]).toContain(changed.status);
    expect(await readMembers(owner)).toEqual([]);
  }
});

test('two advertisers who invite each other and accept concurrently both join', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await app.signIn('advertiser'), await app.signIn('advertiser')];
    const toOther = await invitationToken(app, one, { email: other.email, role: 'viewer' });
    const toOne = await invitationToken(app, other, { email: one.email, role: 'viewer' });
    const answers = await Promise.all([
      other.call(acceptInvitation, { body: { token: toOther } }),
      one.call(acceptInvitation, { body: { token: toOne } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
});

test('a decision that is still waiting when its manager is removed is refused', async () => {
  const owner = await app.signIn('advertiser');
  const { id: campaignId } = await fundedCampaign(app, owner);
  const { id } = (await (await readyMarketer(app)).call(apply, { body: { campaignId } })).body;
  const manager = await teamMember(app, owner, 'manager');
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from campaign where id = $1 for update', [campaignId]);
    const deciding = manager.call(decideApplication, { params: { id }, body: { status: 'approved' } });
    await expect.poll(() => lockWaits(database)).toBeGreaterThan(0);
    expect((await owner.call(removeFromTeam, { params: { id: manager.userId } })).status).toBe(200);
    await other.query('commit');
    const decided = await deciding;
    expect([decided.status, decided.error.code]).toEqual([404, 'application/not-found']);
  } finally {
    other.release(true);
  }
});
