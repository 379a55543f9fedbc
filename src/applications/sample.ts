import type { Application } from './contract.ts';

/** A pending application to the sample campaign, as its advertiser sees it. */
export const applicationSample: Application = {
  id: '0b9e6f52-5c0f-4c0b-8a1e-0c8f3a6f7d21',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  marketerId: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  marketerName: 'Maya Lindqvist',
  marketerRating: 5,
  marketerCity: 'San Francisco',
  appliedAt: '2026-11-21T10:15:00.000Z',
  decidedAt: null,
  status: 'pending',
  reason: null,
  campaign: {
    title: 'Cold brew on Market Street',
    status: 'active',
    company: 'Harbor Roasters',
    campaignType: 'wearable',
    location: 'Market Street, San Francisco, CA',
    startTime: '2026-12-01T17:00:00.000Z',
    duration: 90,
    payRate: '40.00',
  },
  can: { approve: true, reject: true, withdraw: false },
};
