import type { BodyOf } from '#kernel/endpoint.ts';
import type { PageQuery } from '#kernel/page.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { loadOutlineNames } from '#profiles/server/service.ts';
import {
  type AdminRating,
  type hideRatingWords as hideContract,
  listAllRatings as listContract,
} from '#ratings/contract.ts';
import { refuse } from '#ratings/domain.ts';
import type { z } from 'zod';
import { ratingHidden } from './events.ts';
import { toRatings } from './rating-presenter.ts';
import { loadEventPayload } from './service.ts';
import * as store from './store.ts';

type Page = z.output<typeof PageQuery>;

/** The stars keep counting. Repeating it changes nothing. */
export async function hideRatingWords(
  deps: Deps,
  actor: Actor,
  id: string,
  { part, isHidden, reason }: BodyOf<typeof hideContract>,
): Promise<AdminRating> {
  return transact(deps.db, async (tx) => {
    const present = await store.lockRating(tx, id);
    const writerId = part === 'text' ? present?.authorId : present?.repliedBy;
    if (!present || !writerId) throw refuse('rating/not-found');
    const now = deps.clock.now();
    const field = part === 'text' ? 'isTextHidden' : 'isReplyHidden';
    if (present[field] !== isHidden) {
      await store.updateRating(tx, id, { [field]: isHidden });
      const object = { kind: 'rating', id };
      const action = isHidden ? 'rating.hidden' : 'rating.shown';
      await audit(tx, deps, { actor, action, object, reason, details: { part } });
      if (isHidden) {
        const payload = { ...(await loadEventPayload(tx, id)), writerId, part, reason };
        await announce(tx, ratingHidden, { ref: `${id}:${part}:${now.toISOString()}`, payload }, deps.clock);
      }
    }
    const [answer] = await toAdminRatings(tx, [await store.getRatingOfWork(tx, id)], now);
    if (!answer) throw new Error(`rating ${id} was not answered`);
    return answer;
  });
}

export async function listAllRatings(deps: Deps, query: Page): Promise<AdminRating[]> {
  const found = await store.listAll(deps.db, parseTimePage(query));
  return toAdminRatings(deps.db, found, deps.clock.now());
}

export function linkToNextRatings(ratings: readonly AdminRating[], query: Page): string | null {
  const last = ratings.at(-1)?.rating;
  return linkToNext(listContract.path, query, ratings.length, last && { at: last.sentAt, id: last.id });
}

async function toAdminRatings(
  reader: Reader,
  found: readonly store.RatingOfWork[],
  now: Date,
): Promise<AdminRating[]> {
  const ratings = await toRatings(reader, found, { seesNames: true, seesHidden: () => true }, now);
  const names = await loadOutlineNames(
    reader,
    found.map(({ marketerId }) => marketerId),
  );
  return ratings.map((rating, index) => {
    const work = found[index];
    if (!work) throw new Error('a rating has no work');
    const { campaignId, campaignTitle, company, marketerId } = work;
    const ratedName = rating.authorSide === 'marketer' ? company || null : (names.get(marketerId) ?? null);
    return { rating, campaignId, campaignTitle, ratedName };
  });
}
