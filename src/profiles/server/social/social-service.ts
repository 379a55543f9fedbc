import type { BodyOf } from '#kernel/endpoint.ts';
import { msg, t, translateStored } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#profiles/domain.ts';
import type { declareSocialAccount as declareEndpoint, SocialAccount } from '#profiles/social-contract.ts';
import { type SocialPlatform, socialUrl } from '#profiles/social-handle-contract.ts';
import { socialAccountSubmitted } from '../events.ts';
import * as rules from './social-rules.ts';
import * as store from './social-store.ts';
import { lockProfile } from '../store.ts';
import type { SocialAccountRow } from '../tables.ts';

/**
 * Confirmed by an admin within the last 90 days. Users without a count are omitted. In a transaction that locks a
 * user's profile, that user's count stays true until it ends.
 */
export async function loadFollowers(
  reader: Reader,
  accountIds: readonly string[],
  platform: SocialPlatform,
  now: Date,
): Promise<Map<string, number>> {
  const accounts = await loadConfirmedAccounts(reader, accountIds, platform, now);
  return new Map(Array.from(accounts, ([id, { followers }]) => [id, followers]));
}

export interface ConfirmedAccount {
  handle: string;
  url: string;
  followers: number;
}

export async function loadConfirmedAccounts(
  reader: Reader,
  accountIds: readonly string[],
  platform: SocialPlatform,
  now: Date,
): Promise<Map<string, ConfirmedAccount>> {
  const rows = await store.listSocialAccountsOn(reader, accountIds, platform);
  return new Map(
    rows.flatMap((row): [string, ConfirmedAccount][] => {
      const followers = rules.getValidFollowers(row, now);
      const { handle } = row;
      return followers === null
        ? []
        : [[row.accountId, { handle, url: socialUrl(platform, handle), followers }]];
    }),
  );
}

export async function listSocialAccounts(deps: Deps, actor: Actor): Promise<SocialAccount[]> {
  const rows = await store.listSocialAccounts(deps.db, actor.userId);
  return rows.map((row) => toSocialAccount(row, deps.clock.now()));
}

/**
 * A confirmation of the same handle stays valid during the new check; that of another handle is removed. Idempotent.
 * Throws 'social/handle-taken' if another user has a valid confirmation of it.
 */
export async function declareSocialAccount(
  deps: Deps,
  actor: Actor,
  { platform, handle, followers }: BodyOf<typeof declareEndpoint>,
): Promise<SocialAccount> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    // Otherwise concurrent calls could both insert.
    await lockProfile(tx, actor.userId, now);
    const present = await store.findSocialAccountOn(tx, actor.userId, platform);
    const isSameHandle = present?.handle.toLowerCase() === handle.toLowerCase();
    const isWaiting = present?.status === 'declared' || present?.status === 'pending';
    if (present && isSameHandle && isWaiting && present.followers === followers)
      return toSocialAccount(present, now);
    const holder = await store.findHolder(tx, { platform, handle, accountId: actor.userId });
    if (holder && !rules.isOutdated(holder, now)) {
      throw refuse('social/handle-taken', {
        fields: { handle: t('Another user has confirmed this account as theirs') },
      });
    }
    const declared = { handle, followers, status: 'declared', declaredAt: now } as const;
    // Keep the code until it is checked, so that the user needn't change the bio again.
    const keepsCode = isSameHandle && present.status !== 'approved';
    const row = present
      ? await store.updateSocialAccount(tx, present.id, {
          ...declared,
          code: keepsCode ? present.code : newCode(deps),
          ...noDecision,
          ...(isSameHandle ? {} : noConfirmation),
        })
      : await store.insertSocialAccount(tx, {
          id: deps.random.uuid(),
          accountId: actor.userId,
          platform,
          code: newCode(deps),
          ...declared,
        });
    await audit(tx, deps, {
      actor,
      action: 'social-account.declared',
      object: { kind: 'account', id: actor.userId },
      // Without the handle, which names the person: the log outlives the account.
      details: { platform, followers },
    });
    return toSocialAccount(row, now);
  });
}

/** Stored in English. */
export const takenReason = msg('Another user has since confirmed this account as theirs.');

/** The platform's own reason is in the reader's language. */
export function formatRejectionReason(stored: string | null): string | null {
  return translateStored(stored, [takenReason]);
}

const noDecision = { submittedAt: null, decidedAt: null, decidedBy: null, rejectionReason: null } as const;
export const noConfirmation = {
  verifiedFollowers: null,
  verifiedAt: null,
  verifiedUntil: null,
  askedAgainAt: null,
} as const;

/** Idempotent. Throws 'social/not-found' and 'social/decided'. */
export async function submitSocialAccount(deps: Deps, actor: Actor, id: string): Promise<SocialAccount> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const present = await lockOwn(tx, actor, id, now);
    if (present.status === 'pending') return toSocialAccount(present, now);
    if (!rules.canSubmit(present)) throw refuse('social/decided', { state: present.status });
    const row = await store.updateSocialAccount(tx, id, {
      ...noDecision,
      status: 'pending',
      submittedAt: now,
    });
    const { platform } = row;
    await audit(tx, deps, {
      actor,
      action: 'social-account.submitted',
      object: { kind: 'account', id: actor.userId },
      details: { platform },
    });
    const ref = `${actor.userId}:${platform}:${now.toISOString()}`;
    const payload = { userId: actor.userId, platform };
    await announce(tx, socialAccountSubmitted, { ref, payload }, deps.clock);
    return toSocialAccount(row, now);
  });
}

/** The handle is then free again. Throws 'social/not-found'. */
export async function disconnectSocialAccount(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { platform } = await lockOwn(tx, actor, id, deps.clock.now());
    await store.deleteSocialAccount(tx, id);
    await audit(tx, deps, {
      actor,
      action: 'social-account.disconnected',
      object: { kind: 'account', id: actor.userId },
      details: { platform },
    });
  });
}

/** Locks the profile, then the account, always in this order. */
async function lockOwn(tx: Tx, actor: Actor, id: string, now: Date): Promise<SocialAccountRow> {
  await lockProfile(tx, actor.userId, now);
  const present = await store.lockSocialAccount(tx, id);
  if (present?.accountId !== actor.userId) throw refuse('social/not-found');
  return present;
}

function newCode({ random }: Deps): string {
  const signs = Array.from({ length: rules.CODE_LENGTH }, () => random.below(rules.CODE_CHARACTERS.length));
  return rules.formatCode(signs);
}

export function toAccountFields(row: SocialAccountRow, now: Date): Omit<SocialAccount, 'can'> {
  return {
    id: row.id,
    platform: row.platform,
    handle: row.handle,
    url: socialUrl(row.platform, row.handle),
    followers: row.followers,
    code: row.status === 'approved' ? null : row.code,
    status: row.status,
    declaredAt: row.declaredAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    rejectionReason: formatRejectionReason(row.rejectionReason),
    verifiedFollowers: row.verifiedFollowers,
    verifiedUntil: row.verifiedUntil?.toISOString() ?? null,
    isOutdated: rules.isOutdated(row, now),
  };
}

function toSocialAccount(row: SocialAccountRow, now: Date): SocialAccount {
  return {
    ...toAccountFields(row, now),
    can: { submit: rules.canSubmit(row), renew: rules.canRenew(row, now) },
  };
}
