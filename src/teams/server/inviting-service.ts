import { chooseTypeWith, type LockedAccount, lockAccountsOf } from '#auth/server/service.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/errors.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { audit } from '#platform/server/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { takeOrRefuse } from '#platform/server/limits/limits.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, hashToken, requireRecentSignIn } from '#platform/server/session.ts';
import * as contract from '../contract.ts';
import { teamJoined } from './events.ts';
import { mailInvitation, withdrawInvitationMails } from './invitation-mail.ts';
import { hasRoom, isExpired, isOpen } from './rules.ts';
import { businessNamesOf } from './service.ts';
import * as store from './store.ts';
import type { TeamInvitationRow } from './tables.ts';

/**
 * Asking somebody into a team, and their answer. Every write locks the accounts of those between whom it is before the invitation, so
 * that two of them about one team come one after the other, as do those that delete an account or change its type.
 */

/**
 * Mails an invitation. Nothing in the answer, or in the time that it takes, depends on whether the address has an account. One that
 * has expired is renewed. Refuses as the contract says, and 'request/too-many' by address.
 */
export async function inviteToTeam(
  deps: Deps,
  actor: Actor,
  { email, role }: BodyOf<typeof contract.inviteToTeam>,
): Promise<contract.TeamInvitation> {
  requireRecentSignIn(deps, actor);
  takeOrRefuse(deps.limits, 'invitation-address', email);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    const owner = (await lockAccountsOf(tx, [actor.userId])).get(actor.userId);
    if (owner?.email === email) throw refuse('team/own-address', { fields: { email: OWN_ADDRESS } });
    const members = await store.listMembers(tx, [actor.userId]);
    if (await store.isAmong(tx, members, email)) {
      const message = 'This person is in your team already.';
      throw refuse('team/member-exists', { fields: { email: message } });
    }
    const open = await store.listOpenInvitations(tx, actor.userId);
    const known = open.find((invitation) => invitation.email === email);
    if (known && !isExpired(known, now)) {
      throw refuse('team/invited-already', { fields: { email: 'You have invited this address already' } });
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

const OWN_ADDRESS = 'This is your own address';

/** A new link and a new week; the link before it is dead. Refuses 'team/invitation-over' for one that was accepted or taken back. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<contract.TeamInvitation> {
  requireRecentSignIn(deps, actor);
  const known = await store.findInvitation(deps.db, id);
  if (known?.ownerId !== actor.userId) throw refuse('team/invitation-not-found');
  takeOrRefuse(deps.limits, 'invitation-address', known.email);
  const now = deps.clock.now();
  const row = await transact(deps.db, async (tx) => {
    const present = await lockOwnInvitation(tx, actor, id);
    if (!isOpen(present)) throw refuse('team/invitation-over', { message: OVER });
    if (isExpired(present, now)) await refuseWithoutRoom(tx, actor.userId, now);
    const { token, ...sent } = newLink(deps, now);
    const invitation = await store.updateInvitation(tx, id, sent);
    await mailFrom(tx, deps, invitation, token);
    await audit(tx, deps, { actor, action: 'team.invited-again', object: { kind: 'team-invitation', id } });
    return invitation;
  });
  return toInvitation(row, now);
}

const OVER = 'This invitation was accepted or taken back already.';

async function refuseWithoutRoom(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const open = await store.listOpenInvitations(tx, ownerId);
  if (!hasRoom(await store.countMembers(tx, ownerId), open, now)) throw refuse('team/full');
}

/** From this moment its link lets nobody in. Refuses 'team/invitation-over' for one that was accepted. */
export async function revokeInvitation(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const present = await lockOwnInvitation(tx, actor, id);
    if (present.acceptedAt !== null) throw refuse('team/invitation-over', { message: ACCEPTED });
    if (present.revokedAt !== null) return;
    await store.updateInvitation(tx, id, { revokedAt: deps.clock.now() });
    await withdrawInvitationMails(tx, deps, present);
    await audit(tx, deps, { actor, action: 'team.uninvited', object: { kind: 'team-invitation', id } });
  });
}

const ACCEPTED = 'This invitation was accepted already. You can take the person out of your team instead.';

/** What the invitation asks; refuses whatever accepting it would refuse. */
export async function viewInvitation(
  deps: Deps,
  actor: Actor,
  token: string,
): Promise<ResponseInput<typeof contract.viewInvitation>> {
  return transact(deps.db, async (tx) => {
    const { invitation } = await lockForAnswer(tx, deps, actor, token);
    const { ownerId, expiresAt } = invitation;
    const [business, present] = await Promise.all([
      nameOf(tx, ownerId),
      store.findMember(tx, ownerId, actor.userId),
    ]);
    return {
      business,
      role: present?.role ?? invitation.role,
      expiresAt: expiresAt.toISOString(),
      isMember: present !== undefined,
    };
  });
}

/**
 * Joins the team. Who has no type yet becomes an advertiser. Accepting again, with the same link, answers the same as long as its
 * person is in the team.
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor,
  token: string,
): Promise<ResponseInput<typeof contract.acceptInvitation>> {
  return transact(deps.db, async (tx) => {
    const { invitation, me } = await lockForAnswer(tx, deps, actor, token);
    const { id, ownerId } = invitation;
    const business = await nameOf(tx, ownerId);
    const present = await store.findMember(tx, ownerId, actor.userId);
    if (present && !isOpen(invitation)) return { business, role: present.role };
    const { role } = invitation;
    const now = deps.clock.now();
    if (me.role === null) await chooseTypeWith(tx, deps, actor, 'advertiser');
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

/**
 * The invitation, where this caller may answer it: they have the address that it was sent to, and a type that a team takes. Both
 * accounts and the invitation are locked.
 */
async function lockForAnswer(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  token: string,
): Promise<{ invitation: TeamInvitationRow; me: LockedAccount }> {
  const tokenHash = hashToken(token);
  const found = await store.findInvitationByToken(tx, tokenHash);
  if (!found) throw refuse('team/invitation-over');
  const accounts = await lockAccountsOf(tx, [found.ownerId, actor.userId]);
  const me = accounts.get(actor.userId);
  const owner = accounts.get(found.ownerId);
  const invitation = await store.lockInvitation(tx, found.id);
  if (!me || !owner || !invitation) throw refuse('team/invitation-over');
  if (me.email !== invitation.email) throw refuse('team/other-address');
  // A newer link was mailed meanwhile.
  const isDead = invitation.tokenHash !== tokenHash || invitation.revokedAt !== null;
  const isGone = !owner.isLive || owner.role !== 'advertiser';
  if (isDead || isGone) throw refuse('team/invitation-over');
  if (me.role === 'marketer') throw refuse('team/not-for-type');
  if (me.role === 'admin') throw refuse('team/not-for-type', { message: FOR_ADMINS });
  if (invitation.acceptedAt === null && isExpired(invitation, deps.clock.now()))
    throw refuse('team/invitation-over');
  // Accepted before: still theirs while they are in the team.
  const isLeft =
    invitation.acceptedAt !== null && !(await store.findMember(tx, invitation.ownerId, actor.userId));
  if (isLeft) throw refuse('team/invitation-over');
  return { invitation, me };
}

const FOR_ADMINS =
  'A team takes advertisers only, and this is an administrator’s account. Please ask to be invited at another address.';

/** With the owner's account locked before it. Refuses 'team/invitation-not-found', also for somebody else's. */
async function lockOwnInvitation(tx: Tx, { userId }: Actor, id: string): Promise<TeamInvitationRow> {
  await lockAccountsOf(tx, [userId]);
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
  const business = await nameOf(tx, invitation.ownerId);
  await mailInvitation(tx, deps, invitation, { business, token });
}

async function nameOf(reader: Reader, ownerId: string): Promise<string> {
  return (await businessNamesOf(reader, [ownerId])).get(ownerId) ?? '';
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
