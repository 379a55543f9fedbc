import type { Message } from './contract.ts';
import type { MessageReport } from './report-contract.ts';

export const messageSample: Message = {
  id: '0b5b1f4e-9c1d-4a54-8f38-2d2f4e1a7c01',
  sequence: 2,
  kind: 'text',
  side: 'marketer',
  isOwn: false,
  authorName: 'Maya Lindqvist',
  text: 'I am at the corner of Market and 4th. Where do I pick up the shirt?',
  files: [
    {
      uploadId: '7a4c8f60-31b2-4f4e-a1a5-0d5a6f7e8b02',
      name: 'corner.jpg',
      contentType: 'image/jpeg',
      size: 412_300,
      width: 1600,
      height: 1200,
      url: '/api/files/7a4c8f60-31b2-4f4e-a1a5-0d5a6f7e8b02',
    },
  ],
  createdAt: '2026-12-04T09:12:00.000Z',
};

export const messageReportSample: MessageReport = {
  id: '4d1e0c52-7a5b-4c3e-9a1f-6b7c8d9e0f03',
  applicationId: '1c9b7a5e-2f3d-4e60-8b1a-5c4d3e2f1a04',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  status: 'open',
  reason: 'off-platform',
  text: 'They want to pay me in cash.',
  side: 'marketer',
  reporter: { id: '2b8a6c4d-1e3f-4a5b-9c7d-8e9f0a1b2c05', name: 'Maya Lindqvist' },
  reported: { id: '3c9b7d5e-2f4a-4b6c-8d8e-9f0a1b2c3d06', name: 'Fogline Coffee' },
  createdAt: '2026-12-04T10:00:00.000Z',
  owner: null,
  note: null,
  decidedAt: null,
  can: { take: true, decide: false },
};
