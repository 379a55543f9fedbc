import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { type Billing, getBilling, saveBilling } from '../../billing-contract.ts';
import { BillingModal } from './billing-modal.tsx';

const known: Billing = {
  businessName: 'Harbor Roasters',
  businessAddress: '1 Quay Street, Cork',
  country: 'IE',
  vatId: null,
  taxNumber: null,
};

async function open(billing: Billing) {
  const received = stubNetwork(stubCall(getBilling, billing), stubCall(saveBilling, { message: 'Saved' }));
  const onSaved = vi.fn();
  renderScreen(<BillingModal opened onClose={() => {}} onSaved={onSaved} />);
  await screen.findByLabelText(/Business name/);
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const saved = () => received.filter(({ endpoint }) => endpoint === saveBilling).map(({ body }) => body);
  return { save, saved, onSaved };
}

test('takes a VAT ID of the country, or that there is none', async () => {
  const { save, saved, onSaved } = await open(known);
  const none = screen.getByRole('checkbox', { name: 'This business has no VAT ID' });
  expect(none).toHaveProperty('checked', true);
  await userEvent.click(none);
  await save();
  expect(await screen.findByText('Enter the VAT ID, or say that there is none')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^VAT ID/), 'DE123456789');
  await save();
  expect(await screen.findByText('This isn’t a VAT ID of this country')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/^VAT ID/));
  await userEvent.type(screen.getByLabelText(/^VAT ID/), 'ie 7654321 fa');
  await save();
  expect(saved()).toEqual([{ ...known, vatId: 'IE7654321FA' }]);
  expect(onSaved).toHaveBeenCalledOnce();
});

test('asks outside the EU for a tax number instead of a VAT ID, and requires the rest', async () => {
  const { save, saved } = await open({ ...known, businessAddress: '', country: 'US' });
  expect(screen.queryByLabelText(/^VAT ID/)).toBeNull();
  await save();
  expect(await screen.findByText('Business address is required')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Business address/), '1 Market Street, San Francisco');
  await userEvent.type(screen.getByLabelText(/^Business tax number/), '12-3456789');
  await save();
  expect(saved()).toEqual([
    { ...known, businessAddress: '1 Market Street, San Francisco', country: 'US', taxNumber: '12-3456789' },
  ]);
});
