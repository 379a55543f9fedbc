import { applicationsDomain } from '#applications/domain.ts';
import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { proofsDomain } from '#proofs/domain.ts';

export const disputesDomain = defineDomain(
  [platformDomain, paymentsDomain, applicationsDomain, proofsDomain],
  {
    refusals: {
      'dispute/not-found': [404, 'We couldn’t find this dispute.'],
      'dispute/exists': [409, 'You’ve already disputed a rejection of this work.'],
      'dispute/not-rejected': [409, 'You can only dispute a rejected proof.'],
      'dispute/superseded': [409, 'You’ve submitted a new proof, so you can no longer dispute this one.'],
      'dispute/too-late': [409, 'The seven days to dispute this rejection have passed.'],
      'dispute/decided': [409, 'This dispute has already been decided.'],
    },
    objects: {
      dispute: 'dispute/not-found',
    },
  },
);

export const { endpoint, refuse } = disputesDomain;
export type RefusalCode = RefusalCodeOf<typeof disputesDomain>;
