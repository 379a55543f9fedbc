import { testUser } from '#auth/web/test-user.ts';
import type { OwnCampaign } from '../contract.ts';
import { ownCampaignSample } from '../sample.ts';

/** Who is signed in where a screen of the advertiser's is tested. */
export const advertiser = testUser({
  email: 'ada@harbor.test',
  userType: 'advertiser',
  firstName: 'Ada',
  lastName: 'Moreno',
  city: 'San Francisco',
  state: 'CA',
  businessName: 'Harbor Roasters',
  businessType: 'food_beverage',
});

/** A complete draft of theirs that waits for its money. */
export const ownDraft: OwnCampaign = {
  ...ownCampaignSample,
  status: 'draft',
  escrowStatus: 'pending',
  escrowAmount: null,
  platformFee: null,
  can: { edit: true, fund: true, apply: false, review: false, close: false },
};
