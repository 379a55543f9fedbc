import type { Application } from './contract.ts';
import type { Eligibility } from './eligibility-contract.ts';
import type { Kit } from './kit-contract.ts';
import type { Strike } from './strike-contract.ts';

/** A pending application to the sample campaign, as its advertiser sees it. */
export const applicationSample: Application = {
  id: '0b9e6f52-5c0f-4c0b-8a1e-0c8f3a6f7d21',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  marketerId: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  marketerImage: null,
  marketerName: 'Maya Lindqvist',
  marketerRating: 4.8,
  marketerRatingCount: 12,
  marketerFinishedWork: 7,
  isMarketerVerified: true,
  marketerListingId: null,
  isInvited: false,
  marketerStrikes: 0,
  marketerCity: 'San Francisco',
  marketerAccount: null,
  marketerPunctuality: { gigs: 6, onTime: 5 },
  marketerPlatforms: [],
  note: null,
  appliedAt: '2026-11-21T10:15:00.000Z',
  decidedAt: null,
  status: 'pending',
  reason: null,
  undoLeftMs: null,
  approvedAt: null,
  benchPosition: null,
  hasMovedUp: false,
  confirmationDueAt: null,
  confirmedAt: null,
  hasExpired: false,
  isWithdrawalLate: false,
  lateWithdrawalFrom: null,
  campaign: {
    title: 'Cold brew on Market Street',
    status: 'active',
    company: 'Harbor Roasters',
    campaignType: 'wearable',
    location: 'Market Street, San Francisco, CA',
    startTime: '2026-12-01T17:00:00.000Z',
    timeZone: 'America/Los_Angeles',
    duration: 90,
    payRate: '40.00',
  },
  can: {
    approve: true,
    reject: true,
    withdraw: false,
    bench: false,
    unbench: false,
    confirm: false,
    addToCalendar: false,
  },
};

export const strikeSample: Strike = {
  id: '5c8d1f3a-7e42-4b19-9c60-2a1b3d4e5f60',
  applicationId: applicationSample.id,
  campaignId: applicationSample.campaignId,
  campaignTitle: 'Cold brew on Market Street',
  marketerId: applicationSample.marketerId,
  marketerName: 'Maya Lindqvist',
  kind: 'late-withdrawal',
  status: 'standing',
  at: '2026-12-01T09:00:00.000Z',
  expiresAt: '2027-03-01T09:00:00.000Z',
  isCounted: true,
  appealDueAt: '2026-12-06T09:00:00.000Z',
  appealText: null,
  appealedAt: null,
  decidedAt: null,
  decisionReason: null,
  can: { appeal: true, decide: false },
};

/** A missing requirement for the sample campaign. */
export const eligibilitySample: Eligibility = {
  canApply: false,
  missing: [
    {
      code: 'compliance/location-consent',
      text: 'Before you take part, please allow location sharing for campaigns.',
      fixAt: '/kyc',
      until: null,
    },
  ],
};

/** A kit to be shipped, as its marketer sees it. */
export const kitSample: Kit = {
  applicationId: applicationSample.id,
  campaignId: applicationSample.campaignId,
  campaignTitle: 'Cold brew on Market Street',
  way: 'shipped',
  pickUpPlace: null,
  pickUpHours: null,
  marketerName: 'Maya Lindqvist',
  size: 'm',
  hasAddress: true,
  address: {
    name: 'Maya Lindqvist',
    street: '12 Elm Street',
    extra: '',
    city: 'Oakland',
    state: 'CA',
    zipCode: '94601',
    country: 'United States',
  },
  handedAt: null,
  trackingNumber: null,
  receivedAt: null,
  returnedAt: null,
  can: { change: true, hand: false, receive: true },
};
