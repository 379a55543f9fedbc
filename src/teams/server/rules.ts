import { MAX_TEAM_PEOPLE, type TeamRole } from '../contract.ts';

/**
 * A permission for what belongs to a business: 'read' it, 'decide' about applications and proofs and edit
 * drafts, or 'own' it: pay, close and refund, reserved to its owner (decision 22.5).
 */
export type TeamPermission = 'read' | 'decide' | 'own';
export type TeamPermissions = Readonly<Record<TeamPermission, boolean>>;

const permissionsByRole: Readonly<Record<'owner' | TeamRole | 'stranger', TeamPermissions>> = {
  owner: { read: true, decide: true, own: true },
  manager: { read: true, decide: true, own: false },
  viewer: { read: true, decide: false, own: false },
  stranger: { read: false, decide: false, own: false },
};

/** Returns the permissions of an owner, a member, or (undefined) a user outside the team. */
export function getPermissions(part: 'owner' | TeamRole | undefined): TeamPermissions {
  return permissionsByRole[part ?? 'stranger'];
}

export interface InvitationFacts {
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

/** Returns true if it is neither accepted nor revoked. It may have expired, and can then be sent again. */
export function isOpen({
  acceptedAt,
  revokedAt,
}: Pick<InvitationFacts, 'acceptedAt' | 'revokedAt'>): boolean {
  return acceptedAt === null && revokedAt === null;
}

/** Returns true from the exact time of expiry on. */
export function isExpired({ expiresAt }: Pick<InvitationFacts, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now;
}

/** Returns true if the team has room for one more member. Expired invitations do not count. */
export function hasRoom(members: number, invitations: readonly InvitationFacts[], now: Date): boolean {
  const waiting = invitations.filter((invitation) => isOpen(invitation) && !isExpired(invitation, now));
  return members + waiting.length < MAX_TEAM_PEOPLE;
}
