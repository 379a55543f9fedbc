import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#auth/contract.ts';
import { marketerSample } from '#auth/sample.ts';
import type { Language } from '#kernel/language.ts';
import { readLanguage, switchLanguage } from '#platform/web/language.ts';
import { useFollowLanguage } from './use-follow-language.ts';

afterEach(() => {
  document.cookie = 'language=; path=/; max-age=0';
});

/** Draws the hook at the path, for users whom the server names one after the other. */
function renderAt(follow: (language: Language) => void, user: CurrentUser | null | undefined) {
  let goTo: ReturnType<typeof useNavigate> = () => undefined;
  const { rerender } = renderHook(
    (props: { user: CurrentUser | null | undefined }) => {
      goTo = useNavigate();
      useFollowLanguage(props.user, follow);
    },
    { initialProps: { user }, wrapper: MemoryRouter },
  );
  return { rerender, goTo: (path: string) => act(() => goTo(path)) };
}

it('loads the app again in the language of the account', () => {
  const follow = vi.fn();
  renderAt(follow, { ...marketerSample, language: 'es' });
  expect(follow.mock.calls).toEqual([['es']]);
});

it('changes nothing for the language of the browser, or while no one is signed in', () => {
  const follow = vi.fn();
  for (const user of [{ ...marketerSample, language: 'en' as const }, null, undefined])
    renderAt(follow, user);
  expect(follow).not.toHaveBeenCalled();
});

it('waits for the next page if the language changes on another device', async () => {
  const follow = vi.fn();
  const { rerender, goTo } = renderAt(follow, { ...marketerSample, language: 'en' });
  rerender({ user: { ...marketerSample, language: 'es' } });
  expect(follow).not.toHaveBeenCalled();
  await goTo('/marketplace');
  expect(follow.mock.calls).toEqual([['es']]);
});

it('a switch is kept, and loads the page again', () => {
  const reload = vi.fn();
  switchLanguage('es', reload);
  expect(readLanguage()).toBe('es');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not load the page without end if the browser keeps no cookie', () => {
  const reload = vi.fn();
  const cookie = vi.spyOn(document, 'cookie', 'set').mockReturnValue(undefined);
  switchLanguage('es', reload);
  cookie.mockRestore();
  expect(reload).not.toHaveBeenCalled();
});
