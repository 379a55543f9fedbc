import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../screen-test.tsx';
import { showToast } from './toast.ts';

it('shows only the newest toast', async () => {
  renderScreen(<p>page</p>);
  await act(async () => {
    showToast({ title: 'First', tone: 'success' });
    showToast({ title: 'Second', message: 'is still waiting' });
  });
  await act(async () => showToast({ title: 'Error', message: 'Campaign Full', tone: 'error' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Campaign Full');
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.queryByText('Second')).toBeNull();
});
