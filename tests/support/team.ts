/** Teams as people come into them: invited by mail, accepted with its link. */
import { expect } from 'vitest';
import { acceptInvitation, inviteToTeam, type TeamRole } from '../../src/teams/contract.ts';
import type { Client, TestApp } from './app.ts';

/** Invites the address and answers what its mailed link carries. */
export async function invitationToken(
  app: TestApp,
  owner: Client,
  body: { email: string; role: TeamRole },
): Promise<string> {
  const invited = await owner.call(inviteToTeam, { body });
  expect(invited.status, invited.error?.message).toBe(201);
  return mailedToken(app, body.email);
}

/** What the newest mail to this address lets somebody accept. */
export async function mailedToken(app: TestApp, email: string): Promise<string> {
  await app.settle();
  const [link = ''] = (await app.lastMail(email)).links;
  const { pathname, searchParams } = new URL(link);
  expect(pathname).toBe('/team/invitation');
  return searchParams.get('token') ?? '';
}

/** An advertiser who works for this one. */
export async function teamMember(app: TestApp, owner: Client, role: TeamRole): Promise<Client> {
  const member = await app.signIn('advertiser');
  const token = await invitationToken(app, owner, { email: member.email, role });
  const joined = await member.call(acceptInvitation, { body: { token } });
  expect(joined.status, joined.error?.message).toBe(200);
  return member;
}
