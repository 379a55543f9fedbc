import type { Kit } from '../../kit-contract.ts';

export const kitHeadings = [
  'Name',
  'Size',
  'Recipient',
  'Street',
  'Extra',
  'City',
  'State',
  'ZIP code',
  'Country',
  'Handed out or sent',
  'Tracking number',
  'Received',
  'Returned',
];

/** Returns the cells of one row, in the order of the headings. */
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
