import { applicationsDomain } from '#applications/domain.ts';
import { campaignsDomain } from '#campaigns/domain.ts';
import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { teamsDomain } from '#teams/domain.ts';
import { trackingDomain } from '#tracking/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';

export const proofsDomain = defineDomain(
  [
    platformDomain,
    uploadsDomain,
    teamsDomain,
    paymentsDomain,
    campaignsDomain,
    applicationsDomain,
    trackingDomain,
  ],
  {
    refusals: {
      'proof/not-found': [404, msg('We couldn’t find this proof.')],
      'proof/not-approved': [403, msg('Only approved marketers can submit proof for this campaign.')],
      'proof/other-user': [
        409,
        msg('Another user has signed in to this browser. Sign in again to send this proof.'),
      ],
      'proof/exists': [409, msg('You’ve already submitted proof for this campaign.')],
      'proof/used-up': [409, msg('Your second proof was rejected, so you can’t submit another one.')],
      'proof/too-late': [409, msg('The deadline for proof of this campaign has passed.')],
      'proof/too-early': [409, msg('You can submit proof once the campaign has started.')],
      'proof/missing-media': [422, msg('Some required files are missing. Attach them and try again.')],
      'proof/files-not-allowed': [
        422,
        msg('This campaign accepts only photos and videos that you take in the page.'),
      ],
      'proof/wrong-platform': [422, msg('This link isn’t on the campaign’s platform.')],
      'proof/other-account': [422, msg('This post belongs to another account than your confirmed one.')],
      'proof/check-not-due': [409, msg('This post isn’t due for another look yet.')],
      'proof/missing-presence': [
        422,
        msg('This campaign requires a recorded position inside its area. Start tracking there first.'),
      ],
      'proof/session-running': [409, msg('Stop tracking before you submit your proof.')],
      'proof/not-for-admins': [
        409,
        msg(
          'The advertiser decides this proof. Administrators decide only weak proofs after the review time.',
        ),
      ],
      'proof/own': [403, msg('You’re a party in this case, so another administrator must act.')],
      'proof/no-signs': [409, msg('This proof has no unusual signs to answer.')],
      'proof/decided': [409, msg('This proof has already been decided.')],
      'proof/changed': [409, msg('This proof has changed. Look at it again before you decide.')],
      'proof/waiting': [
        409,
        msg(
          'You asked for better files. You can reject this proof once they have arrived or their time is over.',
        ),
      ],
      'proof/asked-already': [
        409,
        msg('Better files were already asked for. That’s possible once per proof.'),
      ],
      'proof/review-over': [
        409,
        msg('The time to review this proof is over, so you can’t ask for better files.'),
      ],
      'proof/not-asked': [409, msg('The advertiser hasn’t asked you to send this proof again.')],
      'proof/sent-again': [409, msg('You’ve already sent this proof again.')],
      'proof/again-too-late': [
        409,
        msg('The time to send this proof again is over. The advertiser decides on your first files.'),
      ],
      'proof/no-post': [409, msg('Only a post that wasn’t rejected has figures.')],
      'proof/figures-limit': [409, msg('You’ve already reported the figures of this post ten times.')],
      'proof/disputed': [409, msg('You can’t submit a new proof after disputing the rejection.')],
      'check/not-found': [404, msg('We couldn’t find this photo check.')],
      'check/missed': [409, msg('The 10 minutes for this photo are over.')],
      'check/not-from-page': [422, msg('Take this photo with the camera on the campaign’s page.')],
    },
    objects: {
      proof: 'proof/not-found',
      spotCheck: 'check/not-found',
    },
  },
);

export const { endpoint, refuse } = proofsDomain;
export type RefusalCode = RefusalCodeOf<typeof proofsDomain>;
