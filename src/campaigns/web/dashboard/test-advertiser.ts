import { testUser } from '#auth/web/test-user.ts';
import type { OwnCampaign } from '../../contract.ts';
import { ownCampaignSample } from '../../sample.ts';

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

export const ownDraft: OwnCampaign = {
  ...ownCampaignSample,
  status: 'draft',
  escrowStatus: 'pending',
  escrowAmount: null,
  platformFee: null,
  can: { edit: true, fund: true, apply: false, review: false, pause: false, resume: false, close: false },
};
