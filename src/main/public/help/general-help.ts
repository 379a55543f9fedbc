import { t } from '#kernel/text.ts';
import type { HelpTopic } from './help-document.ts';
import type { HelpFigures } from './help-figures.ts';

export const createGeneralHelp = (figures: HelpFigures): readonly HelpTopic[] => [
  {
    title: t('How it works'),
    questions: [
      {
        id: 'what-is-promenade',
        question: t('What is Promenade?'),
        answer: [
          t(
            'A marketplace for promotion campaigns. Advertisers fund a campaign in advance. Marketers wear its clothing at a place, or publish a post. They are paid when their proof is approved.',
          ),
          t(
            'We hold the money in between, so the advertiser knows it is only paid for approved work, and the marketer knows it is there.',
          ),
        ],
      },
      {
        id: 'cost',
        question: t('What does it cost?'),
        answer: [
          t(
            'Advertisers pay a platform fee of {fee} on top of the marketers’ pay. The exact fee is shown before payment. Marketers get the full pay.',
            { fee: figures.fee },
          ),
        ],
      },
    ],
  },
  {
    title: t('Your account'),
    questions: [
      {
        id: 'no-password',
        question: t('Why is there no password?'),
        answer: [
          t(
            'We email you a code and a link instead. Both work once, for {codeLifetime}. The code only works in the browser that asked for it.',
            { codeLifetime: figures.codeLifetime },
          ),
          t(
            'If this site offers it, you can also continue with Google. In Settings you can add a passkey or an authenticator app as a second factor.',
          ),
        ],
        links: [{ to: '/settings#second-factors', label: t('Second factors') }],
      },
      {
        id: 'no-code',
        question: t('The email with the code did not come. What now?'),
        answer: [
          t(
            'Check the address that the page shows, and your spam folder. Then press Resend on the same page. A new code replaces the old one.',
          ),
        ],
      },
      {
        id: 'change-type',
        question: t('I chose the wrong account type. Can I change it?'),
        answer: [
          t('Yes, as long as the account has no campaigns, applications or money in its present role.'),
        ],
        links: [{ to: '/change-user-type', label: t('Change account type') }],
      },
      {
        id: 'delete-account',
        question: t('How do I delete my account?'),
        answer: [
          t(
            'In Settings, under Delete account. It is refused while work or money is open, and the page says what is open.',
          ),
          t(
            'We erase your personal data. Records of payments, consents and the audit log stay as the privacy policy describes. Your ratings stay without a name.',
          ),
        ],
        links: [
          { to: '/settings#data', label: t('Download your data first') },
          { to: '/settings#delete', label: t('Delete account') },
          { to: '/privacy', label: t('Privacy Policy') },
        ],
      },
    ],
  },
  {
    title: t('Identity check'),
    questions: [
      {
        id: 'identity-check',
        question: t('Why do you check my identity, and when?'),
        answer: [
          t(
            'We must know who is paid, and that they are at least {minimumAge}. Marketers can apply and work before the check. Their pay waits until an administrator has approved it.',
            { minimumAge: figures.minimumAge },
          ),
          t(
            'You send an identity document, a proof of address and your numbers. If the check is rejected, you see the reason and can send it again.',
          ),
        ],
        links: [{ to: '/kyc', label: t('Identity check') }],
      },
      {
        id: 'identity-data',
        question: t('Who sees my documents?'),
        answer: [
          t(
            'You and administrators. Each look at a document is recorded. ID numbers and tax IDs are encrypted, and shown with their last characters only. Advertisers never see any of it.',
          ),
        ],
      },
    ],
  },
  {
    title: t('Location and privacy'),
    questions: [
      {
        id: 'location',
        question: t('When do you record my location?'),
        answer: [
          t(
            'We track you only after you consent, and only between Start and Stop of a session that you started. Social media campaigns need no location. If you press Verify Location in your profile, we save that place there.',
          ),
          t('A session also ends when the campaign’s time is over, or after {silence} without a position.', {
            silence: figures.silence,
          }),
        ],
      },
      {
        id: 'location-seen',
        question: t('What does the advertiser see of it?'),
        answer: [
          t(
            'While you work: an alias in a large map cell, moved by a secret distance, and whether you are inside the campaign’s area. Never your exact position.',
          ),
          t(
            'With your proof: minutes inside the area, distance walked, the longest gap, and signs that a track looks unusual. Afterwards a heat map without names.',
          ),
        ],
      },
      {
        id: 'location-kept',
        question: t('How long do you keep it?'),
        answer: [
          t(
            'We delete exact positions {positionsKept} after the decision about the proof, or after the end of the campaign if you sent no proof. If you withdraw your consent, we delete them at once. The summary stays with the proof.',
            { positionsKept: figures.positionsKept },
          ),
          t(
            'Only you see exact positions. An administrator may look at them in a dispute, with a reason that is recorded and told to both sides.',
          ),
        ],
        links: [
          { to: '/settings#consents', label: t('Your consents') },
          { to: '/privacy', label: t('Privacy Policy') },
        ],
      },
      {
        id: 'name-and-photo',
        question: t('Who sees my name and photo?'),
        answer: [
          t(
            'To apply, marketers need a name and a photo. Businesses see the first name and the last initial, such as “Ana P.”. Only the business that approved a marketer sees the full name.',
          ),
        ],
      },
    ],
  },
  {
    title: t('Disputes'),
    questions: [
      {
        id: 'disputes',
        question: t('How does a dispute work?'),
        answer: [
          t(
            'One side disputes a decision about a proof and says why, with files if needed. The other side answers within {disputeAnswer}. Each side can propose an amount up to {disputeProposals} times.',
            { disputeAnswer: figures.disputeAnswer, disputeProposals: figures.disputeProposals },
          ),
          t(
            'After an answer or a proposal, both sides have {disputeAgreement} to agree. If they don’t, an administrator decides within {disputeDecision}. If the other side stays silent, the administrator decides on what is there.',
            { disputeAgreement: figures.disputeAgreement, disputeDecision: figures.disputeDecision },
          ),
          t(
            'The pay stays on hold until then. The result is all of the pay, a part, or nothing. What the marketer does not get goes back to the advertiser, with the fee on it.',
          ),
        ],
      },
      {
        id: 'dispute-period',
        question: t('Until when can I open one?'),
        answer: [
          t(
            'Marketers can dispute a rejection for {disputeRejection}. Advertisers can dispute an approval by silence or by mistake for {disputeApproval}, as long as the pay was not sent.',
            { disputeRejection: figures.disputeRejection, disputeApproval: figures.disputeApproval },
          ),
        ],
      },
    ],
  },
  {
    title: t('Messages, ratings and notifications'),
    questions: [
      {
        id: 'messages',
        question: t('How do both sides talk?'),
        answer: [
          t(
            'Each application has a conversation. You can write until {writeAfter} after its end. We keep messages for {messagesKept} after that end. Administrators read a conversation only after a report or in a dispute, with a reason, and both sides are told.',
            { writeAfter: figures.writeAfter, messagesKept: figures.messagesKept },
          ),
        ],
      },
      {
        id: 'ratings',
        question: t('How do ratings work?'),
        answer: [
          t(
            'After payment, each side can rate the other once, within {ratingPeriod}. Neither sees the other’s rating first: both appear together, or after {ratingBlind}. The rated side can reply.',
            { ratingPeriod: figures.ratingPeriod, ratingBlind: figures.ratingBlind },
          ),
        ],
      },
      {
        id: 'notifications',
        question: t('Which notifications do I get?'),
        answer: [
          t(
            'All of them are in the app. In Settings you choose per topic what is also emailed or pushed to your browser, set quiet hours, or get one summary a day. Sign-in codes and emails about your account never wait.',
          ),
        ],
        links: [{ to: '/settings#notifications', label: t('Notification settings') }],
      },
    ],
  },
];
