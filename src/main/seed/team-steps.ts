import { acceptInvitation, inviteToTeam, resendInvitation } from '#teams/server/inviting-service.ts';
import { getTeam } from '#teams/server/member-service.ts';
import type { TeamRole } from '#teams/contract.ts';
import type { Person, TeamPlan } from './people.ts';
import { signIn } from './joining-steps.ts';
import { getActor, type Step, type World } from './world.ts';

export function teamSteps({ owner, colleague, waiting }: TeamPlan, people: readonly Person[]): Step[] {
  const findPerson = (key: string): Person => {
    const found = people.find((person) => person.key === key);
    if (!found) throw new Error(`the demo world has no ${key}`);
    return found;
  };
  return [
    {
      at: colleague.joinsAt,
      do: (world) => addColleague(world, findPerson(owner), findPerson(colleague.key), colleague.role),
    },
    { at: waiting.invitedAt, do: (world) => invite(world, findPerson(owner), waiting) },
  ];
}

/** If an earlier run stopped in between, resends the invitation. */
async function addColleague(world: World, owner: Person, colleague: Person, role: TeamRole): Promise<void> {
  const { deps } = world;
  const { email } = colleague;
  await signIn(world, owner.key, owner);
  const { members, invitations } = await getTeam(deps, getActor(world, owner.key));
  if (members.some((member) => member.email === email)) return;
  const open = invitations.find((invitation) => invitation.email === email);
  if (open) await resendInvitation(deps, getActor(world, owner.key), open.id);
  else await inviteToTeam(deps, getActor(world, owner.key), { email, role });
  await world.runDue();
  const link = new URL(await world.lastLink(email));
  const token = link.searchParams.get('token') ?? '';
  await acceptInvitation(deps, getActor(world, colleague.key), token);
}

async function invite(world: World, owner: Person, { email, role }: TeamPlan['waiting']): Promise<void> {
  // An invitation needs a recent sign-in.
  await signIn(world, owner.key, owner);
  const { invitations } = await getTeam(world.deps, getActor(world, owner.key));
  if (invitations.some((invitation) => invitation.email === email)) return;
  await inviteToTeam(world.deps, getActor(world, owner.key), { email, role });
}
