import type { HelpTopic } from './help-document.ts';
import type { HelpFigures } from './help-figures.ts';

export const createAdvertiserHelp = (figures: HelpFigures): readonly HelpTopic[] => [
  {
    title: 'Creating a campaign',
    questions: [
      {
        id: 'kinds',
        question: 'Which kinds of campaigns are there?',
        answer: [
          `Wearable: marketers wear your clothing at a place and time that you choose, for at least ${figures.minimumPay} each. Social media: marketers publish a post on their own account. A tier says how many followers they have and what a post may cost.`,
        ],
        links: [{ to: '/create-campaign', label: 'Create a campaign' }],
      },
      {
        id: 'fee',
        question: 'What do I pay?',
        answer: [
          `The pay for every place, plus a platform fee of ${figures.fee}. The form shows the exact sum while you fill it in. You pay it with PayPal when you fund the campaign, and the campaign starts.`,
          'The pay is held in escrow for your marketers. We earn the fee place by place, with each approved proof.',
        ],
      },
      {
        id: 'change-campaign',
        question: 'What can I change later?',
        answer: [
          'A draft: everything. Once a campaign is funded, its money, place and time are fixed, because marketers apply on these terms.',
        ],
      },
      {
        id: 'pause',
        question: 'Can I pause it?',
        answer: [
          'Yes. A paused campaign takes no new applications or marketers. Marketers who have a place continue, and the campaign’s time runs on.',
        ],
      },
      {
        id: 'kit',
        question: 'How do marketers get the clothing?',
        answer: [
          `You choose: pick-up, shipping, at the start, or their own clothes. For shipping you see the addresses of approved marketers, until ${figures.addressKept} after you noted the parcel as sent.`,
        ],
      },
      {
        id: 'team',
        question: 'Can colleagues help?',
        answer: [
          `Yes, up to ${figures.teamPeople} people. Viewers read. Managers also decide on applicants and proofs. Only you fund, close and get refunds. An invitation is valid for ${figures.invitationLifetime}.`,
        ],
        links: [{ to: '/team', label: 'Team' }],
      },
    ],
  },
  {
    title: 'Choosing marketers',
    questions: [
      {
        id: 'applicants',
        question: 'What do I see of applicants?',
        answer: [
          'A photo, the first name and last initial, ratings, finished work, punctuality, strikes, the identity check, and confirmed followers. The full name appears once you approve them.',
          `After a decision you have ${figures.undoPeriod} to undo it. The marketer is told after that.`,
        ],
      },
      {
        id: 'auto-approve',
        question: 'Can applicants be approved automatically?',
        answer: [
          'Yes, if you switch it on in the form. All who qualify then get a place at once, until the places are taken. The others are on a waitlist that you can order.',
        ],
      },
      {
        id: 'no-show',
        question: 'What if a marketer does not come?',
        answer: [
          `Marketers who were approved early confirm ${figures.confirmationAsked} before the start. Otherwise the first on the waitlist gets the place. A marketer who gives up a place late, or does not come, gets a strike. You pay nothing for a place without proof.`,
        ],
      },
    ],
  },
  {
    title: 'While they work',
    questions: [
      {
        id: 'live-map',
        question: 'What does the live map show?',
        answer: [
          `An alias in a large map cell, and whether the marketer is inside your campaign’s area. Live means heard from within ${figures.live}. Exact positions and names stay private, so that no one can follow a marketer home.`,
        ],
      },
      {
        id: 'photo-checks',
        question: 'How can I check that they are really there?',
        answer: [
          `Ask for up to ${figures.spotChecks} photo checks in the form. Each comes at a random moment, must be taken in the page within ${figures.spotCheck}, and shows a code that was not known before.`,
        ],
      },
    ],
  },
  {
    title: 'Reviewing proof',
    questions: [
      {
        id: 'review-time',
        question: 'How long do I have?',
        answer: [
          `Without your decision, a strong proof is approved after ${figures.strongReview} and an ordinary one after ${figures.ordinaryReview}. A weak one is never approved by silence: after ${figures.weakReview} an administrator decides, within ${figures.adminReview}. The page shows the time left, and we remind you.`,
          `Strong means at least ${figures.strongShare} of the time inside the area, all files taken in the page, and no unusual signs. Less than ${figures.weakShare} of the time, or a strong sign that something is wrong, makes a proof weak.`,
        ],
        links: [{ to: '/proof-review', label: 'Review Proofs' }],
      },
      {
        id: 'better-files',
        question: 'Only a photo is bad. Must I reject?',
        answer: [
          `No. Ask the marketer to send it again, once per proof. They have ${figures.sendAgain}. Your review time starts when the new files come.`,
        ],
      },
      {
        id: 'reject',
        question: 'What happens if I reject?',
        answer: [
          `The marketer reads your reason. They may send one more proof before the deadline, or dispute the rejection within ${figures.disputeRejection}. Until then the pay stays reserved.`,
        ],
      },
      {
        id: 'wrong-approval',
        question: 'I approved by mistake, or too late. Can I undo it?',
        answer: [
          `You can dispute an approval by silence or by mistake for ${figures.disputeApproval}, as long as the pay was not sent. Later, write to the operator of this site, as said at the end of this page: an administrator can open a dispute for you while the pay is still here.`,
        ],
        links: [{ to: '/help#disputes', label: 'How a dispute works' }],
      },
      {
        id: 'tip',
        question: 'Can I tip a marketer?',
        answer: [
          `Yes, once per approved proof, within ${figures.tipPeriod}: from ${figures.minimumTip} to the pay of the place. There is no platform fee on tips.`,
        ],
      },
    ],
  },
  {
    title: 'Getting money back',
    questions: [
      {
        id: 'refunds',
        question: 'When do I get a refund?',
        answer: [
          'When the campaign completes. The pay of places that were not taken or not proved goes back to you, with the fee on them. It goes to the PayPal account that paid.',
          'A campaign completes when its time is over and no proof is pending, within its dispute time, or disputed.',
        ],
      },
      {
        id: 'close-campaign',
        question: 'Can I cancel a campaign?',
        answer: [
          'Yes, at any time. It accepts no new marketers then. Marketers who have a place keep it until their proof is decided or overdue. The rest is refunded when the campaign completes.',
        ],
      },
      {
        id: 'paypal-dispute',
        question: 'Should I open a case at PayPal?',
        answer: [
          'Please don’t: dispute the decision here instead. A case at PayPal stops your campaign for new marketers. You still owe approved work that it leaves unpaid, and can’t fund new campaigns until it is settled.',
        ],
      },
      {
        id: 'invoices',
        question: 'Do I get an invoice?',
        answer: [
          'Yes, if the operator of this site issues them. Enter your invoice details in Payment history, and issue one for each payment. The platform fee includes the VAT that applies. A refund makes a credit note.',
        ],
        links: [{ to: '/payment-history', label: 'Payment history' }],
      },
      {
        id: 'report',
        question: 'Is there a report?',
        answer: [
          'Yes, in the campaign’s Report tab: verified time, a heat map, and figures of posts. You can download it or share it by a link that expires.',
        ],
      },
    ],
  },
];
