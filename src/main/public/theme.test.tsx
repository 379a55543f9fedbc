import userEvent from '@testing-library/user-event';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '#platform/web/screen-test.tsx';
import source from '../../../public/theme.js?raw';
import { ThemeSwitch } from './theme-switch.tsx';

const KEY = 'mantine-color-scheme-value';
const choices = ['auto', 'light', 'dark'];

beforeEach(() => localStorage.removeItem(KEY));

function openPage() {
  const page = document.implementation.createHTMLDocument();
  const window = new EventTarget();
  // The script is one expression without imports.
  new Function('document', 'window', source)(page, window);
  const first = page.documentElement.getAttribute('data-mantine-color-scheme');
  for (const value of choices) {
    const input = page.createElement('input');
    Object.assign(input, { type: 'radio', name: 'theme', value, checked: value === 'auto' });
    input.setAttribute('data-theme-choice', '');
    page.body.append(input);
  }
  page.dispatchEvent(new Event('DOMContentLoaded'));
  return {
    /** The theme before anything is drawn. */
    first,
    theme: () => page.documentElement.getAttribute('data-mantine-color-scheme'),
    chosen: () => page.querySelector<HTMLInputElement>('input:checked')?.value,
    choose(value: string) {
      const input = page.querySelector<HTMLInputElement>(`input[value=${value}]`);
      if (!input) throw new Error(`no ${value}`);
      input.checked = true;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
}

test('a choice applies at once, and from the start of the next page', () => {
  const page = openPage();
  expect([page.first, page.theme(), page.chosen()]).toEqual([null, null, 'auto']);
  page.choose('dark');
  expect(page.theme()).toBe('dark');
  const next = openPage();
  expect([next.first, next.chosen()]).toEqual(['dark', 'dark']);
  next.choose('auto');
  expect([next.theme(), openPage().first]).toEqual([null, null]);
});

test('the app’s switch keeps the choice where the other pages read it', async () => {
  renderScreen(<ThemeSwitch />);
  expect(screen.getByRole('group', { name: 'Theme' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true);
  expect(openPage().first).toBe('dark');
});
