import { testUser } from '#auth/web/test-user.ts';

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
