import { notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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

it('shows a toast for five seconds', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('toast');
  showToast({ title: 'Saved' });
  expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Saved', autoClose: 5000 }));
});
