import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { marketerSample } from '#auth/sample.ts';
import { readLanguage, switchLanguage } from '#platform/web/language.ts';
import { useFollowLanguage } from './use-follow-language.ts';

afterEach(() => {
  document.cookie = 'language=; path=/; max-age=0';
});

it('draws the app again in the language of the account', () => {
  const follow = vi.fn();
  renderHook(() => useFollowLanguage({ ...marketerSample, language: 'es' }, follow));
  expect(follow.mock.calls).toEqual([['es']]);
});

it('changes nothing for the language of the browser, or while no one is signed in', () => {
  const follow = vi.fn();
  for (const user of [{ ...marketerSample, language: 'en' as const }, null, undefined]) {
    renderHook(() => useFollowLanguage(user, follow));
  }
  expect(follow).not.toHaveBeenCalled();
});

it('a switch is kept, and loads the page again', () => {
  const reload = vi.fn();
  switchLanguage('es', reload);
  expect(readLanguage()).toBe('es');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not load the page for ever if the browser keeps no cookie', () => {
  const reload = vi.fn();
  const cookie = vi.spyOn(document, 'cookie', 'set').mockReturnValue(undefined);
  switchLanguage('es', reload);
  cookie.mockRestore();
  expect(reload).not.toHaveBeenCalled();
});
