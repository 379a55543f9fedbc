import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { chooseUserType } from '#auth/contract.ts';
import {
  stubCall,
  stubNetwork,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { UserTypeSelection } from './user-type-selection.tsx';

it('sends the choice once and opens its dashboard', async () => {
  const received = stubNetwork(stubCall(chooseUserType, { message: 'Welcome', userType: 'advertiser' }));
  renderScreen(<UserTypeSelection />);
  await userEvent.click(screen.getByRole('button', { name: 'Join as Advertiser' }));
  await screen.findByText('/advertiser');
  expect(received.map(({ body }) => body)).toEqual([{ userType: 'advertiser' }]);
});

it('shows the error if the server refuses', async () => {
  stubNetwork(stubRefusal(chooseUserType, 'auth/type-chosen'));
  renderScreen(<UserTypeSelection />);
  await userEvent.click(screen.getByRole('button', { name: 'Join as Marketer' }));
  await screen.findByText(refusalText('auth/type-chosen'));
  expect(screen.getByRole('heading', { name: 'How do you want to join?' })).toBeTruthy();
});

it('shows a general error if the response has no text', async () => {
  stubNetwork(stubFailure(chooseUserType));
  renderScreen(<UserTypeSelection />);
  await userEvent.click(screen.getByRole('button', { name: 'Join as Marketer' }));
  await screen.findByText('Something went wrong. Please try again.');
});
