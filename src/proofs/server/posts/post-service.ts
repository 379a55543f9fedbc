import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import { loadConfirmedAccounts } from '#profiles/server/social/social-service.ts';
import { socialPlatformNames } from '#profiles/social-handle-contract.ts';
import { parsePostUrl } from '#profiles/social-post-contract.ts';
import { refuse } from '#proofs/domain.ts';
import {
  type DuePostCheck,
  FIRST_CHECK_AFTER_MS,
  type PostLooker,
  type recordPostCheck as recordContract,
  SERVER_PERIOD_MS,
} from '#proofs/post-contract.ts';
import { loadStandings, requireTeamPermission } from '#teams/server/service.ts';
import { lockProof } from '../deciding-service.ts';
import type { Deps } from '../ports.ts';
import { toPostLink } from './platforms.ts';
import { toSeen } from './post-presenter.ts';
import * as store from './post-store.ts';

/**
 * Refuses another platform, or another account than the confirmed one. A link that shows no account is accepted: the
 * reviewer looks.
 */
export async function assertOwnPost(
  reader: Reader,
  { socialPlatform: platform, campaignType }: CampaignRow,
  post: { url: string | undefined; marketerId: string; now: Date },
): Promise<void> {
  if (campaignType !== 'social' || !platform || post.url === undefined) return;
  const { isOnPlatform, handle } = parsePostUrl(platform, post.url);
  if (!isOnPlatform) {
    const message = t('Enter a link to {platform}', { platform: socialPlatformNames[platform] });
    throw refuse('proof/wrong-platform', { fields: { postUrl: message } });
  }
  if (handle === null) return;
  const accounts = await loadConfirmedAccounts(reader, [post.marketerId], platform, post.now);
  const own = accounts.get(post.marketerId);
  if (own?.handle.toLowerCase() === handle.toLowerCase()) return;
  const message = own
    ? t('This post is by @{handle}. Your confirmed account is @{own}.', { handle, own: own.handle })
    : t('Confirm your account @{handle} in your profile first.', { handle });
  throw refuse('proof/other-account', { fields: { postUrl: message } });
}

export async function planPostChecks(
  tx: Tx,
  proof: { id: string; postUrl: string | null; submittedAt: Date },
  { campaignType, closesAt, socialPlatform }: CampaignRow,
): Promise<void> {
  if (campaignType !== 'social' || proof.postUrl === null) return;
  const looker = chooseLooker(socialPlatform, proof.postUrl);
  const firstAt = addMilliseconds(proof.submittedAt, FIRST_CHECK_AFTER_MS);
  const hasEnd = closesAt !== null && closesAt > firstAt;
  await store.insertPostChecks(tx, [
    { proofId: proof.id, reason: 'first-day', dueAt: firstAt, looker },
    ...(hasEnd ? [{ proofId: proof.id, reason: 'end' as const, dueAt: closesAt, looker }] : []),
  ]);
}

/** Each look is due a day from now at the earliest. */
export async function replanPostChecks(
  tx: Tx,
  proof: { id: string; postUrl: string },
  { socialPlatform }: CampaignRow,
  now: Date,
): Promise<void> {
  await store.resetPostChecks(tx, proof.id, {
    firstAt: addMilliseconds(now, FIRST_CHECK_AFTER_MS),
    looker: chooseLooker(socialPlatform, proof.postUrl),
  });
}

function chooseLooker(platform: CampaignRow['socialPlatform'], postUrl: string): PostLooker {
  return toPostLink(platform, postUrl) === null ? 'business' : 'server';
}

export async function listDuePostChecks(deps: Deps, actor: Actor): Promise<DuePostCheck[]> {
  const standings = await loadStandings(deps.db, actor);
  const now = deps.clock.now();
  const serverDueBefore = deps.config.postChecks.isOn ? addMilliseconds(now, -SERVER_PERIOD_MS) : now;
  const rows = await store.listDue(deps.db, standings.ownerIds, { now, serverDueBefore });
  const people = await loadNames(deps.db, [...new Set(rows.map(({ marketerId }) => marketerId))]);
  return rows.map(({ marketerId, advertiserId, postUrl, dueAt, seen, seenAt, ...row }) => ({
    ...row,
    dueAt: dueAt.toISOString(),
    seen: toSeen({ seen, seenAt }),
    postUrl: postUrl ?? '',
    marketerName: people.get(marketerId)?.name ?? '',
    can: { decide: standings.with(advertiserId).rights.decide },
  }));
}

/** The answer can be corrected, also one of the server. */
export async function recordPostCheck(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, state }: BodyOf<typeof recordContract>,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { campaign } = await lockProof(tx, id);
    await requireTeamPermission(tx, actor, campaign.advertiserId, 'decide', () => refuse('proof/not-found'));
    const now = deps.clock.now();
    const check = await store.findPostCheck(tx, { proofId: id, reason });
    if (!check || check.dueAt > now) throw refuse('proof/check-not-due');
    if (check.state === state && check.checkedBy !== null) return;
    await store.updatePostCheck(tx, check, { state, checkedAt: now, checkedBy: actor.userId });
  });
}
