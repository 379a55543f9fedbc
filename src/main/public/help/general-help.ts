import type { HelpTopic } from './help-document.ts';
import type { HelpFigures } from './help-figures.ts';

export const createGeneralHelp = (figures: HelpFigures): readonly HelpTopic[] => [
  {
    title: 'How it works',
    questions: [
      {
        id: 'what-is-promenade',
        question: 'What is Promenade?',
        answer: [
          'A marketplace for promotion campaigns. Advertisers fund a campaign in advance. Marketers wear its clothing at a place, or publish a post. They are paid when their proof is approved.',
          'We hold the money in between, so the advertiser knows it is only paid for approved work, and the marketer knows it is there.',
        ],
      },
      {
        id: 'cost',
        question: 'What does it cost?',
        answer: [
          `Advertisers pay a platform fee of ${figures.fee} on top of the marketers’ pay. The exact fee is shown before payment. Marketers get the full pay.`,
        ],
      },
    ],
  },
  {
    title: 'Your account',
    questions: [
      {
        id: 'no-password',
        question: 'Why is there no password?',
        answer: [
          `We email you a code and a link instead. Both work once, for ${figures.codeLifetime}. The code only works in the browser that asked for it.`,
          'If this site offers it, you can also continue with Google. In Settings you can add a passkey or an authenticator app as a second factor.',
        ],
        links: [{ to: '/settings#second-factors', label: 'Second factors' }],
      },
      {
        id: 'no-code',
        question: 'The email with the code did not come. What now?',
        answer: [
          'Check the address that the page shows, and your spam folder. Then press Resend on the same page. A new code replaces the old one.',
        ],
      },
      {
        id: 'change-type',
        question: 'I chose the wrong account type. Can I change it?',
        answer: ['Yes, as long as the account has no campaigns, applications or money in its present role.'],
        links: [{ to: '/change-user-type', label: 'Change account type' }],
      },
      {
        id: 'delete-account',
        question: 'How do I delete my account?',
        answer: [
          'In Settings, under Delete account. It is refused while work or money is open, and the page says what is open.',
          'We erase your personal data. Records of payments, consents and the audit log stay as the privacy policy describes. Your ratings stay without a name.',
        ],
        links: [
          { to: '/settings#data', label: 'Download your data first' },
          { to: '/settings#delete', label: 'Delete account' },
          { to: '/privacy', label: 'Privacy Policy' },
        ],
      },
    ],
  },
  {
    title: 'Identity check',
    questions: [
      {
        id: 'identity-check',
        question: 'Why do you check my identity, and when?',
        answer: [
          `We must know who is paid, and that they are at least ${figures.minimumAge}. Marketers can apply and work before the check. Their pay waits until an administrator has approved it.`,
          'You send an identity document, a proof of address and your numbers. If the check is rejected, you see the reason and can send it again.',
        ],
        links: [{ to: '/kyc', label: 'Identity check' }],
      },
      {
        id: 'identity-data',
        question: 'Who sees my documents?',
        answer: [
          'You and administrators. Each look at a document is recorded. ID numbers and tax IDs are encrypted, and shown with their last characters only. Advertisers never see any of it.',
        ],
      },
    ],
  },
  {
    title: 'Location and privacy',
    questions: [
      {
        id: 'location',
        question: 'When do you record my location?',
        answer: [
          'We track you only after you consent, and only between Start and Stop of a session that you started. Social media campaigns need no location. If you press Verify Location in your profile, we save that place there.',
          `A session also ends when the campaign’s time is over, or after ${figures.silence} without a position.`,
        ],
      },
      {
        id: 'location-seen',
        question: 'What does the advertiser see of it?',
        answer: [
          'While you work: an alias in a large map cell, moved by a secret distance, and whether you are inside the campaign’s area. Never your exact position.',
          'With your proof: minutes inside the area, distance walked, the longest gap, and signs that a track looks unusual. Afterwards a heat map without names.',
        ],
      },
      {
        id: 'location-kept',
        question: 'How long do you keep it?',
        answer: [
          `We delete exact positions ${figures.positionsKept} after the decision about the proof, or after the end of the campaign if you sent no proof. If you withdraw your consent, we delete them at once. The summary stays with the proof.`,
          'Only you see exact positions. An administrator may look at them in a dispute, with a reason that is recorded and told to both sides.',
        ],
        links: [
          { to: '/settings#consents', label: 'Your consents' },
          { to: '/privacy', label: 'Privacy Policy' },
        ],
      },
      {
        id: 'name-and-photo',
        question: 'Who sees my name and photo?',
        answer: [
          'To apply, marketers need a name and a photo. Businesses see the first name and the last initial, such as “Ana P.”. Only the business that approved a marketer sees the full name.',
        ],
      },
    ],
  },
  {
    title: 'Disputes',
    questions: [
      {
        id: 'disputes',
        question: 'How does a dispute work?',
        answer: [
          `One side disputes a decision about a proof and says why, with files if needed. The other side answers within ${figures.disputeAnswer}. Each side can propose an amount up to ${figures.disputeProposals} times.`,
          `After an answer or a proposal, both sides have ${figures.disputeAgreement} to agree. If they don’t, an administrator decides within ${figures.disputeDecision}. If the other side stays silent, the administrator decides on what is there.`,
          'The pay stays on hold until then. The result is all of the pay, a part, or nothing. What the marketer does not get goes back to the advertiser, with the fee on it.',
        ],
      },
      {
        id: 'dispute-period',
        question: 'Until when can I open one?',
        answer: [
          `Marketers can dispute a rejection for ${figures.disputeRejection}. Advertisers can dispute an approval by silence or by mistake for ${figures.disputeApproval}, as long as the pay was not sent.`,
        ],
      },
    ],
  },
  {
    title: 'Messages, ratings and notifications',
    questions: [
      {
        id: 'messages',
        question: 'How do both sides talk?',
        answer: [
          `Each application has a conversation. You can write until ${figures.writeAfter} after its end. We keep messages for ${figures.messagesKept} after that end. Administrators read a conversation only after a report or in a dispute, with a reason, and both sides are told.`,
        ],
      },
      {
        id: 'ratings',
        question: 'How do ratings work?',
        answer: [
          `After payment, each side can rate the other once, within ${figures.ratingPeriod}. Neither sees the other’s rating first: both appear together, or after ${figures.ratingBlind}. The rated side can reply.`,
        ],
      },
      {
        id: 'notifications',
        question: 'Which notifications do I get?',
        answer: [
          'All of them are in the app. In Settings you choose per topic what is also emailed or pushed to your browser, set quiet hours, or get one summary a day. Sign-in codes and emails about your account never wait.',
        ],
        links: [{ to: '/settings#notifications', label: 'Notification settings' }],
      },
    ],
  },
];
