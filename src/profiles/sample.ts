import type { ProfileForm } from './form-contract.ts';
import type { ListedMarketer } from './marketers-contract.ts';
import type { SocialAccount } from './social-contract.ts';

export const profileFormSample: ProfileForm = {
  firstName: 'Maya',
  lastName: 'Field',
  phoneNumber: '+1 415 555 0100',
  dateOfBirth: '1996-04-12',
  gender: 'female',
  clothingSize: 'm',
  address: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94105',
  country: 'United States',
  latitude: 37.7749,
  longitude: -122.4194,
};

export const socialAccountSample: SocialAccount = {
  id: '3a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c31',
  platform: 'instagram',
  handle: 'maya.runs',
  url: 'https://www.instagram.com/maya.runs/',
  followers: 12_400,
  code: 'PROMENADE-7K3F9QXM',
  status: 'declared',
  declaredAt: '2026-11-02T15:00:00.000Z',
  submittedAt: null,
  decidedAt: null,
  rejectionReason: null,
  verifiedFollowers: null,
  verifiedUntil: null,
  isOutdated: false,
  can: { submit: true, renew: false },
};

export const listedMarketerSample: ListedMarketer = {
  id: '4a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c41',
  name: 'Maya F.',
  imageUrl: null,
  city: 'San Francisco',
  state: 'CA',
  rating: 4.8,
  ratingCount: 12,
  finishedWork: 7,
  punctuality: { gigs: 6, onTime: 5 },
  activeStrikes: 0,
  isIdentityVerified: true,
  isLocationVerified: false,
  platforms: [{ platform: 'instagram', tier: 'micro' }],
};
