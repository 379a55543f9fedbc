import { msg } from '#kernel/text.ts';
import type { LegalSection, LegalTerm } from './legal-page.tsx';

export const privacySummary = msg('What Promenade knows about you, why, who sees it, and when we delete it.');

/** The sections say the same with all conditions. */
export const privacyHighlights: readonly LegalTerm[] = [
  {
    name: msg('Your location'),
    text: msg('Only while you work. Advertisers see an area, never your exact position.'),
  },
  {
    name: msg('Your identity'),
    text: msg('ID numbers are encrypted. Every look at a document is recorded.'),
  },
  { name: msg('Your data'), text: msg('Never sold, and never used for advertising profiles.') },
  { name: msg('Your choice'), text: msg('Download your data or delete your account in Settings.') },
];

export const privacySections: readonly LegalSection[] = [
  {
    title: msg('Information we collect'),
    paragraphs: [msg('We collect only what the marketplace needs, from you and as you use it:')],
    points: [
      msg(
        'account and profile: name, email, phone, date of birth, address, photo, clothing size, wallet email and, for advertisers, business details;',
      ),
      msg('identity check: identity document, proof of address, government ID number and tax ID;'),
      msg(
        'campaigns: applications, messages with their files, proof photos and videos, links to posts, views and other figures of posts that you report with a screenshot, ratings, and the delivery address of a parcel;',
      ),
      msg(
        'location during wearable sessions: latitude, longitude, accuracy and time of each position that your browser reports;',
      ),
      msg('money: amounts, fees, payouts and payment wallet references; we never receive card numbers;'),
      msg(
        'technical data: sign-in times, network address and browser type, for security and to prevent abuse.',
      ),
    ],
  },
  {
    title: msg('How we use it'),
    paragraphs: [
      msg(
        'We use your information to run your account, match campaigns and marketers, hold and pay out money, check that work was done, check age and identity, meet legal and tax duties, prevent fraud, and notify you about your campaigns.',
      ),
      msg(
        'We do not build advertising profiles of you. We remove hidden data, such as the place where a photo was taken, from uploaded images.',
      ),
    ],
  },
  {
    title: msg('Location and your consent'),
    paragraphs: [msg('Advertisers never receive your exact position.')],
    terms: [
      {
        name: msg('When we receive it'),
        text: msg(
          'Only after you consent, and only while a session that you started is running. Stop Tracking ends the session at once. Your browser also reads your location when you open a campaign that you can start, but does not send it. If you press Verify Location, we save that location in your profile. If you ask for campaigns near you, we use it for that search.',
        ),
      },
      {
        name: msg('What the advertiser sees live'),
        text: msg(
          'A random alias in a map cell of about 0.7 square kilometers (H3 resolution 8), and whether you are inside the campaign’s area. We first move each position by a secret offset that belongs to you and that advertiser and never changes. You are shown only within 3 kilometers of the campaign’s location, so that your way from home stays private. You disappear when the session ends.',
        ),
      },
      {
        name: msg('What the advertiser sees afterwards'),
        text: msg(
          'A heat map of the campaign: in which of these cells its marketers were during each ten minutes, and for how many minutes. It shows no names, but if you were the only marketer, it shows where you were. With your proof comes a summary: minutes in the area, the share of the time with positions, distance walked, longest gap, and notes on movements that look implausible.',
        ),
      },
      {
        name: msg('Who sees exact positions'),
        text: msg(
          'You, and an administrator in a dispute, who must give a reason that we record. You and the advertiser are told once the dispute is decided.',
        ),
      },
      {
        name: msg('How we find copied tracks'),
        text: msg(
          'We keep hashes of how you moved in each session until your account is deleted, and your smoothed route until your exact positions are deleted. No user sees them.',
        ),
      },
      {
        name: msg('If you have no connection'),
        text: msg(
          'Positions that cannot be sent right away are stored in this browser, even after you sign out, until you sign in again and they reach us. No other user of the browser can send them. Positions older than 30 days are deleted the next time the app is opened in that browser. If you delete your account, those in the browser that you use for it are deleted too.',
        ),
      },
      {
        name: msg('If you withdraw your consent'),
        text: msg(
          'You can do so at any time. Running sessions end, your exact positions and the hashes of your movements are deleted at once, and nothing more is added to the heat map. The summary and the existing heat map stay.',
        ),
      },
    ],
  },
  {
    title: msg('Who else receives information'),
    paragraphs: [msg('We never sell your information. We share only what is needed:')],
    points: [
      msg(
        'between the two sides of a campaign: name, photo, rating, application, messages, proof and the approximate location described above; if your kit is shipped, your delivery address, to the owner and managers of that advertiser;',
      ),
      msg(
        'with signed-in users: public ratings with the first name and last initial of the marketer who wrote them; visitors see them without a name;',
      ),
      msg('within an advertiser’s team: team members see the same campaign information as the advertiser;'),
      msg(
        'with anyone to whom an advertiser gives a campaign report or a link to it: the heat map, minutes, pay, and reported views and other figures of posts; photos from approved proofs are in the advertiser’s own PDF, and in a link if the advertiser includes them; no names, selfies, screenshots or links to posts;',
      ),
      msg('with the payment wallet provider: amounts, references and the wallet email of a payout;'),
      msg(
        'with the map provider: the part of the map that you look at and your network address; place searches go through our server;',
      ),
      msg('with the email service that delivers our messages: your email address and the message;'),
      msg('with authorities, if the law requires it.'),
    ],
  },
  {
    title: msg('Security'),
    paragraphs: [
      msg(
        'ID numbers and tax IDs are encrypted in storage and shown masked. Identity documents are private: only you and administrators can open them, and we record every view. Sign-in codes and sessions are stored only as hashes, connections are encrypted, and the server checks permissions on every request.',
      ),
      msg(
        'No system is perfectly safe. If a breach puts you at risk, we will notify you and the authorities without delay.',
      ),
    ],
  },
  {
    title: msg('How long we keep it'),
    paragraphs: [msg('We keep information only as long as its purpose lasts.')],
    terms: [
      {
        name: msg('Exact positions'),
        text: msg(
          'Until 30 days after the decision on the proof, or 30 days after the campaign ends if you sent no proof. At once if you withdraw your consent.',
        ),
      },
      { name: msg('Heat map of a campaign'), text: msg('With the campaign, until your account is deleted.') },
      { name: msg('Summary of your sessions'), text: msg('With the proof.') },
      {
        name: msg('Messages'),
        text: msg(
          'Until 24 months after the application ends, or until the account of their author is deleted, but at least until an open dispute is decided. Administrators read them only for a report or dispute, must give a reason that we record, and tell both sides afterwards.',
        ),
      },
      { name: msg('Notifications'), text: msg('12 months.') },
      {
        name: msg('Delivery addresses'),
        text: msg('Until 14 days after the parcel was sent, or after the work ended.'),
      },
      {
        name: msg('Sign-in'),
        text: msg(
          'Codes for 10 minutes, the browser type of a session for at most 30 days, and its times until 90 days after it ends.',
        ),
      },
      {
        name: msg('Team invitations'),
        text: msg('The email address until 30 days after the invitation ends.'),
      },
      {
        name: msg('Notices from the payment wallet'),
        text: msg('180 days, after the first 30 without data about the payer.'),
      },
      { name: msg('Ratings'), text: msg('After an account is deleted they stay, without a name.') },
      { name: msg('Account and campaigns'), text: msg('As long as the account exists.') },
      {
        name: msg('Audit records'),
        text: msg('7 years.'),
      },
      {
        name: msg('Payment records'),
        text: msg(
          'Never deleted, because the books must add up. They keep the wallet email that a payout was sent to, and invoices keep the name, address, and VAT ID or tax number of the business.',
        ),
      },
    ],
  },
  {
    title: msg('Your rights'),
    paragraphs: [
      msg(
        'You may see, correct and receive a copy of your information, have it deleted, object to or restrict its use, and withdraw consent. You can change most of it in your profile. For the rest, write to us, and we will answer within 30 days.',
      ),
      msg(
        'You can delete your account once no money is held for you or by you. We then make it anonymous. Ledger and audit records stay as described above. You may also complain to your data protection authority.',
      ),
    ],
  },
  {
    title: msg('International transfers'),
    paragraphs: [
      msg(
        'Our servers and the services named above may be in other countries than yours. If a country does not protect personal data as yours does, we rely on the safeguards that the law provides, such as standard contractual clauses.',
      ),
    ],
  },
  {
    title: msg('Age restriction (18+)'),
    paragraphs: [
      msg(
        'Promenade is for people who are 18 or older. We ask users to confirm their age before they take part, and check their date of birth if they give one. If we learn that a user is younger, we close the account and delete its data.',
      ),
    ],
  },
  {
    title: msg('Cookies'),
    paragraphs: [
      msg(
        'We use only cookies that the service needs: one that keeps you signed in, one that keeps the language you chose, and a short-lived one that ties a sign-in code to the browser that requested it. Some data is stored only in your browser: your choice of light or dark mode, an unsaved campaign form, a proof that you have not sent yet, the tracking session you started, session positions that have not reached us yet, a message that you have not sent yet, the note of an application that you have not sent yet, the page from which you last went to sign in, the pages and campaigns that you last opened from the search, a random number for this device that you track with, permission to take the photos of a campaign, and which account switched on push notifications. There are no advertising or tracking cookies. The only script of these public pages switches between light and dark mode.',
      ),
    ],
  },
  {
    title: msg('Changes to this policy'),
    paragraphs: [
      msg(
        'If we change how we use your information, we update this page. We announce important changes by email or in the app before they apply, and ask again if we need your consent.',
      ),
    ],
  },
  {
    title: msg('Contact'),
    paragraphs: [],
    contactFor: 'information',
  },
];
