import { landing } from './landing-content.ts';
import type { LegalSection } from './legal-page.tsx';

export const privacySummary =
  'This policy explains what Promenade knows about you, why, who sees it and when we delete it. In short: advertisers see your approximate location only while you work, we delete exact positions, and we never sell your data.';

/** The sections of the privacy policy. They describe what the software does: change both together. */
export const privacySections: readonly LegalSection[] = [
  {
    title: 'Information we collect',
    paragraphs: ['We collect only what the marketplace needs, from you and as you use it:'],
    points: [
      'account and profile: name, email, phone, date of birth, address, photo, clothing size, wallet email and, for advertisers, business details;',
      'identity check: identity document, proof of address, government ID number and tax ID;',
      'campaigns: applications, messages with their files, proof photos and videos, links to posts, ratings, and the delivery address of a parcel;',
      'location during wearable sessions: latitude, longitude, accuracy and time of each position that your browser reports;',
      'money: amounts, fees, payouts and payment wallet references; we never receive card numbers;',
      'technical data: sign-in times, network address and browser type, for security and to prevent abuse.',
    ],
  },
  {
    title: 'How we use it',
    paragraphs: [
      'We use your information to run your account, match campaigns and marketers, hold and pay out money, check that work was done, check age and identity, meet legal and tax duties, prevent fraud, and notify you about your campaigns.',
      'We do not build advertising profiles of you. We remove hidden data, such as the place where a photo was taken, from uploaded images.',
    ],
  },
  {
    title: 'Location and your consent',
    paragraphs: [
      'We receive your location only after you consent, and only while a session that you started is running. Your browser also reads it when you open a campaign that you can start, but does not send it. If you press Verify Location, we save that location in your profile. If you ask for campaigns near you, we use it for that search. Stop Tracking ends the session at once. Positions that cannot be sent right away are stored in this browser, even after you sign out, until you sign in again and they reach us. No other user of the browser can send them. Deleting your account also deletes the positions stored in the browser that you delete it from. Stored positions older than 30 days are deleted the next time the app is opened in that browser.',
      'Advertisers never receive your exact position. We first move each position by a secret offset that belongs to you and that advertiser and never changes, then replace it with the center of a map cell (an H3 cell of resolution 8, about 0.7 square kilometers). You appear under a random alias in each campaign. Your location is shown only if you are within 3 kilometers of the campaign’s location, so that your way from home stays private. It disappears when the session ends.',
      'After the session, the advertiser still sees a heat map of the campaign: which of these map cells its marketers were in during each ten minutes, and for how many minutes. It shows no names, but if you were the only marketer, it shows where you were. Cells are kept with the campaign until your account is deleted.',
      'The advertiser also sees whether you are inside the campaign’s zone and, with your proof, a summary computed from your positions: minutes in the zone, the share of the time with positions, distance walked, longest gap, and notes on movements that look implausible. To detect copied tracks, we also keep hashes of how you moved in each session until your account is deleted, and your smoothed route until your exact positions are deleted. No user sees them.',
      'You can withdraw your consent at any time. Running sessions then end, your exact positions and the hashes of your movements are deleted at once, and nothing more is added to the heat map. The summary and the existing heat map stay.',
      'Only you can see your exact positions, and an administrator in a dispute, who must give a reason that we record. You and the advertiser are told once the dispute is decided. We delete them 30 days after your proof is decided, or 30 days after the campaign ends if you sent no proof. The summary stays with the proof.',
    ],
  },
  {
    title: 'Who else receives information',
    paragraphs: ['We never sell your information. We share only what is needed:'],
    points: [
      'between the two sides of a campaign: name, photo, rating, application, messages, proof and the approximate location described above; if your kit is shipped, your delivery address, to the owner and managers of that advertiser;',
      'with signed-in users: public ratings with the first name and last initial of the marketer who wrote them; visitors see them without a name;',
      'within an advertiser’s team: team members see the same campaign information as the advertiser;',
      'with the payment wallet provider: amounts, references and the wallet email of a payout;',
      'with the map provider: the part of the map that you look at and your network address; place searches go through our server;',
      'with the email service that delivers our messages: your email address and the message;',
      'with authorities, if the law requires it.',
    ],
  },
  {
    title: 'Security',
    paragraphs: [
      'ID numbers and tax IDs are encrypted in storage and shown masked. Identity documents are private: only you and administrators can open them, and we record every view. Sign-in codes and sessions are stored only as hashes, connections are encrypted, and the server checks permissions on every request.',
      'No system is perfectly safe. If a breach puts you at risk, we will notify you and the authorities without delay.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: ['We keep information only as long as its purpose lasts:'],
    points: [
      'exact positions: until 30 days after the decision on the proof, or at once when consent is withdrawn;',
      'sign-in codes: 10 minutes; the browser type of a sign-in session: at most 30 days; its times: until 90 days after it ends;',
      'the email address of a person invited to a team: until 30 days after the invitation ends;',
      'messages: until 24 months after the application ends, or until the account of their author is deleted, but at least until an open dispute is decided; administrators read them only for a report or dispute, must give a reason that we record, and tell both sides afterwards;',
      'delivery addresses: until 14 days after the parcel was sent, or after the work ended;',
      'ratings: after an account is deleted they stay, without a name;',
      'account and campaigns: as long as the account exists;',
      'payment, tax and audit records: typically 7 years, because the law requires it.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may see, correct and receive a copy of your information, have it deleted, object to or restrict its use, and withdraw consent. You can change most of it in your profile. For the rest, write to us, and we will answer within 30 days.',
      'You can delete your account once no money is held for you or by you. We then make it anonymous. Ledger, tax and audit records stay for the time named above. You may also complain to your data protection authority.',
    ],
  },
  {
    title: 'International transfers',
    paragraphs: [
      'Our servers and the services named above may be in other countries than yours. If a country does not protect personal data as yours does, we rely on the safeguards that the law provides, such as standard contractual clauses.',
    ],
  },
  {
    title: 'Age restriction (18+)',
    paragraphs: [
      'Promenade is for people who are 18 or older. We ask users to confirm their age before they take part, and check their date of birth if they give one. If we learn that a user is younger, we close the account and delete its data.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'We use only cookies that the service needs: one that keeps you signed in, and a short-lived one that ties a sign-in code to the browser that requested it. Some data is stored only in your browser: your choice of light or dark mode, an unsaved campaign form, the tracking session you started, session positions that have not reached us yet, and the page from which you last went to sign in. There are no advertising or tracking cookies, and these public pages contain no script.',
    ],
  },
  {
    title: 'Changes to this policy',
    paragraphs: [
      'If we change how we use your information, we update this page. We announce important changes by email or in the app before they apply, and ask again if we need your consent.',
    ],
  },
  {
    title: 'Contact',
    paragraphs: [`Send questions and requests about your information to ${landing.contact.email}.`],
  },
];
