/** Team members: the owner invites by email, and the member accepts with the link. */
import { expect } from 'vitest';
import { acceptInvitation, type TeamRole } from '#teams/contract.ts';
import { inviteToTeam } from '#teams/invite-contract.ts';
import type { Client, TestApp } from '../app.ts';
import { succeed } from '../client.ts';

/** Invites an address as the owner. Returns the token of the mailed link. */
export async function invitationToken(
  app: TestApp,
  owner: Client,
  body: { email: string; role: TeamRole },
): Promise<string> {
  await succeed(owner.call(inviteToTeam, { body }));
  return mailedToken(app, body.email);
}

/** Returns the token in the newest email to an address. */
export async function mailedToken(app: TestApp, email: string): Promise<string> {
  await app.runDue();
  const { links } = await app.lastMail(email);
  const { pathname, searchParams } = new URL(links[0] ?? '');
  expect(pathname).toBe('/team/invitation');
  return searchParams.get('token') ?? '';
}

/** Returns an advertiser who is a member of the owner's team. */
export async function teamMember(app: TestApp, owner: Client, role: TeamRole): Promise<Client> {
  const member = await app.signIn('advertiser');
  const token = await invitationToken(app, owner, { email: member.email, role });
  await succeed(member.call(acceptInvitation, { body: { token } }));
  return member;
}
