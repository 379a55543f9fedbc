import type { KycStatus } from './contract.ts';
import type { KycForm } from './form-contract.ts';

export const kycFormSample: KycForm = {
  firstName: 'Maya',
  lastName: 'Field',
  dateOfBirth: '1996-04-12',
  phoneNumber: '+1 415 555 0100',
  address: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94105',
  country: 'US',
  idType: 'passport',
  governmentId: 'X12345678',
  taxId: '123-45-6789',
  kycStatus: 'pending',
};

export const kycBusinessSample = {
  businessName: 'Harbor Roasters LLC',
  businessAddress: '2 Pier, San Francisco, CA',
  businessTaxId: '98-7654321',
  businessType: 'llc',
  businessDescription: 'We roast coffee by the harbor.',
} as const satisfies Partial<KycForm>;

export const kycStatusSample: KycStatus = {
  kycStatus: 'pending',
  rejectionReason: null,
  submittedAt: '2026-11-20T09:00:00.000Z',
  firstName: 'Maya',
  lastName: 'Field',
  dateOfBirth: '1996-04-12',
  phoneNumber: '+1 415 555 0100',
  address: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94105',
  country: 'US',
  idType: 'passport',
  governmentId: '••••5678',
  taxId: '••••6789',
  businessName: null,
  businessAddress: null,
  businessTaxId: null,
  businessType: null,
  businessDescription: null,
  documents: ['idDocument', 'proofOfAddress'],
};
