import { t } from '#kernel/text.ts';
import type { HelpTopic } from './help-document.ts';
import type { HelpFigures } from './help-figures.ts';

export const createMarketerHelp = (figures: HelpFigures): readonly HelpTopic[] => [
  {
    title: t('Finding work'),
    questions: [
      {
        id: 'apply',
        question: t('What do I need to apply?'),
        answer: [
          t(
            'You are at least {minimumAge}, have accepted the terms and the privacy policy, and your profile has a name and a photo. For wearable campaigns you also consent to location tracking.',
            { minimumAge: figures.minimumAge },
          ),
          t('You can apply to a campaign once, and not hold places whose times overlap.'),
        ],
        links: [
          { to: '/marketplace', label: t('Marketplace') },
          { to: '/profile', label: t('Profile') },
        ],
      },
      {
        id: 'social-accounts',
        question: t('How do I confirm a social media account?'),
        answer: [
          t(
            'Add the account, put the code that we show into its bio, and submit it. An administrator looks at it and confirms your followers. The confirmation is valid for {followersValid}. Social media campaigns need a confirmed number in their range.',
            { followersValid: figures.followersValid },
          ),
        ],
      },
      {
        id: 'waitlist',
        question: t('What is the waitlist?'),
        answer: [
          t(
            'If all places are taken, your application waits. If a place becomes free, the first on the advertiser’s list gets it automatically, and we notify you.',
          ),
        ],
      },
      {
        id: 'confirm',
        question: t('Why must I confirm my place?'),
        answer: [
          t(
            'If you were approved more than {confirmedIfBefore} before the start, we ask you {confirmationAsked} before it whether you will come. You have {confirmationPeriod}. Without an answer the place goes to someone else. That is not a strike.',
            {
              confirmedIfBefore: figures.confirmedIfBefore,
              confirmationAsked: figures.confirmationAsked,
              confirmationPeriod: figures.confirmationPeriod,
            },
          ),
        ],
        links: [{ to: '/applications', label: t('My applications') }],
      },
      {
        id: 'withdraw',
        question: t('Can I withdraw?'),
        answer: [
          t(
            'Yes, until you start tracking. Within {lateWithdrawal} of the start it earns a strike, and the button says so. If you got the place within that time, you can give it back until the start without a strike.',
            { lateWithdrawal: figures.lateWithdrawal },
          ),
        ],
      },
      {
        id: 'strikes',
        question: t('What are strikes?'),
        answer: [
          t(
            'You get a strike if you give up a place late, or have a place and neither track a session nor send proof. A strike counts for {strikeLife}. After {strikesForPause} strikes within {strikeWindow} you can’t apply for {applyingPause}.',
            {
              strikeLife: figures.strikeLife,
              strikesForPause: figures.strikesForPause,
              strikeWindow: figures.strikeWindow,
              applyingPause: figures.applyingPause,
            },
          ),
          t(
            'If you were approved within {unseenApproval} of the start, or moved up from the waitlist within {lateWithdrawal} of it, you never get a strike for that campaign. Nor do you get one for an outage of ours. Social media campaigns have no strikes.',
            { unseenApproval: figures.unseenApproval, lateWithdrawal: figures.lateWithdrawal },
          ),
          t('You can appeal for {appealPeriod}. An administrator upholds or lifts the strike.', {
            appealPeriod: figures.appealPeriod,
          }),
        ],
        links: [{ to: '/applications#strikes', label: t('My strikes') }],
      },
    ],
  },
  {
    title: t('Doing the work'),
    questions: [
      {
        id: 'kit',
        question: t('How do I get the shirt or hat?'),
        answer: [
          t(
            'The campaign says how before you apply: you pick it up, it is shipped, it is handed out at the start, or you wear your own clothes. A delivery address is encrypted, shown only to that business, and erased {addressKept} after the parcel was sent.',
            { addressKept: figures.addressKept },
          ),
        ],
      },
      {
        id: 'tracking',
        question: t('When can I start tracking?'),
        answer: [
          t(
            'From {opensBefore} before the start, and until {closesAfter} after the planned end. Keep the page open. Without a connection your positions are stored on your phone and sent later.',
            { opensBefore: figures.opensBefore, closesAfter: figures.closesAfter },
          ),
          t('Stop Tracking ends the session at once. Nothing measured after it is used.'),
        ],
      },
      {
        id: 'second-device',
        question: t('Can I continue on another phone?'),
        answer: [t('Yes. Open the campaign there and take over. The first phone then stops sending.')],
      },
      {
        id: 'photo-checks',
        question: t('What are photo checks?'),
        answer: [
          t(
            'Some campaigns ask up to {spotChecks} times, at random moments, for a photo taken in the page. You have {spotCheck}. The campaign says so before you apply. A missed check does not end your work, but your proof then takes longer to be approved automatically.',
            { spotChecks: figures.spotChecks, spotCheck: figures.spotCheck },
          ),
        ],
      },
    ],
  },
  {
    title: t('Proof'),
    questions: [
      {
        id: 'proof',
        question: t('What does my proof need?'),
        answer: [
          t(
            'What the campaign asks for: a selfie, a video, photos, or the link to your post. For wearable campaigns it usually also needs at least one position inside the area. Send it within {proofDueAfter} after the campaign’s time is over. Social media campaigns run for {socialRuns}.',
            { proofDueAfter: figures.proofDueAfter, socialRuns: figures.socialRuns },
          ),
        ],
      },
      {
        id: 'review-time',
        question: t('When is my proof decided?'),
        answer: [
          t(
            'The advertiser may decide at any time. Without a decision, a strong proof is approved after {strongReview} and an ordinary one after {ordinaryReview}. A weak proof is never approved automatically: after {weakReview} an administrator decides, within {adminReview}.',
            {
              strongReview: figures.strongReview,
              ordinaryReview: figures.ordinaryReview,
              weakReview: figures.weakReview,
              adminReview: figures.adminReview,
            },
          ),
          t(
            'Strong means: at least {strongShare} of the time inside the area, all files taken in the page, and no unusual signs. Weak means: less than {weakShare} of the time, or a strong sign that something is wrong. You can explain unusual signs until the decision.',
            { strongShare: figures.strongShare, weakShare: figures.weakShare },
          ),
        ],
      },
      {
        id: 'send-again',
        question: t('The advertiser asks me to send files again. Is my proof rejected?'),
        answer: [
          t(
            'No. You have {sendAgain} to send better files, and your proof can’t be rejected before. If you send nothing, the advertiser decides on the first files. This happens at most once per proof.',
            { sendAgain: figures.sendAgain },
          ),
        ],
      },
      {
        id: 'rejected-proof',
        question: t('My proof was rejected. What can I do?'),
        answer: [
          t(
            'Read the reason first. You can send {proofs} proofs in all, so after the first rejection you may send a new one before the deadline. Or you dispute the rejection within {disputeRejection}. Until then the pay for your place stays reserved.',
            { proofs: figures.proofs, disputeRejection: figures.disputeRejection },
          ),
          t('In a dispute, both sides try to agree. Otherwise an administrator decides.'),
        ],
        links: [{ to: '/help#disputes', label: t('How a dispute works') }],
      },
    ],
  },
  {
    title: t('Money'),
    questions: [
      {
        id: 'when-paid',
        question: t('When am I paid?'),
        answer: [
          t(
            'Once your proof is approved, we send the pay to your PayPal address, usually within minutes. You get the full pay of the campaign: the platform fee is paid by the advertiser.',
          ),
        ],
        links: [{ to: '/payments', label: t('Payments') }],
      },
      {
        id: 'waiting-payout',
        question: t('Why does my payment wait?'),
        answer: [
          t(
            'The Payments page says why, next to the payment. Most often the identity check is not approved yet, or there is no PayPal address.',
          ),
          t(
            'After you change the address, payments wait {walletHold}, to protect you if someone else changed it. Above the yearly amount that the page names, we also need your tax ID. Pay in a dispute waits for its end.',
            { walletHold: figures.walletHold },
          ),
          t('If PayPal returns a payment, the money stays yours. Correct the address, and we send it again.'),
        ],
        links: [
          { to: '/payments', label: t('Payments') },
          { to: '/kyc', label: t('Identity check') },
        ],
      },
      {
        id: 'tips',
        question: t('Can I get a tip?'),
        answer: [
          t(
            'Yes. After approving your proof, the advertiser may add a tip. It comes on top of the pay, without a platform fee, and stays yours even if the proof is disputed later.',
          ),
        ],
      },
      {
        id: 'cancelled-campaign',
        question: t('What if the advertiser closes the campaign?'),
        answer: [
          t(
            'If you have a place, you keep it. Its pay stays reserved until your proof is decided or its deadline has passed.',
          ),
        ],
      },
      {
        id: 'taxes',
        question: t('Do you deduct taxes?'),
        answer: [
          t(
            'No. You work as an independent contractor and are responsible for your taxes. Each payment has a receipt, and each year a summary that you can download.',
          ),
        ],
        links: [{ to: '/payments/year', label: t('Yearly summary') }],
      },
    ],
  },
];
