import type { ProfileForm } from './contract.ts';

/** A marketer's complete profile form as the browser sends it. */
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
