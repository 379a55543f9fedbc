/** What the server and the public pages both say. */
import { DISPUTE_PERIOD_MS } from '#disputes/contract.ts';
import { type Cents, calculateFee, formatDollars } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { MINIMUM_AGE_YEARS, PUBLISHED_ACCURACY_METERS, WALLET_EMAIL_HOLD_MS } from '#profiles/contract.ts';
import { REVIEW_PERIOD_MS } from '#proofs/contract.ts';

/** The lowest pay that the landing page names, for ten marketers. */
export const examplePlaces = { payCents: 5000, places: 10, minutes: 30 } as const;

export function computeExample(feeBasisPoints: number): {
  payCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
} {
  const payCents = examplePlaces.payCents * examplePlaces.places;
  const feeCents = calculateFee(payCents, feeBasisPoints);
  return { payCents, feeCents, totalCents: payCents + feeCents };
}

export interface PublicFacts {
  /** Such as '15%'. */
  fee: string;
  exampleFee: string;
  exampleTotal: string;
  /** Null if the operator names no address. */
  contact: string | null;
}

export function toPublicFacts(feeBasisPoints: number, contact: string | null): PublicFacts {
  const { feeCents, totalCents } = computeExample(feeBasisPoints);
  return {
    fee: `${feeBasisPoints / 100}%`,
    exampleFee: formatWholeDollars(feeCents),
    exampleTotal: formatWholeDollars(totalCents),
    contact,
  };
}

export function formatWholeDollars(cents: Cents): string {
  return formatDollars(cents).replace(/\.00$/, '');
}

/** Only the running server knows the facts, so a prerendered page has these marks. */
export const factMarks: PublicFacts = {
  fee: '{{fee}}',
  exampleFee: '{{exampleFee}}',
  exampleTotal: '{{exampleTotal}}',
  contact: '{{contact}}',
};

/** Around a part that is shown only with, or only without, an address for questions. */
export const contactElements = { with: 'with-contact', without: 'without-contact' } as const;

/** Search engines read them as structured data. */
export function listQuestions({ fee, exampleFee }: Pick<PublicFacts, 'fee' | 'exampleFee'>) {
  const pay = formatWholeDollars(examplePlaces.payCents * examplePlaces.places);
  return [
    {
      question: t('What does it cost?'),
      answer: t(
        'Advertisers pay the marketers’ pay plus a platform fee of {fee}: {exampleFee} on {pay}. Marketers pay no fee: the pay that a campaign shows is what they get.',
        { fee, exampleFee, pay },
      ),
    },
    {
      question: t('When do advertisers pay?'),
      answer: t(
        'Once, when they fund the campaign. The money stays in escrow until a proof is approved: by them, by their silence, or in a dispute. When the campaign ends, the pay for places that were not filled or not proved goes back to them with its share of the fee.',
      ),
    },
    {
      question: t('When are marketers paid?'),
      answer: t(
        'When their proof is approved, the pay moves from escrow to them and goes to their PayPal account. Every payout needs an approved identity check and, above a yearly amount, a tax ID. After a change of the PayPal address, payouts wait {period}.',
        { period: formatSpan(WALLET_EMAIL_HOLD_MS) },
      ),
    },
    {
      question: t('What if the advertiser doesn’t answer?'),
      answer: t(
        'A sound proof is approved automatically after at most {reviewPeriod}. If the evidence is weak, our staff decide instead. Marketers can dispute a rejection within {disputePeriod}.',
        { reviewPeriod: formatSpan(REVIEW_PERIOD_MS.ordinary), disputePeriod: formatSpan(DISPUTE_PERIOD_MS) },
      ),
    },
    {
      question: t('Who sees my location?'),
      answer: t(
        'During a session, the advertiser sees a position that is accurate to about {meters} m, and whether you are in the campaign’s area. You see your exact position, and our staff can see it in a dispute. Without a session, we do not track you.',
        { meters: PUBLISHED_ACCURACY_METERS },
      ),
    },
    {
      question: t('Who can take part?'),
      answer: t(
        'Marketers must be {age} or older. Wearable campaigns need consent to share the location, and social media campaigns need confirmed followers on the platform.',
        { age: MINIMUM_AGE_YEARS },
      ),
    },
    {
      question: t('Am I employed?'),
      answer: t(
        'Under our terms, marketers are independent contractors who choose each campaign, and nothing in the terms creates employment with Promenade or an advertiser. Promenade brings both sides together, holds the money and pays out what is approved.',
      ),
    },
  ] as const;
}

/** '7 days', '72 hours', '10 minutes' or '10 seconds'. Up to three days are given in hours. */
export function formatSpan(milliseconds: number): string {
  if (milliseconds > 3 * DAY) {
    return t('{count, plural, one {# day} other {# days}}', { count: milliseconds / DAY });
  }
  if (milliseconds >= HOUR) {
    return t('{count, plural, one {# hour} other {# hours}}', { count: milliseconds / HOUR });
  }
  return milliseconds >= MINUTE
    ? t('{count, plural, one {# minute} other {# minutes}}', { count: milliseconds / MINUTE })
    : t('{count, plural, one {# second} other {# seconds}}', { count: milliseconds / SECOND });
}
