import { msg } from '#kernel/text.ts';
import type { LegalSection } from './legal-page.tsx';

export const termsSummary = msg(
  'Promenade is an intermediary between advertisers, who fund promotion campaigns, and marketers, who carry them out as independent contractors. By using Promenade you agree to these terms.',
);

export const termsSections: readonly LegalSection[] = [
  {
    title: msg('Acceptance of these terms'),
    paragraphs: [
      msg(
        'These terms are an agreement between you and the operator of Promenade. They apply from the moment you create an account or use any part of the service.',
      ),
      msg(
        'You must be 18 or older to use Promenade. If you act for a company, you confirm that you may bind it, and “you” then means that company.',
      ),
    ],
  },
  {
    title: msg('What the service is'),
    paragraphs: [
      msg(
        'Promenade is a marketplace. Advertisers publish campaigns of two kinds: wearable campaigns, in which marketers wear branded clothing at a chosen place and time, and social media campaigns, in which they publish content on their own channels.',
      ),
      msg(
        'Promenade brings the two sides together, holds the advertiser’s payment in escrow, records the evidence of the work and pays out what has been approved. Promenade is not a party to the work itself and does not employ either side.',
      ),
    ],
  },
  {
    title: msg('Your responsibilities'),
    paragraphs: [msg('When you use Promenade, you agree to:')],
    points: [
      msg('give true and current information, and share access to your account with no one;'),
      msg('complete the identity check if a payout or the law requires it;'),
      msg(
        'follow the law of the place where a campaign happens, and the rules of the platform where content is published;',
      ),
      msg(
        'as a marketer: carry out approved campaigns as described, share your location during wearable sessions after consenting to it, disclose paid content as advertising, and submit only proof of your own work;',
      ),
      msg(
        'as an advertiser: describe campaigns completely and truthfully, own or license the brand material you supply, and review proof fairly and on time.',
      ),
    ],
  },
  {
    title: msg('Independent contractors'),
    paragraphs: [
      msg(
        'Marketers are independent contractors. They choose which campaigns to apply for, are free to work for others, and are responsible for their own equipment, insurance and taxes. Nothing in these terms creates employment, agency, partnership or a joint venture between you and Promenade, or between marketers and advertisers.',
      ),
      msg(
        'Promenade may ask for tax information before it pays out more than the yearly amount set by law or in its settings (in the United States, $600 a year), and may report payments to tax authorities if the law requires it.',
      ),
    ],
  },
  {
    title: msg('Prohibited activities'),
    paragraphs: [msg('You may not use Promenade to:')],
    points: [
      msg('falsify a location, a proof, an identity, a follower count or an engagement figure;'),
      msg(
        'promote anything illegal, hateful, deceptive or dangerous, or products that may not be advertised in that place;',
      ),
      msg('harass people, enter private property without permission, or obstruct public ways;'),
      msg('arrange payment outside Promenade for work found through it;'),
      msg(
        'open several accounts, use another person’s account, or work out where a marketer lives or goes outside a campaign;',
      ),
      msg(
        'attack, overload, copy or automate the service, except through interfaces offered for that purpose.',
      ),
    ],
  },
  {
    title: msg('Payment'),
    paragraphs: [
      msg(
        'An advertiser funds a campaign in advance: the pay for every place, plus a platform fee of 10 to 15 percent of that sum. The exact fee is shown before payment. The pay is held in escrow. It does not belong to the marketer until proof is approved, and Promenade does not spend it.',
      ),
      msg(
        'When the advertiser approves a proof, the pay for that place moves from escrow to the marketer. It is paid out through the payment wallet once the identity check is complete and a wallet address is set. If a proof is not reviewed within its review time, the rules shown on the campaign decide it. A rejected marketer may send one new proof before the deadline or open a dispute within 7 days.',
      ),
      msg(
        'When a campaign ends, the pay left in escrow for unfilled or unproven places returns to the advertiser, with the share of the platform fee for those places.',
      ),
    ],
  },
  {
    title: msg('No warranty and limits of liability'),
    paragraphs: [
      msg(
        'The service is provided as is. Promenade does not guarantee that a campaign finds marketers, that a marketer is approved, or that a campaign has a certain effect. Earnings shown on public pages are examples, not a promise.',
      ),
      msg(
        'As far as the law allows, Promenade is not liable for indirect or consequential damage, for lost profit, or for what users do to each other, and its liability in connection with a campaign is limited to the platform fee paid for that campaign. Nothing here limits liability for intent, gross negligence, or harm to life and health.',
      ),
    ],
  },
  {
    title: msg('Intellectual property'),
    paragraphs: [
      msg(
        'Promenade’s name, design and software belong to its operator. Advertisers keep the rights in their brand material and allow its use for the campaign for which they supplied it. Marketers keep the rights in what they create and allow the advertiser to use the submitted proof and content for documenting and reporting that campaign; any further use needs an agreement between the two.',
      ),
      msg(
        'If you believe that material on Promenade infringes your rights, write to the address in section 12 and describe the material and your right.',
      ),
    ],
  },
  {
    title: msg('Termination'),
    paragraphs: [
      msg(
        'You may close your account at any time unless you have an open campaign, application, proof or payment. Promenade may suspend or close accounts that break these terms or the law, after notice if that is possible and safe.',
      ),
      msg(
        'After an account is closed, money already earned by approved proof is still paid out, and section 6 still applies to money in escrow. Records that the law requires are kept, typically for 7 years.',
      ),
    ],
  },
  {
    title: msg('Governing law'),
    paragraphs: [
      msg(
        'These terms are governed by the law of the place where the operator of Promenade has its registered seat, without its rules on conflicts of law. Rights that the law of your own country gives you as a consumer, and that no contract may take away, stay with you.',
      ),
      msg('Before going to court, both sides try for 30 days to resolve a disagreement in writing.'),
    ],
  },
  {
    title: msg('Changes to these terms'),
    paragraphs: [
      msg(
        'We may change these terms when the service, the law or our costs change. We announce changes that matter by email or in the app at least 14 days before they apply. A campaign that is already funded ends under the terms that applied when it was funded. By using Promenade after a change takes effect, you accept it.',
      ),
    ],
  },
  {
    title: msg('Contact'),
    paragraphs: [],
    contactFor: 'terms',
  },
];
