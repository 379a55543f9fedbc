import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen } from '#platform/web/screen-test.tsx';
import {
  toInternalPath,
  readReturnPath,
  useRememberReturnPath,
  RETURN_PATH_LIFETIME_MS,
} from './return-path.ts';

const origin = 'https://promenade.example';
const ada = '7f1f3f0e-0000-4000-8000-00000000000a';
const bo = '7f1f3f0e-0000-4000-8000-00000000000b';
const leftAt = new Date('2026-11-21T12:00:00Z');
const after = (milliseconds: number) => new Date(leftAt.getTime() + milliseconds);

describe('a page of this site', () => {
  it.each([
    '/payments',
    '/team/invitation?token=a1a1',
    '/marketplace?q=cold%20brew&near=37.79,-122.4#map',
    '/campaigns/7f1f3f0e-0000-4000-8000-00000000000a?tab=applicants',
    '/authors',
  ])('accepts %s unchanged', (path) => {
    expect(toInternalPath(path, origin)).toBe(path);
  });

  it.each([
    ['another host', '//evil.example/payments'],
    ['another host behind a backslash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['another host behind a tab, which browsers leave out', '/\t/evil.example'],
    ['another host behind a line break', '/\n/evil.example'],
    ['another host behind a step back', '/payments/..//evil.example'],
    ['another host behind a dot', '/.//evil.example'],
    ['an encoded slash', '/%2Fevil.example'],
    ['an encoded backslash', '/%5cevil.example'],
    ['another scheme', 'https://evil.example/payments'],
    ['the full address of this site', 'https://promenade.example/payments'],
    ['a script', 'javascript:alert(1)'],
    ['a script after a space', ' javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a path without a slash', 'payments'],
    ['a user name before a host', '@evil.example'],
    ['an empty string', ''],
    ['home', '/'],
    ['home with a greeting', '/?auth=success'],
    ['the sign-in page', '/auth/signin'],
    ['the sign-in page through a detour', '/payments/../auth/signin'],
    ['signing out', '/api/logout'],
  ])('rejects %s', (_, text) => {
    expect(toInternalPath(text, origin)).toBeNull();
  });
});

function Leaver({ path, account }: { path?: string; account?: string }) {
  const remember = useRememberReturnPath();
  const where = { ...(path === undefined ? {} : { path }), ...(account === undefined ? {} : { account }) };
  return (
    <button type="button" onClick={() => remember(where)}>
      Sign in
    </button>
  );
}

async function leave(
  at: string,
  { now = leftAt, ...where }: { path?: string; account?: string; now?: Date } = {},
): Promise<void> {
  const { unmount } = renderScreen(<Leaver {...where} />, { at, clock: createManualClock(now) });
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  unmount();
}

describe('the way back', () => {
  it('returns the full address that was left, for any user who signs in', async () => {
    await leave('/team/invitation?token=a1a1#join');
    expect(readReturnPath(ada, leftAt)).toBe('/team/invitation?token=a1a1#join');
    expect(readReturnPath(bo, leftAt)).toBe('/team/invitation?token=a1a1#join');
  });

  it('returns another address if one is given', async () => {
    await leave('/marketplace', { path: '/campaigns/1' });
    expect(readReturnPath(ada, leftAt)).toBe('/campaigns/1');
  });

  it('returns null for another user than the one who left the page', async () => {
    await leave('/payments', { account: ada });
    expect(readReturnPath(bo, leftAt)).toBeNull();
    expect(readReturnPath(ada, leftAt)).toBe('/payments');
  });

  it('keeps a page left on purpose when a session ends in another tab, until it expires', async () => {
    await leave('/team/invitation?token=a1a1');
    await leave('/payments', { account: ada, now: after(RETURN_PATH_LIFETIME_MS - 1) });
    expect(readReturnPath(bo, leftAt)).toBe('/team/invitation?token=a1a1');
    await leave('/payments', { account: ada, now: after(RETURN_PATH_LIFETIME_MS) });
    expect(readReturnPath(ada, after(RETURN_PATH_LIFETIME_MS))).toBe('/payments');
  });

  it('returns the latest page, left on purpose or in the newest tab', async () => {
    await leave('/payments', { account: ada });
    await leave('/profile', { account: bo });
    expect(readReturnPath(bo, leftAt)).toBe('/profile');
    await leave('/team/invitation?token=a1a1');
    expect(readReturnPath(bo, leftAt)).toBe('/team/invitation?token=a1a1');
  });

  it('expires after half an hour', async () => {
    await leave('/payments');
    expect(readReturnPath(ada, after(RETURN_PATH_LIFETIME_MS - 1))).toBe('/payments');
    expect(readReturnPath(ada, after(RETURN_PATH_LIFETIME_MS))).toBeNull();
  });

  it('never leads to another site', async () => {
    await leave('/', { path: '//evil.example/payments' });
    expect(readReturnPath(ada, leftAt)).toBeNull();
  });

  it.each(['', 'no JSON', '{}', '{"path":7,"account":null,"leftAt":0}', 'null'])(
    'returns null if the stored value is %j',
    (text) => {
      window.localStorage.setItem('promenade.way-back', text);
      expect(readReturnPath(ada, leftAt)).toBeNull();
    },
  );

  it('returns null without an error if the browser forbids storage', async () => {
    const forbidden = () => {
      throw new DOMException('no storage', 'SecurityError');
    };
    const places = [
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden),
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden),
    ];
    try {
      await leave('/payments');
      expect(readReturnPath(ada, leftAt)).toBeNull();
    } finally {
      for (const spy of places) spy.mockRestore();
    }
  });
});
