import { expect, test } from 'vitest';
import { proofSample } from '#proofs/sample.ts';
import { computeReportFigures } from './report-figures.ts';

const rejected = { ...proofSample, id: '9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f01', status: 'rejected' as const };

test('counts a session once, even with several proofs', () => {
  const proofs = [proofSample, rejected, { ...proofSample, sessionId: 'other', status: 'approved' as const }];
  expect(computeReportFigures({ applications: [{ id: '1' }, { id: '2' }], proofs })).toEqual({
    applications: 2,
    sessions: 2,
    minutesInside: 173,
    distanceMeters: 6240,
    proofs: { pending: 1, approved: 1, rejected: 1 },
    files: 3,
  });
});

test('returns null for minutes and distance if no session was tracked', () => {
  const post = { ...proofSample, sessionId: null, presence: null, media: [] };
  expect(computeReportFigures({ applications: [], proofs: [post] })).toMatchObject({
    sessions: 0,
    minutesInside: null,
    distanceMeters: null,
    files: 0,
  });
});
