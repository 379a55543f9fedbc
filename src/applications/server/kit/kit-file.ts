import { t } from '#kernel/text.ts';
import type { Kit } from '../../kit-contract.ts';

export const listKitHeadings = () => [
  t('Name'),
  t('Size'),
  t('Recipient'),
  t('Street'),
  t('Apartment or floor'),
  t('City'),
  t('State'),
  t('ZIP code'),
  t('Country'),
  t('Handed out or sent'),
  t('Tracking number'),
  t('Received'),
  t('Returned'),
];

export function formatKitCells(kit: Kit): string[] {
  const { marketerName, size, address, handedAt, trackingNumber, receivedAt, returnedAt } = kit;
  return [
    marketerName,
    size?.toUpperCase() ?? '',
    address?.name ?? '',
    address?.street ?? '',
    address?.extra ?? '',
    address?.city ?? '',
    address?.state ?? '',
    address?.zipCode ?? '',
    address?.country ?? '',
    handedAt ?? '',
    trackingNumber ?? '',
    receivedAt ?? '',
    returnedAt ?? '',
  ];
}
