import type { CampaignReport } from './contract.ts';

/** Texts that the screen, the PDF and shared links have in common. */

export const proofDecisions = { pending: 'Waiting', approved: 'Approved', rejected: 'Rejected' } as const;

export function formatRange(low: number, high: number): string {
  const [from, to] = [low, high].map((number) => number.toLocaleString('en-US'));
  return from === to ? `${from}` : `${from}–${to}`;
}

/** Returns the lines of the money table above 'Left, fee included'. Rare ones only if they are not zero. */
export function listMoneyLines(money: CampaignReport['money']): [name: string, amount: string][] {
  const rare: [string, string][] = [
    ['Paid in after a dispute', money.repaid],
    ['Disputed at the wallet', money.disputed],
    ['Recovered after a dispute', money.recovered],
    ['Tips, paid on top', money.tipped],
  ];
  return [
    ['Paid in', money.funded],
    ['Released to marketers', money.released],
    ['Platform fee on approved work', money.fee],
    ['Refunded', money.refunded],
    ...rare.filter(([, amount]) => amount !== '0.00'),
  ];
}
