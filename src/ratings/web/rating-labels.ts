import { type Message, msg, t } from '#kernel/text.ts';
import type { Rating, RatingExchange, RatingSide, RatingTick } from '../contract.ts';

export const tickLabels: Readonly<Record<RatingTick, Message>> = {
  'clear-brief': msg('Clear instructions'),
  'ready-on-time': msg('Place and kit ready on time'),
  'would-work-again': msg('Would work for them again'),
  'on-time': msg('On time'),
  'followed-brief': msg('Followed the brief'),
  'would-hire-again': msg('Would hire again'),
};

/** From one star to five. */
export const starLabels = [msg('Poor'), msg('Fair'), msg('Good'), msg('Very good'), msg('Excellent')];

/** Visitors see no names of marketers. */
export function formatAuthor({ authorName, authorSide }: Pick<Rating, 'authorName' | 'authorSide'>): string {
  return authorName ?? t(unnamed[authorSide]);
}

const unnamed: Readonly<Record<RatingSide, Message>> = {
  marketer: msg('A marketer'),
  advertiser: msg('A business'),
};

/** Returns null if both are public. */
export function formatExchange(
  { own, other, isOtherSent, can, otherName, closesAt }: RatingExchange,
  formatTime: (moment: string) => string,
): string | null {
  if (can.rate && isOtherSent)
    return t('{otherName} has rated you. Rate by {time}.', { otherName, time: formatTime(closesAt) });
  if (can.rate) return t('You can rate {otherName} until {time}.', { otherName, time: formatTime(closesAt) });
  if (own && !own.isPublished)
    return t('Public on {time}, or as soon as {otherName} has rated too.', {
      time: formatTime(own.publishedAt),
      otherName,
    });
  if (!own) return other ? null : t('The time to rate has passed.');
  return null;
}
