import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { teamsDomain } from '#teams/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const campaignsDomain = defineDomain([platformDomain, uploadsDomain, teamsDomain, paymentsDomain], {
  refusals: {
    'campaign/not-found': [404, 'We couldn’t find this campaign.'],
    'campaign/not-draft': [409, 'You can only edit drafts.'],
    'campaign/incomplete': [422, 'Please fill in all required fields for the selected campaign type.'],
    'campaign/start-passed': [422, 'The start time must be in the future.'],
    'campaign/not-active': [409, 'This campaign isn’t active.'],
    'campaign/disputed': [
      409,
      'The advertiser disputed the payment for this campaign, so it accepts no new marketers.',
    ],
    'campaign/paused': [409, 'The advertiser has paused this campaign, so it accepts no new marketers now.'],
    'campaign/full': [409, 'Campaign Full'],
    'campaign/history-too-long': [422, 'This period has more than 100,000 payments. Choose a shorter one.'],
    'campaign/already-funded': [409, 'Campaign Already Funded!'],
    'campaign/payment-method': [422, 'You can only pay with PayPal right now.'],
    'campaign/outside-tier': [422, 'The pay per post is outside the range of the selected tier.'],
  },
  objects: {
    campaign: 'campaign/not-found',
  },
});

export const { endpoint, refuse } = campaignsDomain;
export type RefusalCode = RefusalCodeOf<typeof campaignsDomain>;
