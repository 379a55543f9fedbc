import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { setLanguage } from '../../account-contract.ts';
import { LanguagePanel } from './language-panel.tsx';

const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

it('saves the language, and then shows the app in it', async () => {
  const onSaved = vi.fn();
  const received = stubNetwork(stubCall(setLanguage, { message: 'Your language has been saved.' }));
  renderScreen(<LanguagePanel onSaved={onSaved} />);
  expect(isChosen('English')).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith('es'));
  expect(received.map(({ body }) => body)).toEqual([{ language: 'es' }]);
});

it('stays in its language if the choice cannot be saved', async () => {
  const onSaved = vi.fn();
  stubNetwork(stubRefusal(setLanguage, 'server/busy'));
  renderScreen(<LanguagePanel onSaved={onSaved} />);
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(isChosen('English')).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
});
