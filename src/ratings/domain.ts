import { applicationsDomain } from '#applications/domain.ts';
import { campaignsDomain } from '#campaigns/domain.ts';
import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';
import { profilesDomain } from '#profiles/domain.ts';
import { teamsDomain } from '#teams/domain.ts';

export const ratingsDomain = defineDomain(
  [platformDomain, profilesDomain, teamsDomain, campaignsDomain, applicationsDomain],
  {
    refusals: {
      'rating/not-found': [404, msg('We couldn’t find this rating.')],
      'rating/not-open': [
        409,
        msg('You can rate this work once it has been paid, or once its dispute has been decided.'),
      ],
      'rating/too-late': [409, msg('The time to rate this work has passed.')],
      'rating/exists': [409, msg('You’ve already rated this work.')],
      'rating/none': [409, msg('You haven’t rated this work yet.')],
      'rating/published': [409, msg('Your rating is public, so you can no longer change it.')],
      'rating/nothing-to-reply': [409, msg('There’s no public rating to reply to yet.')],
      'rating/replied': [409, msg('You’ve already replied to this rating.')],
    },
    objects: {
      rating: 'rating/not-found',
    },
    limits: {
      rating: '30/1h',
    },
  },
);

export const { endpoint, refuse } = ratingsDomain;
export type RefusalCode = RefusalCodeOf<typeof ratingsDomain>;
