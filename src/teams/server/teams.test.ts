import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { invitationToken, mailedToken, teamMember } from '#tests/support/people/team.ts';
import {
  acceptInvitation,
  changeTeamRole,
  getTeam,
  INVITATION_LIFETIME_MS,
  leaveTeam,
  MAX_TEAM_PEOPLE,
  removeFromTeam,
  resendInvitation,
  revokeInvitation,
  viewInvitation,
} from '../contract.ts';
import { inviteToTeam } from '../invite-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let owner: Client;
let count = 0;
let email: string;
beforeEach(async () => {
  owner = await app.signIn('advertiser');
  count += 1;
  email = `mate-${count}@promenade.test`;
});

/** Delivers other mail first, so that the code is the newest mail. */
async function recent(to: string, userType: 'marketer' | 'advertiser' = 'advertiser'): Promise<Client> {
  await app.runDue();
  return app.signIn(userType, to);
}
const invite = (role: 'viewer' | 'manager' = 'viewer', to = email) =>
  owner.call(inviteToTeam, { body: { email: to, role } });
const accept = (client: Client, token: string) => client.call(acceptInvitation, { body: { token } });
const readTeam = async (client: Client) => (await client.call(getTeam)).body;
const readNotices = async (client: Client) => {
  await app.runDue();
  return (await client.call(listNotifications)).body.notifications.map(({ kind, title }) => [kind, title]);
};
const readAudit = async (action: string) =>
  (
    await app.database.asOwner('select * from audit_entry where action = $1 order by position desc limit 1', [
      action,
    ])
  ).rows[0];

async function name(client: Client, business: string, firstName = 'Ada'): Promise<void> {
  await app.database.asOwner(
    `insert into profile (account_id, first_name, last_name, business_name, updated_at) values ($1, $2, 'Moreno', $3, $4)
       on conflict (account_id) do update set first_name = $2, last_name = 'Moreno', business_name = $3`,
    [client.userId, firstName, business, app.clock.now()],
  );
}

describe('inviting', () => {
  test('mails a link with which that address joins, and notifies both sides', async () => {
    await name(owner, 'Field Coffee');
    const invited = await invite('manager');
    expect(invited.status, invited.error?.message).toBe(201);
    expect(invited.body).toMatchObject({ email, role: 'manager', isExpired: false });
    const token = await mailedToken(app, email);
    const mail = await app.lastMail(email);
    expect(mail.subject).toBe('Field Coffee invites you to their team');
    expect(await readTeam(owner)).toMatchObject({
      business: 'Field Coffee',
      members: [],
      invitations: [{ email, role: 'manager' }],
    });
    expect(await readAudit('team.invited')).toMatchObject({
      actor_id: owner.userId,
      object_id: invited.body.id,
      details: { role: 'manager' },
    });

    const mate = await recent(email);
    const seen = await mate.call(viewInvitation, { body: { token } });
    expect(seen.body).toEqual({
      business: 'Field Coffee',
      role: 'manager',
      expiresAt: invited.body.expiresAt,
      isMember: false,
    });
    expect((await accept(mate, token)).body).toEqual({ business: 'Field Coffee', role: 'manager' });
    const later = await mate.call(viewInvitation, { body: { token } });
    expect(later.body).toEqual({ ...seen.body, isMember: true });
    const team = await readTeam(owner);
    expect(team.members).toMatchObject([{ id: mate.userId, email, role: 'manager', name: email }]);
    expect(team.invitations).toEqual([]);
    expect((await readTeam(mate)).memberships).toMatchObject([
      {
        id: owner.userId,
        business: 'Field Coffee',
        role: 'manager',
        isPaused: false,
        people: [
          { name: 'Ada Moreno', role: 'owner', isYou: false },
          { name: 'New member', role: 'manager', isYou: true },
        ],
      },
    ]);
    expect(await readNotices(owner)).toEqual([['team.joined', 'Someone joined your team']]);
    expect(await readNotices(mate)).toEqual([['team.welcome', 'You joined the team of Field Coffee']]);
    expect(await readAudit('team.joined')).toMatchObject({ actor_id: mate.userId, object_id: owner.userId });
  });

  test('answers the same whether the address is known or not', async () => {
    const known = await app.signIn('marketer');
    const answers = [await invite('viewer', known.email), await invite('viewer', 'unknown@promenade.test')];
    const [one, other] = answers.map(({ status, body }) => ({
      status,
      keys: Object.keys(body),
      rest: { ...body, id: '', email: '' },
    }));
    expect(one).toEqual(other);
  });

  test('refuses the user’s own address, a member, and an invited address, beside the field', async () => {
    expect((await invite('viewer', owner.email.toUpperCase())).error).toMatchObject({
      code: 'team/own-address',
      fields: { email: 'This is your own email' },
    });
    await invite();
    const again = await invite('manager');
    expect([again.status, again.error.code]).toEqual([409, 'team/invited-already']);
    const mate = await recent(email);
    await accept(mate, await mailedTokenBeforeSignIn(email));
    expect((await invite()).error.code).toBe('team/member-exists');
    expect(
      (await owner.call(inviteToTeam, { body: { email: 'no', role: 'viewer' } })).error.fields,
    ).toHaveProperty('email');
  });

  /** The sign-in code was mailed after the first invitation, so this sends it again. */
  async function mailedTokenBeforeSignIn(to: string): Promise<string> {
    const [open] = (await readTeam(owner)).invitations;
    app.clock.advance(MINUTE);
    await owner.call(resendInvitation, { params: { id: open?.id ?? '' } });
    return mailedToken(app, to);
  }

  test('requires a recent sign-in, as does promoting to manager, but not demoting or removing', async () => {
    const mate = await teamMember(app, owner, 'viewer');
    const open = (await invite()).body;
    app.clock.advance(15 * MINUTE);
    const needed = [
      await invite('viewer', 'later@promenade.test'),
      await owner.call(resendInvitation, { params: { id: open.id } }),
      await owner.call(changeTeamRole, { params: { id: mate.userId }, body: { role: 'manager' } }),
    ];
    expect(needed.map(({ error }) => error.code)).toEqual(Array(3).fill('auth/recent-required'));
    const allowed = [
      await owner.call(changeTeamRole, { params: { id: mate.userId }, body: { role: 'viewer' } }),
      await owner.call(revokeInvitation, { params: { id: open.id } }),
      await owner.call(removeFromTeam, { params: { id: mate.userId } }),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('is refused if the team is full; expired invitations do not count', async () => {
    await app.database.asOwner(
      `insert into team_invitation (id, owner_id, email, role, token_hash, invited_at, sent_at, expires_at)
       select gen_random_uuid(), $1, 'full-' || n || $2, 'viewer', 'hash-' || n || $2, $3, $3, $4
         from generate_series(1, $5::int) n`,
      [owner.userId, email, app.clock.now(), new Date(app.clock.now().getTime() + MINUTE), MAX_TEAM_PEOPLE],
    );
    expect((await invite()).error.code).toBe('team/full');
    app.clock.advance(MINUTE);
    expect((await invite()).status).toBe(201);
  });

  test('mails the business name on one line, with nothing that a mail program would turn into a link', async () => {
    await name(owner, `Win at https://evil.test\nnow  ${'x'.repeat(200)}`);
    await invite();
    await app.runDue();
    const { subject, links } = await app.lastMail(email);
    expect(subject).toMatch(/^Win at evil\. test now x+… invites you to their team$/);
    expect(subject.length).toBeLessThan(120);
    expect(links).toHaveLength(1);
  });
});

test('limits invitations per hour, by advertiser and by address', async () => {
  const limited = await testApp({
    settings: { LIMITS: 'invitation=3/1h,invitation-address=2/1h' },
  });
  try {
    const statuses: number[] = [];
    for (let sender = 0; sender < 3; sender += 1) {
      const client = await limited.signIn('advertiser');
      const body = { email: 'wanted@promenade.test', role: 'viewer' } as const;
      statuses.push((await client.call(inviteToTeam, { body })).status);
    }
    expect(statuses).toEqual([201, 201, 429]);
    const client = await limited.signIn('advertiser');
    const own: number[] = [];
    for (const number of [1, 2, 3, 4]) {
      const body = { email: `each-${number}@promenade.test`, role: 'viewer' } as const;
      own.push((await client.call(inviteToTeam, { body })).status);
    }
    expect(own).toEqual([201, 201, 201, 429]);
  } finally {
    await limited.close();
  }
});

describe('an invitation', () => {
  test('can be answered only by the address that it was sent to', async () => {
    const token = await invitationToken(app, owner, { email, role: 'viewer' });
    for (const stranger of [await app.signIn('advertiser'), owner]) {
      for (const endpoint of [viewInvitation, acceptInvitation]) {
        const { status, error } = await stranger.call(endpoint, { body: { token } });
        expect([status, error.code]).toEqual([403, 'team/other-address']);
      }
    }
    expect((await app.visitor().call(acceptInvitation, { body: { token } })).status).toBe(401);
    const mate = await recent(email);
    expect((await accept(mate, token)).status).toBe(200);
  });

  test('makes a user without a type an advertiser, and tells a marketer what to do', async () => {
    const token = await invitationToken(app, owner, { email, role: 'viewer' });
    const mate = await recent(email, 'marketer');
    const refused = await accept(mate, token);
    expect([refused.status, refused.error.code]).toEqual([409, 'team/not-for-type']);
    expect(refused.error.message).toContain('another address');
    await app.database.asOwner('update account set role = null where id = $1', [mate.userId]);
    expect((await accept(mate, token)).status).toBe(200);
    expect((await mate.call(getCurrentUser)).body.userType).toBe('advertiser');
    expect(await readAudit('type.chosen')).toMatchObject({
      actor_id: mate.userId,
      details: { type: 'advertiser' },
    });
  });

  test('can be accepted for a week, and then resent with a new link', async () => {
    const first = await invitationToken(app, owner, { email, role: 'viewer' });
    app.clock.advance(INVITATION_LIFETIME_MS - MINUTE);
    const mate = await recent(email);
    expect((await mate.call(viewInvitation, { body: { token: first } })).status).toBe(200);
    app.clock.advance(MINUTE);
    const late = await accept(mate, first);
    expect([late.status, late.error.code]).toEqual([410, 'team/invitation-over']);
    owner = await recent(owner.email);
    const [expired] = (await readTeam(owner)).invitations;
    expect(expired?.isExpired).toBe(true);
    const again = await owner.call(resendInvitation, { params: { id: expired?.id ?? '' } });
    expect(again.body).toMatchObject({ id: expired?.id, isExpired: false });
    const second = await mailedToken(app, email);
    expect((await accept(mate, first)).error.code).toBe('team/invitation-over');
    expect((await accept(mate, second)).status).toBe(200);
  });

  test('that has expired is renewed by inviting again, with the new role', async () => {
    const first = (await invite()).body;
    app.clock.advance(INVITATION_LIFETIME_MS);
    owner = await recent(owner.email);
    const second = await invite('manager');
    expect(second.body).toMatchObject({ id: first.id, role: 'manager', isExpired: false });
    expect((await readTeam(owner)).invitations).toHaveLength(1);
  });

  test('that was revoked cannot be accepted or resent; revoking it twice changes nothing', async () => {
    const token = await invitationToken(app, owner, { email, role: 'viewer' });
    const [open] = (await readTeam(owner)).invitations;
    const params = { id: open?.id ?? '' };
    expect((await owner.call(revokeInvitation, { params })).status).toBe(200);
    expect((await owner.call(revokeInvitation, { params })).status).toBe(200);
    expect((await readTeam(owner)).invitations).toEqual([]);
    const mate = await recent(email);
    expect((await accept(mate, token)).error.code).toBe('team/invitation-over');
    expect((await owner.call(resendInvitation, { params })).error.code).toBe('team/invitation-over');
    expect((await invite()).status).toBe(201);
  });

  test('that is revoked before its mail is sent is never mailed', async () => {
    const { id } = (await invite()).body;
    expect((await owner.call(revokeInvitation, { params: { id } })).status).toBe(200);
    await app.runDue();
    await expect(app.lastMail(email)).rejects.toThrow('no mail');
  });

  test('accepted twice returns the same response until the member leaves', async () => {
    const token = await invitationToken(app, owner, { email, role: 'viewer' });
    const mate = await recent(email);
    const answers = [await accept(mate, token), await accept(mate, token)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await readTeam(owner)).members).toHaveLength(1);
    expect((await mate.call(leaveTeam, { params: { id: owner.userId } })).status).toBe(200);
    expect((await accept(mate, token)).error.code).toBe('team/invitation-over');
    const { rows } = await app.database.asOwner('select id from team_invitation where email = $1', [email]);
    const revoked = await owner.call(revokeInvitation, { params: { id: rows[0]?.id } });
    expect([revoked.status, revoked.error.message]).toEqual([
      410,
      expect.stringContaining('already accepted'),
    ]);
  });

  test('from a suspended or deleted owner cannot be accepted', async () => {
    const token = await invitationToken(app, owner, { email, role: 'viewer' });
    const mate = await recent(email);
    await app.database.asOwner('update account set suspended_at = $2 where id = $1', [
      owner.userId,
      app.clock.now(),
    ]);
    expect((await accept(mate, token)).error.code).toBe('team/invitation-over');
  });

  test('is deleted a month after its end, which may come before its week is over', async () => {
    const readNumber = async (to = email) =>
      (await app.database.asOwner('select id from team_invitation where email = $1', [to])).rows.length;
    const early = `early-${email}`;
    const { id } = (await invite('viewer', early)).body;
    await owner.call(revokeInvitation, { params: { id } });
    await invite();
    app.clock.advance(30 * DAY);
    await vi.waitFor(async () => {
      await app.runDue();
      expect(await readNumber(early)).toBe(0);
    }, PATIENCE_MS);
    app.clock.advance(INVITATION_LIFETIME_MS - HOUR);
    await app.runDue();
    expect(await readNumber()).toBe(1);
    app.clock.advance(HOUR);
    await vi.waitFor(async () => {
      await app.runDue();
      expect(await readNumber()).toBe(0);
    }, PATIENCE_MS);
  });
});

describe('a member', () => {
  test('is notified of a new role', async () => {
    const mate = await teamMember(app, owner, 'viewer');
    const change = (role: 'viewer' | 'manager') =>
      owner.call(changeTeamRole, { params: { id: mate.userId }, body: { role } });
    expect((await change('manager')).body).toMatchObject({ id: mate.userId, role: 'manager' });
    expect((await change('manager')).status).toBe(200);
    expect((await readTeam(mate)).memberships).toMatchObject([{ role: 'manager' }]);
    const notices = await readNotices(mate);
    expect(notices.filter(([kind]) => kind === 'team.role-changed')).toHaveLength(1);
    expect((await app.lastMail(mate.email)).subject).toContain('You are now a manager of');
    expect(await readAudit('team.role-changed')).toMatchObject({
      object_id: mate.userId,
      details: { from: 'viewer', to: 'manager' },
    });
  });

  test('can be removed by the owner or leave, and the other side is notified', async () => {
    const [one, other] = [await teamMember(app, owner, 'viewer'), await teamMember(app, owner, 'manager')];
    expect((await owner.call(removeFromTeam, { params: { id: one.userId } })).status).toBe(200);
    const again = await owner.call(removeFromTeam, { params: { id: one.userId } });
    expect([again.status, again.error.code]).toEqual([404, 'team/member-not-found']);
    expect((await readNotices(one)).map(([kind]) => kind)).toContain('team.removed');
    expect((await other.call(leaveTeam, { params: { id: owner.userId } })).status).toBe(200);
    expect((await other.call(leaveTeam, { params: { id: owner.userId } })).error.code).toBe('team/not-found');
    expect((await readNotices(owner)).map(([kind]) => kind)).toContain('team.left');
    expect((await readTeam(owner)).members).toEqual([]);
    for (const mate of [one, other]) expect((await readTeam(mate)).memberships).toEqual([]);
  });

  test('can be in several teams at once, and own one', async () => {
    const mate = await teamMember(app, owner, 'viewer');
    app.clock.advance(MINUTE);
    const second = await app.signIn('advertiser');
    const token = await invitationToken(app, second, { email: mate.email, role: 'manager' });
    expect((await accept(mate, token)).status).toBe(200);
    const helper = await teamMember(app, mate, 'viewer');
    const { members, memberships } = await readTeam(mate);
    expect(memberships.map(({ id, role }) => [id, role])).toEqual([
      [owner.userId, 'viewer'],
      [second.userId, 'manager'],
    ]);
    expect(members.map(({ id }) => id)).toEqual([helper.userId]);
  });
});

describe('the database refuses', () => {
  const insertMember = (ownerId: string, memberId: string) =>
    app.database.asOwner(
      "insert into team_member (owner_id, member_id, role, joined_at) values ($1, $2, 'viewer', $3)",
      [ownerId, memberId, app.clock.now()],
    );

  test('a member who is the owner, no advertiser, or deleted', async () => {
    const marketer = await app.signIn('marketer');
    await expect(insertMember(owner.userId, owner.userId)).rejects.toThrow('team_member_is_another');
    await expect(insertMember(owner.userId, marketer.userId)).rejects.toThrow('no advertiser');
    await expect(insertMember(marketer.userId, owner.userId)).rejects.toThrow('no advertiser');
    const gone = await app.signIn('advertiser');
    await app.database.asOwner('update account set deleted_at = $2 where id = $1', [
      gone.userId,
      app.clock.now(),
    ]);
    await expect(insertMember(owner.userId, gone.userId)).rejects.toThrow('deleted');
  });

  test('two open invitations to one address, and any change to an ended one', async () => {
    const { id } = (await invite()).body;
    await expect(
      app.database.asOwner(
        `insert into team_invitation (id, owner_id, email, role, token_hash, invited_at, sent_at, expires_at)
         select gen_random_uuid(), owner_id, email, role, 'another', invited_at, sent_at, expires_at
           from team_invitation where id = $1`,
        [id],
      ),
    ).rejects.toThrow('team_invitation_open');
    await owner.call(revokeInvitation, { params: { id } });
    const change = (what: string) =>
      app.database.asOwner(`update team_invitation set ${what} where id = $1`, [id]);
    await expect(change('revoked_at = null')).rejects.toThrow('is over');
    await expect(change("role = 'manager'")).rejects.toThrow('is over');
  });
});
