import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ownCampaignSample } from '#campaigns/sample.ts';
import {
  findEmptyState,
  renderScreen,
  stubCall,
  stubNetwork,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
import { changeKit, getKit, handOutKit, type Kit, listKits, receiveKit } from '../../kit-contract.ts';
import { kitSample } from '../../sample.ts';
import CampaignKits from './campaign-kits.tsx';
import { OwnKit } from './own-kit.tsx';

const campaign = { ...ownCampaignSample, kitWay: 'shipped' as const };
const asAdvertiser: Kit = { ...kitSample, can: { change: false, hand: true, receive: false } };

test('lists sizes and addresses, and notes a parcel with its tracking number', async () => {
  const received = stubNetwork(stubCall(listKits, [asAdvertiser]), stubCall(handOutKit, asAdvertiser));
  renderScreen(<CampaignKits campaign={campaign} />);
  const rows = within(await screen.findByRole('list', { name: 'Kits' }));
  expect(rows.getByRole('listitem').textContent).toMatch(/Maya Lindqvist.*M.*12 Elm Street/);
  await userEvent.click(screen.getByRole('button', { name: 'Sent to Maya Lindqvist' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Tracking number'), '1Z999');
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as sent' }));
  expect(received.find(({ endpoint }) => endpoint === handOutKit)).toMatchObject({
    params: { id: kitSample.applicationId },
    body: { isHanded: true, trackingNumber: '1Z999' },
  });
});

test('shows an empty state before anyone has a place', async () => {
  stubNetwork(stubCall(listKits, []));
  renderScreen(<CampaignKits campaign={campaign} />);
  await findEmptyState();
});

test('a marketer enters the address, and sees which field is wrong', async () => {
  const missing: Kit = { ...kitSample, address: null, hasAddress: false };
  stubNetwork(
    stubCall(getKit, missing),
    stubRefusal(changeKit, 'request/invalid', { 'address.street': 'Enter the street and number' }),
  );
  renderScreen(<OwnKit applicationId={kitSample.applicationId} />);
  expect(await screen.findByText('Address missing')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Size and address' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter the street and number')).toBeTruthy();
});

test('a marketer notes that the kit has arrived', async () => {
  const sent: Kit = { ...kitSample, handedAt: '2026-11-28T09:00:00.000Z', trackingNumber: '1Z999' };
  const received = stubNetwork(stubCall(getKit, sent), stubCall(receiveKit, sent));
  renderScreen(<OwnKit applicationId={kitSample.applicationId} />);
  expect(await screen.findByText('1Z999')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'I have it' }));
  expect(received.find(({ endpoint }) => endpoint === receiveKit)?.body).toEqual({
    isReceived: true,
    isReturned: false,
  });
});
