import type { KitWay } from '#campaigns/brief-contract.ts';
import type { ClothingSize } from '#profiles/contract.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Kit } from '../../kit-contract.ts';

/** Returns 'XL' for 'xl'. */
export const formatSize = (size: ClothingSize | null) => size?.toUpperCase() ?? 'Not set';

/** Returns how far a kit is. */
export function formatKitState(kit: Kit): { label: string; tone: StatusTone } {
  if (kit.way === 'own') return { label: 'Own clothes', tone: 'neutral' };
  if (kit.returnedAt) return { label: 'Returned', tone: 'neutral' };
  if (kit.receivedAt) return { label: 'Received', tone: 'positive' };
  if (kit.handedAt) return { label: handedLabels[kit.way], tone: 'accent' };
  return kit.way === 'shipped' && !kit.hasAddress
    ? { label: 'Address missing', tone: 'waiting' }
    : { label: 'Not yet', tone: 'waiting' };
}

const handedLabels: Readonly<Record<KitWay, string>> = {
  pickup: 'Handed out',
  shipped: 'Sent',
  'at-start': 'Handed out',
  own: 'Own clothes',
};

/** What the marketer can expect. */
export function formatKitPlan({ way, pickUpPlace, pickUpHours }: Kit): string {
  switch (way) {
    case 'pickup':
      return `Pick it up at ${[pickUpPlace, pickUpHours].filter(Boolean).join(', ')}.`;
    case 'shipped':
      return 'The advertiser sends it to you.';
    case 'at-start':
      return 'You get it at the start, at the meeting point.';
    case 'own':
      return 'Wear your own clothes.';
  }
}

/** Returns the lines of the address, without empty parts. */
export function formatAddress({ address }: Kit): string[] {
  if (!address) return [];
  const { name, street, extra, city, state, zipCode, country } = address;
  return [name, street, extra, `${city}, ${state} ${zipCode}`, country].filter(Boolean);
}
