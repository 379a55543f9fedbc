import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  findEmptyState,
  renderScreen,
  stubCall,
  stubNetwork,
  stubPages,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
import type { Proof } from '#proofs/contract.ts';
import { listWeakProofs } from '#proofs/weak-contract.ts';
import { proofSample } from '#proofs/sample.ts';
import { WeakProofs } from './weak-proofs.tsx';

const numbered = (number: number): Proof => ({
  ...proofSample,
  id: `9e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f0${number}`,
  marketerName: `Marketer ${number}`,
  strength: 'weak',
});

test('loads more weak proofs on request', async () => {
  stubNetwork(stubPages(listWeakProofs, [[numbered(1), numbered(2)], [numbered(3)]]));
  renderScreen(<WeakProofs />);
  await screen.findByText('Marketer 2');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Marketer 3');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('says that no proof waits', async () => {
  stubNetwork(stubCall(listWeakProofs, []));
  renderScreen(<WeakProofs />);
  await findEmptyState();
});

test('offers to load the list again after an error', async () => {
  stubNetwork(stubRefusal(listWeakProofs, 'server/busy'));
  renderScreen(<WeakProofs />);
  await screen.findByRole('alert');
});
