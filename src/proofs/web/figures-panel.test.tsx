import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { listPostFigures } from '../figures-contract.ts';
import { proofSample } from '../sample.ts';
import { FiguresPanel } from './figures-panel.tsx';

test('requires the views and a screenshot', async () => {
  stubNetwork(stubCall(listPostFigures, []));
  renderScreen(<FiguresPanel proof={{ ...proofSample, postUrl: 'https://social.example/p/1' }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Report figures' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send figures' }));
  expect(await screen.findByText('Enter the views')).toBeTruthy();
  expect(screen.getByText('Add a screenshot')).toBeTruthy();
});
