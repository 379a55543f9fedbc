import { t } from '#kernel/text.ts';
import type { HelpTopic } from './help-document.ts';
import type { HelpFigures } from './help-figures.ts';

export const createAdvertiserHelp = (figures: HelpFigures): readonly HelpTopic[] => [
  {
    title: t('Creating a campaign'),
    questions: [
      {
        id: 'kinds',
        question: t('Which kinds of campaigns are there?'),
        answer: [
          t(
            'Wearable: marketers wear your clothing at a place and time that you choose, for at least {minimumPay} each. Social media: marketers publish a post on their own account. A tier says how many followers they have and what a post may cost.',
            { minimumPay: figures.minimumPay },
          ),
        ],
        links: [{ to: '/create-campaign', label: t('Create a campaign') }],
      },
      {
        id: 'fee',
        question: t('What do I pay?'),
        answer: [
          t(
            'The pay for every place, plus a platform fee of {fee}. The form shows the exact sum while you fill it in. You pay it with PayPal when you fund the campaign, and the campaign starts.',
            { fee: figures.fee },
          ),
          t(
            'The pay is held in escrow for your marketers. We earn the fee place by place, with each approved proof.',
          ),
        ],
      },
      {
        id: 'change-campaign',
        question: t('What can I change later?'),
        answer: [
          t(
            'A draft: everything. Once a campaign is funded, its money, place and time are fixed, because marketers apply on these terms.',
          ),
        ],
      },
      {
        id: 'pause',
        question: t('Can I pause it?'),
        answer: [
          t(
            'Yes. A paused campaign takes no new applications or marketers. Marketers who have a place continue, and the campaign’s time runs on.',
          ),
        ],
      },
      {
        id: 'kit',
        question: t('How do marketers get the clothing?'),
        answer: [
          t(
            'You choose: pick-up, shipping, at the start, or their own clothes. For shipping you see the addresses of approved marketers, until {addressKept} after you noted the parcel as sent.',
            { addressKept: figures.addressKept },
          ),
        ],
      },
      {
        id: 'team',
        question: t('Can colleagues help?'),
        answer: [
          t(
            'Yes, up to {teamPeople} people. Viewers read. Managers also decide on applicants and proofs. Only you fund, close and get refunds. An invitation is valid for {invitationLifetime}.',
            { teamPeople: figures.teamPeople, invitationLifetime: figures.invitationLifetime },
          ),
        ],
        links: [{ to: '/team', label: t('Team') }],
      },
    ],
  },
  {
    title: t('Choosing marketers'),
    questions: [
      {
        id: 'applicants',
        question: t('What do I see of applicants?'),
        answer: [
          t(
            'A photo, the first name and last initial, ratings, finished work, punctuality, strikes, the identity check, and confirmed followers. The full name appears once you approve them.',
          ),
          t('After a decision you have {undoPeriod} to undo it. The marketer is told after that.', {
            undoPeriod: figures.undoPeriod,
          }),
        ],
      },
      {
        id: 'auto-approve',
        question: t('Can applicants be approved automatically?'),
        answer: [
          t(
            'Yes, if you switch it on in the form. All who qualify then get a place at once, until the places are taken. The others are on a waitlist that you can order.',
          ),
        ],
      },
      {
        id: 'no-show',
        question: t('What if a marketer does not come?'),
        answer: [
          t(
            'Marketers who were approved early confirm {confirmationAsked} before the start. Otherwise the first on the waitlist gets the place. A marketer who gives up a place late, or does not come, gets a strike. You pay nothing for a place without proof.',
            { confirmationAsked: figures.confirmationAsked },
          ),
        ],
      },
    ],
  },
  {
    title: t('While they work'),
    questions: [
      {
        id: 'live-map',
        question: t('What does the live map show?'),
        answer: [
          t(
            'An alias in a large map cell, and whether the marketer is inside your campaign’s area. Live means heard from within {live}. Exact positions and names stay private, so that no one can follow a marketer home.',
            { live: figures.live },
          ),
        ],
      },
      {
        id: 'photo-checks',
        question: t('How can I check that they are really there?'),
        answer: [
          t(
            'Ask for up to {spotChecks} photo checks in the form. Each comes at a random moment, must be taken in the page within {spotCheck}, and shows a code that was not known before.',
            { spotChecks: figures.spotChecks, spotCheck: figures.spotCheck },
          ),
        ],
      },
    ],
  },
  {
    title: t('Reviewing proof'),
    questions: [
      {
        id: 'review-time',
        question: t('How long do I have?'),
        answer: [
          t(
            'Without your decision, a strong proof is approved after {strongReview} and an ordinary one after {ordinaryReview}. A weak one is never approved by silence: after {weakReview} an administrator decides, within {adminReview}. The page shows the time left, and we remind you.',
            {
              strongReview: figures.strongReview,
              ordinaryReview: figures.ordinaryReview,
              weakReview: figures.weakReview,
              adminReview: figures.adminReview,
            },
          ),
          t(
            'Strong means at least {strongShare} of the time inside the area, all files taken in the page, and no unusual signs. Less than {weakShare} of the time, or a strong sign that something is wrong, makes a proof weak.',
            { strongShare: figures.strongShare, weakShare: figures.weakShare },
          ),
        ],
        links: [{ to: '/proof-review', label: t('Review Proofs') }],
      },
      {
        id: 'better-files',
        question: t('Only a photo is bad. Must I reject?'),
        answer: [
          t(
            'No. Ask the marketer to send it again, once per proof. They have {sendAgain}. Your review time starts when the new files come.',
            { sendAgain: figures.sendAgain },
          ),
        ],
      },
      {
        id: 'reject',
        question: t('What happens if I reject?'),
        answer: [
          t(
            'The marketer reads your reason. They may send one more proof before the deadline, or dispute the rejection within {disputeRejection}. Until then the pay stays reserved.',
            { disputeRejection: figures.disputeRejection },
          ),
        ],
      },
      {
        id: 'wrong-approval',
        question: t('I approved by mistake, or too late. Can I undo it?'),
        answer: [
          t(
            'You can dispute an approval by silence or by mistake for {disputeApproval}, as long as the pay was not sent. Later, write to the operator of this site, as said at the end of this page: an administrator can open a dispute for you while the pay is still here.',
            { disputeApproval: figures.disputeApproval },
          ),
        ],
        links: [{ to: '/help#disputes', label: t('How a dispute works') }],
      },
      {
        id: 'tip',
        question: t('Can I tip a marketer?'),
        answer: [
          t(
            'Yes, once per approved proof, within {tipPeriod}: from {minimumTip} to the pay of the place. There is no platform fee on tips.',
            { tipPeriod: figures.tipPeriod, minimumTip: figures.minimumTip },
          ),
        ],
      },
    ],
  },
  {
    title: t('Getting money back'),
    questions: [
      {
        id: 'refunds',
        question: t('When do I get a refund?'),
        answer: [
          t(
            'When the campaign completes. The pay of places that were not taken or not proved goes back to you, with the fee on them. It goes to the PayPal account that paid.',
          ),
          t(
            'A campaign completes when its time is over and no proof is pending, within its dispute time, or disputed.',
          ),
        ],
      },
      {
        id: 'close-campaign',
        question: t('Can I cancel a campaign?'),
        answer: [
          t(
            'Yes, at any time. It accepts no new marketers then. Marketers who have a place keep it until their proof is decided or overdue. The rest is refunded when the campaign completes.',
          ),
        ],
      },
      {
        id: 'paypal-dispute',
        question: t('Should I open a case at PayPal?'),
        answer: [
          t(
            'Please don’t: dispute the decision here instead. A case at PayPal stops your campaign for new marketers. You still owe approved work that it leaves unpaid, and can’t fund new campaigns until it is settled.',
          ),
        ],
      },
      {
        id: 'invoices',
        question: t('Do I get an invoice?'),
        answer: [
          t(
            'Yes, if the operator of this site issues them. Enter your invoice details in Payment history, and issue one for each payment. The platform fee includes the VAT that applies. A refund makes a credit note.',
          ),
        ],
        links: [{ to: '/payment-history', label: t('Payment history') }],
      },
      {
        id: 'report',
        question: t('Is there a report?'),
        answer: [
          t(
            'Yes, in the campaign’s Report tab: verified time, a heat map, and figures of posts. You can download it or share it by a link that expires.',
          ),
        ],
      },
    ],
  },
];
