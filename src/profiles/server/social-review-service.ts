import type { BodyOf } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/errors.ts';
import { audit } from '#platform/server/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToNext, readMomentPage } from '#platform/server/moment-page.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/session.ts';
import {
  type decideSocialAccount as decideEndpoint,
  listSocialChecks as listContract,
  type SocialCheck,
  type SocialCheckQuery,
  socialProcess,
} from '#profiles/social-contract.ts';
import { socialAccountDecided } from './events.ts';
import { namesOf } from './service.ts';
import * as rules from './social-rules.ts';
import { factsOf, unseen } from './social-service.ts';
import * as store from './social-store.ts';
import { lockProfile } from './store.ts';
import type { SocialAccountRow } from './tables.ts';

/** A page of what waits, longest first, or of what was decided, newest first. Refuses a cursor that names no row. */
export async function listSocialChecks(deps: Deps, query: SocialCheckQuery): Promise<SocialCheck[]> {
  const rows = await store.listSocialPage(deps.db, { status: query.status, ...readMomentPage(query) });
  return toChecks(deps.db, rows, deps.clock.now());
}

/** The Link header's value for the accounts behind this page, or null. */
export function linkToNextChecks(checks: readonly SocialCheck[], query: SocialCheckQuery): string | null {
  const last = checks.at(-1);
  const at = query.status === 'pending' ? last?.submittedAt : last?.decidedAt;
  return linkToNext(listContract.path, query, checks.length, last && at ? { at, id: last.id } : undefined);
}

/**
 * What an administrator saw on the page. The same again changes nothing; another decision is refused with the present state
 * ('social/decided'), and one about what was handed in before something newer too ('social/changed'). A handle is one person's:
 * 'social/handle-taken' where somebody else has shown it and still counts; whoever showed it too long ago loses it.
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
            ...unseen,
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
    await tellOwner(tx, deps, row);
    return toCheck(tx, row, now);
  });
}

/** The handle, then the person, then the row: the one order of locks. Refuses 'social/not-found'. */
async function lockForDecision(tx: Tx, id: string, now: Date): Promise<SocialAccountRow> {
  const found = await store.findSocialAccount(tx, id);
  if (!found) throw refuse('social/not-found');
  await store.lockHandle(tx, found.platform, found.handle);
  await lockProfile(tx, found.accountId, now);
  const present = await store.lockSocialAccount(tx, id);
  if (!present) throw refuse('social/not-found');
  // Named anew between the two looks: what is locked is another handle.
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
  if (holder) await takeFrom(tx, deps, actor, holder);
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

const TAKEN = 'Somebody else has since shown that this account is theirs.';

/** From whoever showed the handle too long ago. What they are about to show anew goes on; what stood as approved ends. */
async function takeFrom(tx: Tx, deps: Deps, actor: Actor, holder: SocialAccountRow): Promise<void> {
  const stood = holder.status === 'approved';
  const ended = stood
    ? {
        status: 'rejected' as const,
        rejectionReason: TAKEN,
        decidedAt: deps.clock.now(),
        decidedBy: actor.userId,
      }
    : {};
  const row = await store.updateSocialAccount(tx, holder.id, { ...unseen, ...ended });
  if (stood) await tellOwner(tx, deps, row);
}

async function tellOwner(tx: Tx, deps: Deps, row: SocialAccountRow): Promise<void> {
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
  const people = await namesOf(reader, [...new Set(rows.map(({ accountId }) => accountId))]);
  return rows.map((row) => ({
    ...factsOf(row, now),
    name: people.get(row.accountId)?.name ?? '',
    can: { decide: row.status === 'pending' },
  }));
}
