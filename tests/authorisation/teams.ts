/** The first advertiser's team among the callers, and the things of a team. */
import { expect } from 'vitest';
import { acceptInvitation, type TeamRole } from '#teams/contract.ts';
import { inviteToTeam } from '#teams/invite-contract.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { invitationToken } from '#tests/support/people/team.ts';
import type { Caller } from './callers.ts';
import type { TestObject } from './objects.ts';

/**
 * `advertiser` has a manager and a viewer, who are callers. Both advertisers have a member who is no caller,
 * and an open invitation.
 */
export async function makeTeams(app: TestApp, clients: Record<Caller, Client>): Promise<TestObject[]> {
  await join(app, clients.advertiser, clients.manager, 'manager');
  await join(app, clients.advertiser, clients.viewer, 'viewer');
  const things: TestObject[] = [];
  for (const owner of ['advertiser', 'otherAdvertiser'] as const) {
    const mate = await app.signIn('advertiser');
    await join(app, clients[owner], mate, 'viewer');
    const body = { email: `invited-by-${owner.toLowerCase()}@promenade.test`, role: 'viewer' } as const;
    const invited = await clients[owner].call(inviteToTeam, { body });
    expect(invited.status, invited.error?.message).toBe(201);
    const name = (what: string) => `${what} of ${owner}`;
    const members = owner === 'advertiser' ? ({ manager: 'manager', viewer: 'viewer' } as const) : {};
    things.push(
      {
        kind: 'team',
        name: name('team'),
        id: clients[owner].userId,
        people: { owner, ...members },
        // The id is that of their account.
        alsoSeenBy: ['admin'],
      },
      {
        kind: 'teamMember',
        name: name('member'),
        id: mate.userId,
        people: { owner },
        // The id is that of their account.
        alsoSeenBy: ['admin'],
      },
      {
        kind: 'teamInvitation',
        name: name('invitation'),
        id: invited.body.id,
        people: { owner },
        alsoSeenBy: ['admin'],
      },
    );
  }
  await app.runDue();
  return things;
}

async function join(app: TestApp, owner: Client, member: Client, role: TeamRole): Promise<void> {
  const token = await invitationToken(app, owner, { email: member.email, role });
  const joined = await member.call(acceptInvitation, { body: { token } });
  expect(joined.status, joined.error?.message).toBe(200);
}

/**
 * Adds the team to the readers of the first advertiser's things, except payments, which only payer, wallet
 * and marketer see.
 */
export function asSeenByTeam(things: readonly TestObject[]): TestObject[] {
  return things.map((thing) => {
    const isOfTeam = thing.people.advertiser === 'advertiser' && !['order', 'payment'].includes(thing.kind);
    return {
      ...thing,
      people: isOfTeam ? { manager: 'manager', viewer: 'viewer', ...thing.people } : thing.people,
      alsoSeenBy: withTeam([...(thing.alsoSeenBy ?? []), ...ownersOfAccount(thing)]),
    };
  });
}

/** The owner's account id names their team. */
const ownersOfAccount = ({ kind, people }: TestObject): Caller[] =>
  kind === 'account' && people.owner === 'advertiser' ? ['advertiser'] : [];

/** The team may see all other texts that the first advertiser sees. */
export function withTeam(callers: readonly Caller[]): Caller[] {
  return callers.includes('advertiser') ? [...callers, 'manager', 'viewer'] : [...callers];
}
