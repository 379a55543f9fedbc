import { testUser } from '#auth/web/test-user.ts';

export const marketer = testUser({
  id: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  email: 'maya@example.com',
  firstName: 'Maya',
  lastName: 'Lindqvist',
  city: 'San Francisco',
  state: 'CA',
  emailVerified: true,
  ageVerified: true,
  termsAccepted: true,
  privacyAccepted: true,
  locationConsent: true,
});
