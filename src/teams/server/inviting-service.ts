import { chooseUserTypeInTransaction, type LockedAccount, lockLiveAccounts } from '#auth/server/service.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { msg, t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#auth/server/ports.ts';
import { requireToken } from '#platform/server/limits/limits.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, hashToken, requireRecentSignIn } from '#platform/server/security/session.ts';
import { type LimitName, refuse } from '#teams/domain.ts';
import * as contract from '../contract.ts';
import type * as inviteContract from '../invite-contract.ts';
import { teamJoined } from './events.ts';
import { mailInvitation, withdrawInvitationMails } from './invitation-mail.ts';
import { hasRoom, isExpired, isOpen } from './rules.ts';
import { loadBusinessNames } from './service.ts';
import * as store from './store.ts';
import type { TeamInvitationRow } from './tables.ts';

/**
 * Every write locks the accounts of both sides before the invitation, as deleting an account or changing its type does.
 * This serializes concurrent writes to one team.
 */

/**
 * Renews an expired invitation. Neither the response nor its time depends on whether the address has an account.
 * Refuses as the contract says, and 'request/too-many' by address.
 */
export async function inviteToTeam(
  deps: Deps,
  actor: Actor,
  { email, role }: BodyOf<typeof inviteContract.inviteToTeam>,
): Promise<contract.TeamInvitation> {
  requireRecentSignIn(deps, actor);
  await requireToken<LimitName>(deps.limits, 'invitation-address', email);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    const owner = (await lockLiveAccounts(tx, [actor.userId])).get(actor.userId);
    if (owner?.email === email) throw refuse('team/own-address', { fields: { email: t(OWN_ADDRESS) } });
    const members = await store.listMembers(tx, [actor.userId]);
    if (await store.hasMemberWithEmail(tx, members, email)) {
      const message = t('This person is already in your team');
      throw refuse('team/member-exists', { fields: { email: message } });
    }
    const open = await store.listOpenInvitations(tx, actor.userId);
    const known = open.find((invitation) => invitation.email === email);
    if (known && !isExpired(known, now)) {
      throw refuse('team/invited-already', { fields: { email: t('You already invited this address') } });
    }
    if (!hasRoom(members.length, open, now)) throw refuse('team/full');
    const { token, ...sent } = newLink(deps, now);
    const invitation = known
      ? await store.updateInvitation(tx, known.id, { role, ...sent })
      : await store.insertInvitation(tx, {
          id: deps.random.uuid(),
          ownerId: actor.userId,
          email,
          role,
          invitedAt: now,
          ...sent,
        });
    await mailFrom(tx, deps, invitation, token);
    const object = { kind: 'team-invitation', id: invitation.id };
    await audit(tx, deps, { actor, action: 'team.invited', object, details: { role } });
    return invitation;
  });
  return toInvitation(row, now);
}

const OWN_ADDRESS = msg('This is your own email');

/** The old link stops working. Refuses 'team/invitation-over' if accepted or revoked. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<contract.TeamInvitation> {
  requireRecentSignIn(deps, actor);
  const known = await store.findInvitation(deps.db, id);
  if (known?.ownerId !== actor.userId) throw refuse('team/invitation-not-found');
  await requireToken<LimitName>(deps.limits, 'invitation-address', known.email);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    const present = await lockOwnInvitation(tx, actor, id);
    if (!isOpen(present)) throw refuse('team/invitation-over', { message: t(OVER) });
    if (isExpired(present, now)) await refuseWithoutRoom(tx, actor.userId, now);
    const { token, ...sent } = newLink(deps, now);
    const invitation = await store.updateInvitation(tx, id, sent);
    await mailFrom(tx, deps, invitation, token);
    await audit(tx, deps, { actor, action: 'team.invited-again', object: { kind: 'team-invitation', id } });
    return invitation;
  });
  return toInvitation(row, now);
}

const OVER = msg('This invitation was already accepted or revoked.');

async function refuseWithoutRoom(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const open = await store.listOpenInvitations(tx, ownerId);
  if (!hasRoom(await store.countMembers(tx, ownerId), open, now)) throw refuse('team/full');
}

/** Refuses 'team/invitation-over' if it was accepted. */
export async function revokeInvitation(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const present = await lockOwnInvitation(tx, actor, id);
    if (present.acceptedAt !== null) throw refuse('team/invitation-over', { message: t(ACCEPTED) });
    if (present.revokedAt !== null) return;
    await store.updateInvitation(tx, id, { revokedAt: deps.clock.now() });
    await withdrawInvitationMails(tx, deps, present);
    await audit(tx, deps, { actor, action: 'team.uninvited', object: { kind: 'team-invitation', id } });
  });
}

const ACCEPTED = msg('This invitation was already accepted. You can remove the member instead.');

/** Refuses whatever accepting it would refuse. */
export async function viewInvitation(
  deps: Deps,
  actor: Actor,
  token: string,
): Promise<ResponseInput<typeof contract.viewInvitation>> {
  return transact(deps.db, async (tx) => {
    const { invitation } = await lockForAnswer(tx, deps, actor, token);
    const { ownerId, expiresAt } = invitation;
    const business = await loadBusinessName(tx, ownerId);
    const present = await store.findMember(tx, ownerId, actor.userId);
    return {
      business,
      role: present?.role ?? invitation.role,
      expiresAt: expiresAt.toISOString(),
      isMember: present !== undefined,
    };
  });
}

/** A user without a type becomes an advertiser. Repeating it returns the same while the user is in the team. */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor,
  token: string,
): Promise<ResponseInput<typeof contract.acceptInvitation>> {
  return transact(deps.db, async (tx) => {
    const { invitation, me } = await lockForAnswer(tx, deps, actor, token);
    const { id, ownerId } = invitation;
    const business = await loadBusinessName(tx, ownerId);
    const present = await store.findMember(tx, ownerId, actor.userId);
    if (present && !isOpen(invitation)) return { business, role: present.role };
    const { role } = invitation;
    const now = deps.clock.now();
    if (me.role === null) await chooseUserTypeInTransaction(tx, deps, actor, 'advertiser');
    await store.insertMember(tx, { ownerId, memberId: actor.userId, role, joinedAt: now });
    await store.updateInvitation(tx, id, { acceptedAt: now, acceptedBy: actor.userId });
    await audit(tx, deps, {
      actor: { userId: actor.userId, role: 'advertiser' },
      action: 'team.joined',
      object: { kind: 'account', id: ownerId },
      details: { role },
    });
    const payload = { ownerId, memberId: actor.userId, role };
    await announce(tx, teamJoined, { ref: id, payload }, deps.clock);
    return { business, role };
  });
}

/** Locks both accounts and the invitation. The caller needs the invited address and a type that a team accepts. */
async function lockForAnswer(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  token: string,
): Promise<{ invitation: TeamInvitationRow; me: LockedAccount }> {
  const tokenHash = hashToken(token);
  const found = await store.findInvitationByToken(tx, tokenHash);
  if (!found) throw refuse('team/invitation-over');
  const accounts = await lockLiveAccounts(tx, [found.ownerId, actor.userId]);
  const me = accounts.get(actor.userId);
  const owner = accounts.get(found.ownerId);
  const invitation = await store.lockInvitation(tx, found.id);
  if (!me || !owner || !invitation) throw refuse('team/invitation-over');
  if (me.email !== invitation.email) throw refuse('team/other-address');
  // A newer link was mailed after this one.
  const isDead = invitation.tokenHash !== tokenHash || invitation.revokedAt !== null;
  const isGone = !owner.isLive || owner.role !== 'advertiser';
  if (isDead || isGone) throw refuse('team/invitation-over');
  if (me.role === 'marketer') throw refuse('team/not-for-type');
  if (me.role === 'admin') throw refuse('team/not-for-type', { message: t(FOR_ADMINS) });
  if (invitation.acceptedAt === null && isExpired(invitation, deps.clock.now()))
    throw refuse('team/invitation-over');
  // An accepted invitation stays readable while the user is in the team.
  const isLeft =
    invitation.acceptedAt !== null && !(await store.findMember(tx, invitation.ownerId, actor.userId));
  if (isLeft) throw refuse('team/invitation-over');
  return { invitation, me };
}

const FOR_ADMINS = msg(
  'Only advertisers can join a team, and this is an administrator account. Ask to be invited at another address.',
);

/** Refuses 'team/invitation-not-found', also for another owner's invitation. */
async function lockOwnInvitation(tx: Tx, { userId }: Actor, id: string): Promise<TeamInvitationRow> {
  await lockLiveAccounts(tx, [userId]);
  const found = await store.lockInvitation(tx, id);
  if (!found || found.ownerId !== userId) throw refuse('team/invitation-not-found');
  return found;
}

function newLink(deps: Deps, now: Date) {
  const token = deps.random.hex(32);
  const expiresAt = addMilliseconds(now, contract.INVITATION_LIFETIME_MS);
  return { token, tokenHash: hashToken(token), sentAt: now, expiresAt };
}

async function mailFrom(tx: Tx, deps: Deps, invitation: TeamInvitationRow, token: string): Promise<void> {
  const business = await loadBusinessName(tx, invitation.ownerId);
  await mailInvitation(tx, deps, invitation, { business, token });
}

async function loadBusinessName(reader: Reader, ownerId: string): Promise<string> {
  return (await loadBusinessNames(reader, [ownerId])).get(ownerId) ?? '';
}

export function toInvitation(row: TeamInvitationRow, now: Date): contract.TeamInvitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isExpired: isExpired(row, now),
  };
}
