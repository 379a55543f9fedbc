import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CurrentUser } from '#auth/contract.ts';
import { marketerSample } from '#auth/sample.ts';
import { renderScreen } from '#platform/web/screen-test.tsx';
import { MarketerChecklist } from './marketer-checklist.tsx';

const ready: CurrentUser = {
  ...marketerSample,
  firstName: 'Mara',
  profileImageUrl: '/files/1',
  latitude: 37.7,
  kycStatus: 'approved',
  paypalEmail: 'mara@example.com',
};

it('links the open steps with their reason and time, and says what others must do', () => {
  renderScreen(<MarketerChecklist user={{ ...ready, kycStatus: 'pending', paypalEmail: null }} />);
  expect(screen.getByText('2 of 4 done')).toBeTruthy();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/kyc', expect.stringMatching(/^Pass the identity check.+In review$/)],
    ['/payments', expect.stringMatching(/^Add your PayPal address.+1 min$/)],
  ]);
  const done = within(screen.getByRole('list', { name: 'Done' })).getAllByRole('listitem');
  expect(done.map(({ textContent }) => textContent)).toEqual([
    'Add your name and a photo',
    'Set your location',
  ]);
});

it.each([{ lastName: null }, { lastName: '7' }, { profileImageUrl: null }])(
  'asks for the name and photo that applying requires: %o',
  (changes) => {
    renderScreen(<MarketerChecklist user={{ ...ready, ...changes }} />);
    expect(screen.getByRole('link', { name: /^Add your name and a photo/ })).toBeTruthy();
  },
);

it('disappears once everything is done', () => {
  renderScreen(<MarketerChecklist user={ready} />);
  expect(screen.queryByRole('list')).toBeNull();
});
