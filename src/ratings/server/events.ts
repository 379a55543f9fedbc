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

/** Everyone may read the rating now. */
export const ratingPublished = defineEvent('rating.published', RatingFact);
export const ratingReplied = defineEvent('rating.replied', RatingFact.extend({ repliedBy: Id }));
/** An admin hid words. `writerId` wrote them. */
export const ratingHidden = defineEvent(
  'rating.hidden',
  RatingFact.extend({ writerId: Id, part: z.enum(['text', 'reply']), reason: z.string() }),
);
