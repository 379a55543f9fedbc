import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { TeamRole } from '#teams/contract.ts';

const TeamFact = z.object({ ownerId: Id, memberId: Id });

/** Somebody accepted an invitation. */
export const teamJoined = defineEvent('team.joined', TeamFact.extend({ role: TeamRole }));

/** A member may do more, or less, than before. */
export const teamRoleChanged = defineEvent('team.role-changed', TeamFact.extend({ role: TeamRole }));

/** The owner took a member out. */
export const memberRemoved = defineEvent('team.removed', TeamFact);

/** A member left, by themselves or because they are no advertiser any more. */
export const memberLeft = defineEvent('team.left', TeamFact);

/** The business is no more: its owner is gone, or no advertiser any more. One for each member. */
export const teamEnded = defineEvent('team.ended', TeamFact);
