import { filledProfile } from '#profiles/web/test-profile.ts';
import { type KycStatus, emptyKycStatus } from '../contract.ts';

export const waitingKyc: KycStatus = {
  ...emptyKycStatus,
  kycStatus: 'pending',
  submittedAt: '2026-11-02T09:00:00.000Z',
  ...filledProfile,
  idType: 'passport',
  governmentId: '••••4821',
  taxId: '••••6789',
  documents: ['idDocument', 'proofOfAddress'],
};
