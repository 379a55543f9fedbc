import type { Dispute } from './contract.ts';

export const disputeSample: Dispute = {
  id: '5d1c7e90-2f3b-4a6c-8e1d-7b9a0c2d4e6f',
  proofId: '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f00',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  marketerName: 'Maya Lindqvist',
  status: 'open',
  reason: 'The shirt can be seen in every picture, and the tracking shows ninety minutes inside the area.',
  note: null,
  openedAt: '2026-12-05T08:30:00.000Z',
  decidedAt: null,
  can: { decide: true },
};
