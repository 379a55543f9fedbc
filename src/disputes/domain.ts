import { applicationsDomain } from '#applications/domain.ts';
import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { proofsDomain } from '#proofs/domain.ts';
import { teamsDomain } from '#teams/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const disputesDomain = defineDomain(
  [platformDomain, uploadsDomain, teamsDomain, paymentsDomain, applicationsDomain, proofsDomain],
  {
    refusals: {
      'dispute/not-found': [404, msg('We couldn’t find this dispute.')],
      'dispute/exists': [409, msg('This work has already been disputed.')],
      'dispute/not-rejected': [409, msg('You can only dispute a rejected proof.')],
      'dispute/superseded': [
        409,
        msg('You’ve submitted a new proof, so you can no longer dispute this one.'),
      ],
      'dispute/too-late': [409, msg('The seven days to dispute this rejection have passed.')],
      'dispute/not-approved': [409, msg('You can only dispute an approved proof.')],
      'dispute/needs-support': [
        409,
        msg(
          'You can dispute your own or an automatic approval within 48 hours. After that, contact support: an administrator can still open a dispute while the pay is here.',
        ),
      ],
      'dispute/decided': [409, msg('This dispute has already been decided.')],
      'dispute/not-your-turn': [
        409,
        msg('This isn’t possible at this stage of the dispute. Reload the page.'),
      ],
      'dispute/answer-late': [
        409,
        msg('The time to answer is over. An administrator decides with what is there.'),
      ],
      'dispute/agreement-late': [409, msg('An administrator decides this dispute now.')],
      'dispute/amount-too-high': [422, msg('The amount is more than the disputed pay.')],
      'dispute/proposals-used-up': [
        409,
        msg('You’ve made three proposals. Accept theirs or ask an administrator.'),
      ],
      'dispute/proposal-changed': [
        409,
        msg('The proposal has changed. Reload the page and check the amount.'),
      ],
      'dispute/not-escalated': [
        409,
        msg('Both sides can still agree. You can decide once a deadline passes or one side asks you to.'),
      ],
    },
    objects: {
      dispute: 'dispute/not-found',
    },
  },
);

export const { endpoint, refuse } = disputesDomain;
export type RefusalCode = RefusalCodeOf<typeof disputesDomain>;
