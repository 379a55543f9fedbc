import { type Cents, toDecimal } from '#kernel/money.ts';
import type { YearSummary } from '../../year-contract.ts';
import type { Id } from '#kernel/id.ts';

export interface PaidPart {
  month: number;
  campaignId: Id;
  campaignTitle: string;
  isTip: boolean;
  /** Arrived payments, less those that the wallet took back. */
  payments: number;
  cents: Cents;
}

interface Sums {
  gigs: number;
  payCents: Cents;
  tipCents: Cents;
}

/** `months` are YYYY-MM. */
export function sumYear(
  parts: readonly PaidPart[],
  months: readonly string[],
): Pick<YearSummary, 'totals' | 'months' | 'campaigns'> {
  const byCampaign = new Map<string, PaidPart[]>();
  for (const part of parts)
    byCampaign.set(part.campaignId, [...(byCampaign.get(part.campaignId) ?? []), part]);
  const campaigns = [...byCampaign].map(([campaignId, own]) => ({
    campaignId,
    campaignTitle: own[0]?.campaignTitle ?? '',
    sums: addUp(own),
  }));
  campaigns.sort(
    (one, other) =>
      getTotal(other.sums) - getTotal(one.sums) || one.campaignTitle.localeCompare(other.campaignTitle, 'en'),
  );
  return {
    totals: format(addUp(parts)),
    months: months.map((month, index) => ({
      month,
      ...format(addUp(parts.filter((part) => part.month === index + 1))),
    })),
    campaigns: campaigns.map(({ sums, ...campaign }) => ({ ...campaign, ...format(sums) })),
  };
}

function addUp(parts: readonly PaidPart[]): Sums {
  const sums: Sums = { gigs: 0, payCents: 0, tipCents: 0 };
  for (const { isTip, payments, cents } of parts) {
    if (isTip) sums.tipCents += cents;
    else {
      sums.payCents += cents;
      sums.gigs += payments;
    }
  }
  return sums;
}

const getTotal = ({ payCents, tipCents }: Sums) => payCents + tipCents;

const format = (sums: Sums) => ({
  gigs: sums.gigs,
  pay: toDecimal(sums.payCents),
  tips: toDecimal(sums.tipCents),
  total: toDecimal(getTotal(sums)),
});

/** Returns the years from the first to the last, newest first. */
export function listYears(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => last - index);
}
