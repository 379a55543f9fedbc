import { acceptInvitation, inviteToTeam, resendInvitation } from '#teams/server/inviting-service.ts';
import { getTeam } from '#teams/server/member-service.ts';
import type { TeamRole } from '#teams/contract.ts';
import type { Person, TeamPlan } from './people.ts';
import { signIn } from './joining-steps.ts';
import { actorOf, type Step, type World } from './world.ts';

/** Returns the steps for a colleague who joins the team and an invitation that stays pending. */
export function teamSteps({ owner, colleague, waiting }: TeamPlan, people: readonly Person[]): Step[] {
  const personOf = (key: string): Person => {
    const found = people.find((person) => person.key === key);
    if (!found) throw new Error(`the demo world has no ${key}`);
    return found;
  };
  return [
    {
      at: colleague.joinsAt,
      do: (world) => takeIn(world, personOf(owner), personOf(colleague.key), colleague.role),
    },
    { at: waiting.invitedAt, do: (world) => invite(world, personOf(owner), waiting) },
  ];
}

/**
 * Invites a colleague, who accepts by the emailed link. If an earlier run stopped in between, resends the
 * invitation.
 */
async function takeIn(world: World, owner: Person, colleague: Person, role: TeamRole): Promise<void> {
  const { deps } = world;
  const { email } = colleague;
  await signIn(world, owner.key, owner);
  const { members, invitations } = await getTeam(deps, actorOf(world, owner.key));
  if (members.some((member) => member.email === email)) return;
  const open = invitations.find((invitation) => invitation.email === email);
  if (open) await resendInvitation(deps, actorOf(world, owner.key), open.id);
  else await inviteToTeam(deps, actorOf(world, owner.key), { email, role });
  await world.settle();
  const link = new URL(await world.lastLink(email));
  const token = link.searchParams.get('token') ?? '';
  await acceptInvitation(deps, actorOf(world, colleague.key), token);
}

async function invite(world: World, owner: Person, { email, role }: TeamPlan['waiting']): Promise<void> {
  // An invitation needs a recent sign-in.
  await signIn(world, owner.key, owner);
  const { invitations } = await getTeam(world.deps, actorOf(world, owner.key));
  if (invitations.some((invitation) => invitation.email === email)) return;
  await inviteToTeam(world.deps, actorOf(world, owner.key), { email, role });
}
