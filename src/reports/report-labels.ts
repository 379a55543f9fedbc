import { formatArea } from '#campaigns/area-contract.ts';
import { getLocale } from '#kernel/language.ts';
import { areaSquareMeters } from '#kernel/geometry/polygon.ts';
import { msg, t } from '#kernel/text.ts';
import type { CampaignReport, ReportZone } from './contract.ts';

export const proofDecisions = {
  pending: msg('Waiting'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
} as const;

export function formatRange(low: number, high: number): string {
  const [from, to] = [low, high].map((number) => number.toLocaleString(getLocale()));
  return from === to ? `${from}` : `${from}–${to}`;
}

/** Returns 'Market Street, within 2 km', or 'Market Street, in a drawn area of 0.4 km²'. */
export function formatZone(location: string, { radius, corners }: ReportZone): string {
  if (corners) {
    const area = formatArea(areaSquareMeters(corners));
    return t('{location}, in a drawn area of {area}', { location, area });
  }
  const length =
    radius < 1000 ? t('{meters} m', { meters: radius }) : t('{kilometers} km', { kilometers: radius / 1000 });
  return t('{location}, within {radius}', { location, radius: length });
}

/** Rare lines only if they are not zero. */
export function listMoneyLines(money: CampaignReport['money']): [name: string, amount: string][] {
  const rare: [string, string][] = [
    [t('Paid in after a dispute'), money.repaid],
    [t('Disputed at the wallet'), money.disputed],
    [t('Recovered after a dispute'), money.recovered],
    [t('Tips, paid on top'), money.tipped],
  ];
  return [
    [t('Paid in'), money.funded],
    [t('Released to marketers'), money.released],
    [t('Platform fee on approved work'), money.fee],
    [t('Refunded'), money.refunded],
    ...rare.filter(([, amount]) => amount !== '0.00'),
  ];
}
