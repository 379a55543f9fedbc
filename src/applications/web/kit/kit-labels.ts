import type { KitWay } from '#campaigns/fields-contract.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import type { ClothingSize } from '#profiles/contract.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Kit } from '../../kit-contract.ts';

/** 'XL' for 'xl'. */
export const formatSize = (size: ClothingSize | null) => size?.toUpperCase() ?? t('Not set');

export function formatKitState(kit: Kit): { label: string; tone: StatusTone } {
  if (kit.way === 'own') return { label: t('Own clothes'), tone: 'neutral' };
  if (kit.returnedAt) return { label: t('Returned'), tone: 'neutral' };
  if (kit.receivedAt) return { label: t('Received'), tone: 'positive' };
  if (kit.handedAt) return { label: t(handedLabels[kit.way]), tone: 'accent' };
  return kit.way === 'shipped' && !kit.hasAddress
    ? { label: t('Address missing'), tone: 'waiting' }
    : { label: t('Not yet'), tone: 'waiting' };
}

const handedLabels: Readonly<Record<KitWay, Message>> = {
  pickup: msg('Handed out'),
  shipped: msg('Sent'),
  'at-start': msg('Handed out'),
  own: msg('Own clothes'),
};

export function formatKitPlan({ way, pickUpPlace, pickUpHours }: Kit): string {
  switch (way) {
    case 'pickup':
      return t('Pick it up at {place}.', { place: [pickUpPlace, pickUpHours].filter(Boolean).join(', ') });
    case 'shipped':
      return t('The advertiser sends it to you.');
    case 'at-start':
      return t('You get it at the start, at the meeting point.');
    case 'own':
      return t('Wear your own clothes.');
  }
}

export function formatAddress({ address }: Kit): string[] {
  if (!address) return [];
  const { name, street, extra, city, state, zipCode, country } = address;
  return [name, street, extra, `${city}, ${state} ${zipCode}`, country].filter(Boolean);
}
