import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { TeamRole } from '#teams/contract.ts';

const TeamFact = z.object({ ownerId: Id, memberId: Id });

export const teamJoined = defineEvent('team.joined', TeamFact.extend({ role: TeamRole }));

export const teamRoleChanged = defineEvent('team.role-changed', TeamFact.extend({ role: TeamRole }));

export const memberRemoved = defineEvent('team.removed', TeamFact);

/** A member left, on their own or because they are no longer an advertiser. */
export const memberLeft = defineEvent('team.left', TeamFact);

/** The owner's account was deleted or is no longer an advertiser. One event per member. */
export const teamEnded = defineEvent('team.ended', TeamFact);
