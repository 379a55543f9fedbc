import { landing } from './landing-content.ts';
import type { LegalSection } from './legal-page.tsx';

export const privacySummary =
  'This policy says what Promenade knows about you, why, who sees it and when it is deleted. The short form: advertisers see an approximate place and only while you work, exact positions are deleted, and nothing is ever sold.';

/** The twelve sections of the privacy policy. They describe what the software does; change both together. */
export const privacySections: readonly LegalSection[] = [
  {
    title: 'Information we collect',
    paragraphs: ['We collect what the marketplace needs, from you and from your use of it:'],
    points: [
      'account and profile: name, email, phone, date of birth, address, photo, clothing size, wallet email, and for advertisers the details of the business;',
      'verification: identity document, proof of address, government ID number and tax ID;',
      'campaigns: applications, messages in forms, proof photos and videos, links to posts, ratings;',
      'location during wearable sessions: latitude, longitude, accuracy and time of each position that your browser reports;',
      'money: amounts, fees, payouts and the references of the payment wallet; card numbers never reach us;',
      'technical data: sign-in times, network address and browser type, for security and the prevention of abuse.',
    ],
  },
  {
    title: 'How we use it',
    paragraphs: [
      'We use your information to run your account, to match campaigns and marketers, to hold and pay out money, to check that work was done, to verify age and identity, to meet legal and tax duties, to prevent fraud, and to tell you what happens in your campaigns.',
      'We do not build advertising profiles of you, and uploaded images are freed of hidden data such as the place where they were taken.',
    ],
  },
  {
    title: 'Location and your consent',
    paragraphs: [
      'Location reaches us only after you consent, and only while a session that you started is running. Your browser also reads it when you open a campaign that you can start, and keeps that to itself. Where you press Verify Location, the place is saved in your profile; where you ask for campaigns near you, it is used for that search. Stop Tracking ends the session at once. Positions that cannot be sent at once wait in this browser, also after you sign out, until your account is signed in again and they have reached us; nobody else who uses the browser can send them. Deleting your account also deletes those that wait in the browser in which you do it. Those older than 30 days are deleted when the app is next opened in that browser.',
      'Advertisers never receive your exact position. Each position is first moved by a secret offset that belongs to you and that campaign, and is then replaced by the centre of a map cell (an H3 cell of resolution 8, about 0.7 square kilometres). You appear under a random alias. A place is shown only once you are within 3 kilometres of the campaign’s place, so that your way from home stays yours, and it disappears when the session ends.',
      'When the session is over, the advertiser still sees a heat map of the campaign: in which of these map cells its marketers were, in each ten minutes, and for how many minutes. It names nobody, but where you were the only one it tells where you were. Cells are kept with the campaign, until your account is deleted.',
      'Besides that, the advertiser sees whether you are inside the campaign’s zone, and with your proof a summary computed from your positions: minutes in the zone, the part of the time for which positions arrived, distance walked, longest gap, and notes on movements that look implausible. To find copied tracks we also keep hashes of how each session moved, which nobody is shown, until your account is deleted.',
      'You can withdraw your consent at any time: running sessions then end, your exact positions and the hashes of your movements are deleted at once, and nothing is added to the heat map any more. The summary and what the heat map has shown until then stay.',
      'Your exact positions are seen by you, and by an administrator in a dispute, who must give a reason that is recorded. They are deleted 30 days after your proof is decided. Where no proof was sent, they are deleted 30 days after the campaign’s end. The summary stays with the proof.',
    ],
  },
  {
    title: 'Who else receives information',
    paragraphs: ['We never sell your information. We share only what the purpose needs:'],
    points: [
      'between the two sides of a campaign: name, photo, rating, application, proof and the approximate place described above;',
      'within an advertiser’s team: whoever works for an advertiser here sees of a campaign what the advertiser sees;',
      'with the payment wallet provider: amounts, references and the wallet email of a payout;',
      'with the map provider that draws the maps: the part of the map that you look at and your network address; searches for places go through our server;',
      'with the mail service that delivers our messages: your email address and the message;',
      'with authorities, where a law obliges us to.',
    ],
  },
  {
    title: 'Security',
    paragraphs: [
      'ID numbers and tax IDs are encrypted where they are stored and shown masked. Verification documents are private: only you and administrators can open them, and every look is recorded. Sign-in codes and sessions are stored only as hashes, connections are encrypted, and what an account may do is checked by the server for every call.',
      'No system is perfectly safe. If a breach puts you at risk, we tell you and the authorities without delay.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: ['We keep information only as long as its purpose lasts:'],
    points: [
      'exact positions: until 30 days after the decision on the proof, or at once when consent is withdrawn;',
      'sign-in codes: 10 minutes; sessions and their browser types: at most 30 days;',
      'the address of somebody who was invited to a team: until 30 days after the invitation has ended;',
      'account and campaigns: as long as the account exists;',
      'payment, tax and audit records: typically 7 years, because the law requires it.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may see, correct and receive a copy of your information, have it deleted, object to or restrict its use, and withdraw a consent. Most of it can be changed in your profile; for the rest write to us, and we answer within 30 days.',
      'Deletion is possible once no money is held for you or by you. Your account is then made anonymous; ledger, tax and audit records stay for the time named above. You may also complain to your data protection authority.',
    ],
  },
  {
    title: 'International transfers',
    paragraphs: [
      'Our servers and the services named above may stand in other countries than yours. Where a country does not protect personal data as yours does, we rely on the safeguards that the law provides, such as standard contractual clauses.',
    ],
  },
  {
    title: 'Age restriction (18+)',
    paragraphs: [
      'Promenade is for people who are 18 or older. We ask for confirmation of age before anybody takes part and check dates of birth where they are given. If we learn that somebody younger has an account, we close it and delete its data.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'We use cookies only where the service cannot work without them: one that keeps you signed in, and a short-lived one that ties a sign-in code to the browser that asked for it. Your choice of light or dark colours, a campaign that you have typed and not saved, which tracking session it was where you started one, the positions of a session that have not reached us yet, and the page from which you last went to sign in are remembered in your browser alone. There are no advertising or tracking cookies, and these public pages contain no script.',
    ],
  },
  {
    title: 'Changes to this policy',
    paragraphs: [
      'When what we do with your information changes, this page changes with it. We announce changes that matter by email or in the app before they apply, and ask again where your consent is needed.',
    ],
  },
  {
    title: 'Contact',
    paragraphs: [`Questions and requests about your information reach us at ${landing.contact.email}.`],
  },
];
