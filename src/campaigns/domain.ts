import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { teamsDomain } from '#teams/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const campaignsDomain = defineDomain([platformDomain, uploadsDomain, teamsDomain, paymentsDomain], {
  refusals: {
    'campaign/not-found': [404, msg('We couldn’t find this campaign.')],
    'campaign/not-draft': [409, msg('You can only edit drafts.')],
    'campaign/incomplete': [422, msg('Please fill in all required fields for the selected campaign type.')],
    'campaign/start-passed': [422, msg('The start time must be in the future.')],
    'campaign/not-active': [409, msg('This campaign isn’t active.')],
    'campaign/disputed': [
      409,
      msg('The advertiser disputed the payment for this campaign, so it accepts no new marketers.'),
    ],
    'campaign/paused': [
      409,
      msg('The advertiser has paused this campaign, so it accepts no new marketers now.'),
    ],
    'campaign/full': [409, msg('Campaign Full')],
    'campaign/history-too-long': [
      422,
      msg('This period has more than 100,000 payments. Choose a shorter one.'),
    ],
    'campaign/already-funded': [409, msg('Campaign Already Funded!')],
    'campaign/payment-method': [422, msg('You can only pay with PayPal right now.')],
    'campaign/outside-tier': [422, msg('The pay per post is outside the range of the selected tier.')],
  },
  objects: {
    campaign: 'campaign/not-found',
  },
});

export const { endpoint, refuse } = campaignsDomain;
export type RefusalCode = RefusalCodeOf<typeof campaignsDomain>;
