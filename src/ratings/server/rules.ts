import {
  BLIND_PERIOD_MS,
  RATING_PERIOD_MS,
  type RatingSide,
  type RatingTick,
  ticksBySide,
} from '#ratings/contract.ts';
import type { RefusalCode } from '#ratings/domain.ts';
import { addMilliseconds } from '#kernel/time.ts';

interface RatingFacts {
  publishedAt: Date;
  reply: string | null;
}

interface ExchangeFacts {
  /** When it was paid or its dispute was decided. */
  openedAt: Date | null;
  own: RatingFacts | null;
  other: RatingFacts | null;
}

export const isPublished = ({ publishedAt }: Pick<RatingFacts, 'publishedAt'>, now: Date) =>
  publishedAt <= now;

/**
 * Once the other side has rated, this side may rate until that rating becomes public, so that no side ever rates after
 * it has read the other's rating.
 */
export function closesAt(openedAt: Date, other: Pick<RatingFacts, 'publishedAt'> | null): Date {
  return other?.publishedAt ?? addMilliseconds(openedAt, RATING_PERIOD_MS);
}

export function checkRatable({ openedAt, own, other }: ExchangeFacts, now: Date): RefusalCode | null {
  if (own) return 'rating/exists';
  if (!openedAt) return 'rating/not-open';
  return now < closesAt(openedAt, other) ? null : 'rating/too-late';
}

/** At once if it is the second of its pair. */
export function publicationTime({ other }: Pick<ExchangeFacts, 'other'>, now: Date): Date {
  return other ? now : addMilliseconds(now, BLIND_PERIOD_MS);
}

export function checkChangeable({ own }: Pick<ExchangeFacts, 'own'>, now: Date): RefusalCode | null {
  if (!own) return 'rating/none';
  return isPublished(own, now) ? 'rating/published' : null;
}

/** Returns 'same' if this reply was already sent. */
export function checkReply(
  { other }: Pick<ExchangeFacts, 'other'>,
  text: string | null,
  now: Date,
): RefusalCode | 'same' | null {
  if (!other || !isPublished(other, now)) return 'rating/nothing-to-reply';
  if (other.reply === null) return null;
  return other.reply === text ? 'same' : 'rating/replied';
}

/** Returns null if a tick belongs to the other side. */
export function sortTicks(side: RatingSide, ticks: readonly RatingTick[]): RatingTick[] | null {
  const offered = ticksBySide[side];
  return ticks.every((tick) => offered.includes(tick))
    ? offered.filter((tick) => ticks.includes(tick))
    : null;
}
