import type { HelpTopic } from './help-document.ts';
import type { HelpFigures } from './help-figures.ts';

export const createMarketerHelp = (figures: HelpFigures): readonly HelpTopic[] => [
  {
    title: 'Finding work',
    questions: [
      {
        id: 'apply',
        question: 'What do I need to apply?',
        answer: [
          `You are at least ${figures.minimumAge}, have accepted the terms and the privacy policy, and your profile has a name and a photo. For wearable campaigns you also consent to location tracking.`,
          'You can apply to a campaign once, and not hold places whose times overlap.',
        ],
        links: [
          { to: '/marketplace', label: 'Marketplace' },
          { to: '/profile', label: 'Profile' },
        ],
      },
      {
        id: 'social-accounts',
        question: 'How do I confirm a social media account?',
        answer: [
          `Add the account, put the code that we show into its bio, and submit it. An administrator looks at it and confirms your followers. The confirmation is valid for ${figures.followersValid}. Social media campaigns need a confirmed number in their range.`,
        ],
      },
      {
        id: 'waitlist',
        question: 'What is the waitlist?',
        answer: [
          'If all places are taken, your application waits. If a place becomes free, the first on the advertiser’s list gets it automatically, and we notify you.',
        ],
      },
      {
        id: 'confirm',
        question: 'Why must I confirm my place?',
        answer: [
          `If you were approved more than ${figures.confirmedIfBefore} before the start, we ask you ${figures.confirmationAsked} before it whether you will come. You have ${figures.confirmationPeriod}. Without an answer the place goes to someone else. That is not a strike.`,
        ],
        links: [{ to: '/applications', label: 'My applications' }],
      },
      {
        id: 'withdraw',
        question: 'Can I withdraw?',
        answer: [
          `Yes, until you start tracking. Within ${figures.lateWithdrawal} of the start it earns a strike, and the button says so. If you got the place within that time, you can give it back until the start without a strike.`,
        ],
      },
      {
        id: 'strikes',
        question: 'What are strikes?',
        answer: [
          `You get a strike if you give up a place late, or have a place and neither track a session nor send proof. A strike counts for ${figures.strikeLife}. After ${figures.strikesForPause} strikes within ${figures.strikeWindow} you can’t apply for ${figures.applyingPause}.`,
          `If you were approved within ${figures.unseenApproval} of the start, or moved up from the waitlist within ${figures.lateWithdrawal} of it, you never get a strike for that campaign. Nor do you get one for an outage of ours. Social media campaigns have no strikes.`,
          `You can appeal for ${figures.appealPeriod}. An administrator upholds or lifts the strike.`,
        ],
        links: [{ to: '/applications#strikes', label: 'My strikes' }],
      },
    ],
  },
  {
    title: 'Doing the work',
    questions: [
      {
        id: 'kit',
        question: 'How do I get the shirt or hat?',
        answer: [
          `The campaign says how before you apply: you pick it up, it is shipped, it is handed out at the start, or you wear your own clothes. A delivery address is encrypted, shown only to that business, and erased ${figures.addressKept} after the parcel was sent.`,
        ],
      },
      {
        id: 'tracking',
        question: 'When can I start tracking?',
        answer: [
          `From ${figures.opensBefore} before the start, and until ${figures.closesAfter} after the planned end. Keep the page open. Without a connection your positions are stored on your phone and sent later.`,
          'Stop Tracking ends the session at once. Nothing measured after it is used.',
        ],
      },
      {
        id: 'second-device',
        question: 'Can I continue on another phone?',
        answer: ['Yes. Open the campaign there and take over. The first phone then stops sending.'],
      },
      {
        id: 'photo-checks',
        question: 'What are photo checks?',
        answer: [
          `Some campaigns ask up to ${figures.spotChecks} times, at random moments, for a photo taken in the page. You have ${figures.spotCheck}. The campaign says so before you apply. A missed check does not end your work, but your proof then takes longer to be approved automatically.`,
        ],
      },
    ],
  },
  {
    title: 'Proof',
    questions: [
      {
        id: 'proof',
        question: 'What does my proof need?',
        answer: [
          `What the campaign asks for: a selfie, a video, photos, or the link to your post. For wearable campaigns it usually also needs at least one position inside the area. Send it within ${figures.proofDueAfter} after the campaign’s time is over. Social media campaigns run for ${figures.socialRuns}.`,
        ],
      },
      {
        id: 'review-time',
        question: 'When is my proof decided?',
        answer: [
          `The advertiser may decide at any time. Without a decision, a strong proof is approved after ${figures.strongReview} and an ordinary one after ${figures.ordinaryReview}. A weak proof is never approved automatically: after ${figures.weakReview} an administrator decides, within ${figures.adminReview}.`,
          `Strong means: at least ${figures.strongShare} of the time inside the area, all files taken in the page, and no unusual signs. Weak means: less than ${figures.weakShare} of the time, or a strong sign that something is wrong. You can explain unusual signs until the decision.`,
        ],
      },
      {
        id: 'send-again',
        question: 'The advertiser asks me to send files again. Is my proof rejected?',
        answer: [
          `No. You have ${figures.sendAgain} to send better files, and your proof can’t be rejected before. If you send nothing, the advertiser decides on the first files. This happens at most once per proof.`,
        ],
      },
      {
        id: 'rejected-proof',
        question: 'My proof was rejected. What can I do?',
        answer: [
          `Read the reason first. You can send ${figures.proofs} proofs in all, so after the first rejection you may send a new one before the deadline. Or you dispute the rejection within ${figures.disputeRejection}. Until then the pay for your place stays reserved.`,
          'In a dispute, both sides try to agree. Otherwise an administrator decides.',
        ],
        links: [{ to: '/help#disputes', label: 'How a dispute works' }],
      },
    ],
  },
  {
    title: 'Money',
    questions: [
      {
        id: 'when-paid',
        question: 'When am I paid?',
        answer: [
          'Once your proof is approved, we send the pay to your PayPal address, usually within minutes. You get the full pay of the campaign: the platform fee is paid by the advertiser.',
        ],
        links: [{ to: '/payments', label: 'Payments' }],
      },
      {
        id: 'waiting-payout',
        question: 'Why does my payment wait?',
        answer: [
          'The Payments page says why, next to the payment. Most often the identity check is not approved yet, or there is no PayPal address.',
          `After you change the address, payments wait ${figures.walletHold}, to protect you if someone else changed it. Above the yearly amount that the page names, we also need your tax ID. Pay in a dispute waits for its end.`,
          'If PayPal returns a payment, the money stays yours. Correct the address, and we send it again.',
        ],
        links: [
          { to: '/payments', label: 'Payments' },
          { to: '/kyc', label: 'Identity check' },
        ],
      },
      {
        id: 'tips',
        question: 'Can I get a tip?',
        answer: [
          'Yes. After approving your proof, the advertiser may add a tip. It comes on top of the pay, without a platform fee, and stays yours even if the proof is disputed later.',
        ],
      },
      {
        id: 'cancelled-campaign',
        question: 'What if the advertiser closes the campaign?',
        answer: [
          'If you have a place, you keep it. Its pay stays reserved until your proof is decided or its deadline has passed.',
        ],
      },
      {
        id: 'taxes',
        question: 'Do you deduct taxes?',
        answer: [
          'No. You work as an independent contractor and are responsible for your taxes. Each payment has a receipt, and each year a summary that you can download.',
        ],
        links: [{ to: '/payments/year', label: 'Yearly summary' }],
      },
    ],
  },
];
