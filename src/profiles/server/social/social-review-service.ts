import type { BodyOf } from '#kernel/endpoint.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#profiles/domain.ts';
import {
  type decideSocialAccount as decideEndpoint,
  listSocialChecks as listContract,
  type SocialCheck,
  type SocialCheckQuery,
  socialProcess,
} from '#profiles/social-contract.ts';
import { socialAccountDecided } from '../events.ts';
import { loadNames } from '../service.ts';
import * as rules from './social-rules.ts';
import { noConfirmation, takenReason, toAccountFields } from './social-service.ts';
import * as store from './social-store.ts';
import { lockProfile } from '../store.ts';
import type { SocialAccountRow } from '../tables.ts';

/** Pending ones by longest wait, decided ones newest first. Throws for an unknown cursor. */
export async function listSocialChecks(deps: Deps, query: SocialCheckQuery): Promise<SocialCheck[]> {
  const rows = await store.listSocialPage(deps.db, { status: query.status, ...parseTimePage(query) });
  return toChecks(deps.db, rows, deps.clock.now());
}

export function linkToNextChecks(checks: readonly SocialCheck[], query: SocialCheckQuery): string | null {
  const last = checks.at(-1);
  const at = query.status === 'pending' ? last?.submittedAt : last?.decidedAt;
  return linkToNext(listContract.path, query, checks.length, last && at ? { at, id: last.id } : undefined);
}

/**
 * Idempotent. Throws 'social/decided' with the state for another decision, and 'social/changed' if the account was
 * submitted again since the admin looked. Throws 'social/handle-taken' if another user has a valid confirmation of the
 * handle; an expired one is taken from them.
 */
export async function decideSocialAccount(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: BodyOf<typeof decideEndpoint>,
): Promise<SocialCheck> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const present = await lockForDecision(tx, id, now);
    if (present.accountId === actor.userId) throw refuse('social/own');
    if (present.submittedAt?.toISOString() !== decision.submittedAt) {
      throw refuse('social/changed', { state: present.status });
    }
    if (isSame(present, decision)) return toCheck(tx, present, now);
    const act = decision.status === 'approved' ? 'approve' : 'reject';
    if (socialProcess.next(present.status, act, 'admin') === null) {
      throw refuse('social/decided', { state: present.status });
    }
    const decided = { decidedAt: now, decidedBy: actor.userId };
    const row =
      decision.status === 'approved'
        ? await approve(tx, deps, actor, present, { ...decided, followers: decision.followers })
        : await store.updateSocialAccount(tx, id, {
            ...decided,
            ...noConfirmation,
            status: 'rejected',
            rejectionReason: decision.reason,
          });
    await audit(tx, deps, {
      actor,
      action: decision.status === 'approved' ? 'social-account.approved' : 'social-account.rejected',
      object: { kind: 'account', id: row.accountId },
      reason: row.rejectionReason ?? undefined,
      details: { platform: row.platform, followers: row.verifiedFollowers },
    });
    await notifyOwner(tx, deps, row);
    return toCheck(tx, row, now);
  });
}

/** Locks the handle, then the profile, then the row, always in this order. Throws 'social/not-found'. */
async function lockForDecision(tx: Tx, id: string, now: Date): Promise<SocialAccountRow> {
  const found = await store.findSocialAccount(tx, id);
  if (!found) throw refuse('social/not-found');
  await store.lockHandle(tx, found.platform, found.handle);
  await lockProfile(tx, found.accountId, now);
  const present = await store.lockSocialAccount(tx, id);
  if (!present) throw refuse('social/not-found');
  // The handle changed between the two reads, so the lock is on the wrong handle.
  if (present.handle !== found.handle) throw refuse('social/changed', { state: present.status });
  return present;
}

function isSame(present: SocialAccountRow, decision: BodyOf<typeof decideEndpoint>): boolean {
  return decision.status === 'approved'
    ? present.status === 'approved' && present.verifiedFollowers === decision.followers
    : present.status === 'rejected' && present.rejectionReason === decision.reason;
}

async function approve(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  present: SocialAccountRow,
  { followers, decidedAt, decidedBy }: { followers: number; decidedAt: Date; decidedBy: string },
): Promise<SocialAccountRow> {
  const holder = await store.findHolder(tx, present);
  if (holder && !rules.isOutdated(holder, decidedAt)) throw refuse('social/handle-taken');
  if (holder) await revokeHandle(tx, deps, actor, holder);
  return store.updateSocialAccount(tx, present.id, {
    status: 'approved',
    decidedAt,
    decidedBy,
    verifiedFollowers: followers,
    verifiedAt: decidedAt,
    verifiedUntil: rules.validUntil(decidedAt),
    askedAgainAt: null,
  });
}

/** The confirmation has expired. A new check of theirs continues; an approval ends. */
async function revokeHandle(tx: Tx, deps: Deps, actor: Actor, holder: SocialAccountRow): Promise<void> {
  const stood = holder.status === 'approved';
  const ended = stood
    ? {
        status: 'rejected' as const,
        rejectionReason: takenReason.text,
        decidedAt: deps.clock.now(),
        decidedBy: actor.userId,
      }
    : {};
  const row = await store.updateSocialAccount(tx, holder.id, { ...noConfirmation, ...ended });
  if (stood) await notifyOwner(tx, deps, row);
}

async function notifyOwner(tx: Tx, deps: Deps, row: SocialAccountRow): Promise<void> {
  const { accountId: userId, platform, status, decidedAt } = row;
  if (status !== 'approved' && status !== 'rejected') throw new Error('nothing was decided');
  const ref = `${userId}:${platform}:${decidedAt?.toISOString()}`;
  const payload = {
    userId,
    platform,
    status,
    followers: row.verifiedFollowers,
    reason: row.rejectionReason,
  };
  await announce(tx, socialAccountDecided, { ref, payload }, deps.clock);
}

async function toCheck(reader: Reader, row: SocialAccountRow, now: Date): Promise<SocialCheck> {
  const [check] = await toChecks(reader, [row], now);
  if (!check) throw new Error(`social account ${row.id} was not answered`);
  return check;
}

async function toChecks(
  reader: Reader,
  rows: readonly SocialAccountRow[],
  now: Date,
): Promise<SocialCheck[]> {
  const people = await loadNames(reader, [...new Set(rows.map(({ accountId }) => accountId))]);
  return rows.map((row) => ({
    ...toAccountFields(row, now),
    name: people.get(row.accountId)?.name ?? '',
    can: { decide: row.status === 'pending' },
  }));
}
