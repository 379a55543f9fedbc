import type { CampaignReport } from './contract.ts';
import type { ReportLink, SharedReport } from './link-contract.ts';

export const campaignReportSample: CampaignReport = {
  asOf: '2026-12-03T12:00:00.000Z',
  campaign: {
    id: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
    title: 'Cold brew on Market Street',
    company: 'Harbor Roasters',
    campaignType: 'wearable',
    status: 'active',
    platform: null,
    location: 'Market Street, San Francisco, CA',
    zone: { lat: 37.7897, lng: -122.4, radius: 2000 },
    timeZone: 'America/Los_Angeles',
    startTime: '2026-12-01T17:00:00.000Z',
    closesAt: '2026-12-02T18:30:00.000Z',
    durationMinutes: 90,
    pay: '40.00',
  },
  counts: { places: 3, hired: 2, applications: 4, approved: 1, rejected: 0, pending: 1 },
  time: { verifiedMinutes: 86.5, waitingMinutes: 70, askedMinutes: 270, coverage: 86.5 / 270 },
  heat: {
    cells: [
      {
        boundary: [
          { latitude: 37.7945, longitude: -122.3955 },
          { latitude: 37.7921, longitude: -122.3906 },
          { latitude: 37.7871, longitude: -122.3901 },
          { latitude: 37.7845, longitude: -122.3945 },
          { latitude: 37.7869, longitude: -122.3994 },
          { latitude: 37.7919, longitude: -122.3999 },
        ],
        minutes: 96.5,
      },
      {
        boundary: [
          { latitude: 37.7919, longitude: -122.3999 },
          { latitude: 37.7869, longitude: -122.3994 },
          { latitude: 37.7843, longitude: -122.4038 },
          { latitude: 37.7867, longitude: -122.4087 },
          { latitude: 37.7917, longitude: -122.4092 },
          { latitude: 37.7943, longitude: -122.4048 },
        ],
        minutes: 60,
      },
    ],
    zone: { cells: 24, visited: 2 },
  },
  money: {
    funded: '138.00',
    repaid: '0.00',
    released: '40.00',
    fee: '6.00',
    refunded: '0.00',
    disputed: '0.00',
    recovered: '0.00',
    tipped: '0.00',
    left: '92.00',
    cost: '46.00',
    costPerVerifiedHour: '31.91',
  },
  posts: null,
  estimate: {
    footfall: { low: 400, high: 900, basis: 'Counted for an hour at noon on a Tuesday' },
    low: 577,
    high: 1298,
  },
  work: [
    {
      proofId: '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f00',
      marketer: 1,
      submittedAt: '2026-12-01T18:40:00.000Z',
      status: 'approved',
      minutesInside: 86.5,
      paid: '40.00',
      files: 2,
      figures: null,
    },
    {
      proofId: '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f01',
      marketer: 2,
      submittedAt: '2026-12-01T19:10:00.000Z',
      status: 'pending',
      minutesInside: 70,
      paid: '0.00',
      files: 1,
      figures: null,
    },
  ],
  photos: [
    {
      uploadId: '7d3a0c2b-6f1e-4a9d-8b5c-1e2f3a4b5c6d',
      marketer: 1,
      kind: 'selfie',
      isApproved: true,
    },
    {
      uploadId: '7d3a0c2b-6f1e-4a9d-8b5c-1e2f3a4b5c6e',
      marketer: 1,
      kind: 'photo',
      isApproved: true,
    },
    {
      uploadId: '7d3a0c2b-6f1e-4a9d-8b5c-1e2f3a4b5c6f',
      marketer: 2,
      kind: 'photo',
      isApproved: false,
    },
  ],
};

export const reportLinkSample: ReportLink = {
  id: '1f6b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  label: 'Board meeting',
  withPhotos: true,
  createdBy: 'Ada Moreno',
  createdAt: '2026-12-03T11:00:00.000Z',
  expiresAt: '2027-01-02T11:00:00.000Z',
};

const { photos: _photos, work, ...shared } = campaignReportSample;
export const sharedReportSample: SharedReport = {
  report: { ...shared, work: work.map(({ proofId: _proofId, ...proof }) => ({ ...proof, figures: null })) },
  expiresAt: reportLinkSample.expiresAt,
  photos: [{ marketer: 1, image: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==' }],
};
