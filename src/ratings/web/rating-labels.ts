import type { Rating, RatingExchange, RatingSide, RatingTick } from '../contract.ts';

export const tickLabels: Readonly<Record<RatingTick, string>> = {
  'clear-brief': 'Clear instructions',
  'ready-on-time': 'Place and kit ready on time',
  'would-work-again': 'Would work for them again',
  'on-time': 'On time',
  'followed-brief': 'Followed the brief',
  'would-hire-again': 'Would hire again',
};

export const starLabels = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;

/** Returns the author of a public rating. Visitors see no names of marketers. */
export function formatAuthor({ authorName, authorSide }: Pick<Rating, 'authorName' | 'authorSide'>): string {
  return authorName ?? unnamed[authorSide];
}

const unnamed: Readonly<Record<RatingSide, string>> = { marketer: 'A marketer', advertiser: 'A business' };

/** Returns what happens next with the ratings of a piece of work, or null if both are public. */
export function formatExchange(
  { own, other, isOtherSent, can, otherName, closesAt }: RatingExchange,
  formatTime: (moment: string) => string,
): string | null {
  if (can.rate && isOtherSent) return `${otherName} has rated you. Rate by ${formatTime(closesAt)}.`;
  if (can.rate) return `You can rate ${otherName} until ${formatTime(closesAt)}.`;
  if (own && !own.isPublished)
    return `Public on ${formatTime(own.publishedAt)}, or as soon as ${otherName} has rated too.`;
  if (!own) return other ? null : 'The time to rate has passed.';
  return null;
}
