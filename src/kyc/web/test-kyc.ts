import type { KycStatus } from '../contract.ts';

/** Nothing handed in yet; tests change what matters to them. */
export function testKycStatus(changes: Partial<KycStatus> = {}): KycStatus {
  return {
    kycStatus: 'incomplete',
    rejectionReason: null,
    submittedAt: null,
    firstName: null,
    lastName: null,
    dateOfBirth: null,
    phoneNumber: null,
    address: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
    idType: null,
    governmentId: null,
    taxId: null,
    businessName: null,
    businessAddress: null,
    businessTaxId: null,
    businessType: null,
    businessDescription: null,
    documents: [],
    ...changes,
  };
}

/** Handed in by a marketer and waiting. */
export const waitingKyc = testKycStatus({
  kycStatus: 'pending',
  submittedAt: '2026-11-02T09:00:00.000Z',
  firstName: 'Ada',
  lastName: 'Moreno',
  dateOfBirth: '1994-05-17',
  phoneNumber: '+1 415 555 0134',
  address: '18 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94103',
  country: 'US',
  idType: 'passport',
  governmentId: '••••4821',
  taxId: '••••6789',
  documents: ['idDocument', 'proofOfAddress'],
});
