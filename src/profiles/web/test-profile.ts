export const filledProfile = {
  firstName: 'Ada',
  lastName: 'Moreno',
  phoneNumber: '+1 415 555 0134',
  dateOfBirth: '1994-05-17',
  address: '18 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94103',
  country: 'US',
};
