import type { Proof } from './contract.ts';

/** A pending proof, as its advertiser sees it. */
export const proofSample: Proof = {
  id: '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f00',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  marketerName: 'Maya Field',
  marketerImage: null,
  status: 'pending',
  location: { address: 'Market Street, San Francisco, CA' },
  duration: 90,
  submittedAt: '2026-12-01T18:40:00.000Z',
  strength: 'ordinary',
  reviewDueAt: '2026-12-04T18:40:00.000Z',
  decidedAt: null,
  reviewNotes: null,
  signsAnswer: null,
  note: 'The corner at the Ferry Building was the busiest.',
  postUrl: null,
  sessionId: '4f7c2a10-1f0b-4d55-9a3e-6a2b0c9d8e71',
  sessions: [],
  presence: {
    minutesInside: 86.5,
    coverage: 0.97,
    distanceMeters: 3120,
    longestGapSeconds: 95,
    fixes: 349,
    score: 0.961,
    signals: [],
  },
  media: [
    {
      uploadId: '7d3a0c2b-6f1e-4a9d-8b5c-1e2f3a4b5c6d',
      kind: 'selfie',
      contentType: 'image/jpeg',
      url: '/api/files/7d3a0c2b-6f1e-4a9d-8b5c-1e2f3a4b5c6d',
    },
  ],
  payRate: '40.00',
  payment: null,
  can: { approve: true, reject: true, resend: false, answerSigns: false },
};
