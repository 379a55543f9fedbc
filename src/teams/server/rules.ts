import { MAX_TEAM_PEOPLE, type TeamRole } from '../contract.ts';

/**
 * What can be done with what belongs to a business: 'read' it, 'decide' about people's applications and proofs and write drafts,
 * or what is its owner's alone ('own'): pay, close, refund (decisions.md 12.5).
 */
export type Deed = 'read' | 'decide' | 'own';
export type Rights = Readonly<Record<Deed, boolean>>;

const rightsByPart: Readonly<Record<'owner' | TeamRole | 'nobody', Rights>> = {
  owner: { read: true, decide: true, own: true },
  manager: { read: true, decide: true, own: false },
  viewer: { read: true, decide: false, own: false },
  nobody: { read: false, decide: false, own: false },
};

/** What somebody may do for a business whose owner or member they are, or to which they do not belong. */
export function rightsOf(part: 'owner' | TeamRole | undefined): Rights {
  return rightsByPart[part ?? 'nobody'];
}

export interface InvitationFacts {
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

/** Has nobody accepted it or taken it back? It may have expired, and can then be sent again. */
export function isOpen({
  acceptedAt,
  revokedAt,
}: Pick<InvitationFacts, 'acceptedAt' | 'revokedAt'>): boolean {
  return acceptedAt === null && revokedAt === null;
}

/** At its very moment an invitation has expired. */
export function isExpired({ expiresAt }: Pick<InvitationFacts, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now;
}

/** Is there room for one more? What has expired takes none. */
export function hasRoom(members: number, invitations: readonly InvitationFacts[], now: Date): boolean {
  const waiting = invitations.filter((invitation) => isOpen(invitation) && !isExpired(invitation, now));
  return members + waiting.length < MAX_TEAM_PEOPLE;
}
