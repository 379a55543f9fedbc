import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { defineEvent } from '#platform/server/outbox/announce.ts';
import { RatingSide } from '#ratings/contract.ts';

const RatingFact = z.object({
  ratingId: Id,
  applicationId: Id,
  campaignId: Id,
  authorSide: RatingSide,
  authorId: Id,
  ratedId: Id,
  stars: z.int(),
});

export const ratingPublished = defineEvent('rating.published', RatingFact);
export const ratingReplied = defineEvent('rating.replied', RatingFact.extend({ repliedBy: Id }));
/** `writerId` wrote the hidden words. */
export const ratingHidden = defineEvent(
  'rating.hidden',
  RatingFact.extend({ writerId: Id, part: z.enum(['text', 'reply']), reason: z.string() }),
);
