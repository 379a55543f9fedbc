import { MAX_TEAM_PEOPLE, type TeamRole } from '../contract.ts';

/** 'decide' covers applications, proofs and drafts. 'own' covers paying, closing and refunds (decision 22.5). */
export type TeamPermission = 'read' | 'decide' | 'own';
export type TeamPermissions = Readonly<Record<TeamPermission, boolean>>;

const permissionsByRole: Readonly<Record<'owner' | TeamRole | 'stranger', TeamPermissions>> = {
  owner: { read: true, decide: true, own: true },
  manager: { read: true, decide: true, own: false },
  viewer: { read: true, decide: false, own: false },
  stranger: { read: false, decide: false, own: false },
};

export function getPermissions(part: 'owner' | TeamRole | undefined): TeamPermissions {
  return permissionsByRole[part ?? 'stranger'];
}

export interface InvitationFacts {
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

/** An expired invitation is open, because it can be sent again. */
export function isOpen({
  acceptedAt,
  revokedAt,
}: Pick<InvitationFacts, 'acceptedAt' | 'revokedAt'>): boolean {
  return acceptedAt === null && revokedAt === null;
}

export function isExpired({ expiresAt }: Pick<InvitationFacts, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now;
}

/** Expired invitations do not count. */
export function hasRoom(members: number, invitations: readonly InvitationFacts[], now: Date): boolean {
  const waiting = invitations.filter((invitation) => isOpen(invitation) && !isExpired(invitation, now));
  return members + waiting.length < MAX_TEAM_PEOPLE;
}
