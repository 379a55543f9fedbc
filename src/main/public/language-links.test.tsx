import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LanguageLinks } from './language-links.tsx';

afterEach(() => {
  window.location.hash = '';
});

it('a link to another language keeps the hash, which has the token of a shared report', () => {
  window.location.hash = '#token';
  // jsdom cannot load another page.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  render(<LanguageLinks />);
  const link = screen.getByRole('link', { name: 'Español' });
  fireEvent.click(link);
  expect(link).toHaveProperty('href', expect.stringMatching(/\?language=es#token$/));
});
