import { filledProfile } from '#profiles/web/test-profile.ts';
import { type KycStatus, nothingHandedIn } from '../contract.ts';

export const waitingKyc: KycStatus = {
  ...nothingHandedIn,
  kycStatus: 'pending',
  submittedAt: '2026-11-02T09:00:00.000Z',
  ...filledProfile,
  idType: 'passport',
  governmentId: '••••4821',
  taxId: '••••6789',
  documents: ['idDocument', 'proofOfAddress'],
};
