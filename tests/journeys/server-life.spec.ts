/**
 * The built server as a process: ready, conflicting with a second one, stopped, killed, refusing to start without its
 * keys or settings.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { signInMail } from '#tests/support/journeys/journey-mail.ts';
import { startServer } from '#tests/support/journeys/server.ts';

const entry = resolve(import.meta.dirname, '../../build/server/server.js');

/** Runs the server until it exits. The timeout only ends a hanging one. */
function runToItsEnd(settings: Record<string, string>): { status: number | null; output: string } {
  const { PATH = '' } = process.env;
  const ended = spawnSync(process.execPath, [entry], {
    env: { PATH, ...settings },
    timeout: 120_000,
    encoding: 'utf8',
  });
  return { status: ended.status, output: ended.stdout + ended.stderr };
}

async function signIn(url: string, email: string): Promise<{ cookie: string; status: number }> {
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, userType: 'marketer' });
  let preauth = '';
  const { code } = await signInMail({ url }, email, async () => {
    const asked = await fetch(`${url}/auth/email`, { method: 'POST', headers: json, body });
    preauth = asked.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  });
  const confirmed = await fetch(`${url}/auth/email/confirm`, {
    method: 'POST',
    headers: { ...json, cookie: preauth },
    body: JSON.stringify({ code }),
  });
  const cookie = confirmed.headers.getSetCookie().find((each) => each.startsWith('sid=')) ?? '';
  return { cookie: cookie.split(';')[0] ?? '', status: confirmed.status };
}

test('invariant 34: answers health and readiness, a second server names the process that uses the data folder, and none starts without its keys', async () => {
  const server = await startServer();
  try {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const second = runToItsEnd({ DATA_DIR: server.dataDir, PORT: '0' });
    expect(second.status).toBe(1);
    expect(second.output).toContain(String(server.pid));
    expect(second.output).not.toContain('    at ');
    expect(await server.stop()).toBe(0);
    rmSync(join(server.dataDir, 'keys'), { recursive: true });
    const withoutKeys = runToItsEnd({ DATA_DIR: server.dataDir, PORT: '0' });
    expect(withoutKeys.status).toBe(1);
    expect(withoutKeys.output).toContain('secret.key is not the key of this database');
    expect(withoutKeys.output).not.toContain('    at ');
  } finally {
    await server.kill();
    await server.remove();
  }
});

test('keeps everything that it acknowledged when it is killed', { tag: '@deep' }, async () => {
  const first = await startServer();
  let cookie = '';
  try {
    const signedIn = await signIn(first.url, 'kept@promenade.test');
    expect(signedIn.status).toBe(200);
    cookie = signedIn.cookie;
    const consent = await fetch(`${first.url}/api/user/compliance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ locationConsent: true }),
    });
    expect(consent.status).toBe(200);
  } finally {
    await first.kill();
  }
  const second = await startServer(first.dataDir);
  try {
    const user = await (await fetch(`${second.url}/api/auth/user`, { headers: { cookie } })).json();
    expect(user).toMatchObject({ email: 'kept@promenade.test', locationConsent: true });
  } finally {
    await second.kill();
    await second.remove();
  }
});

test('refuses to start in production and names every missing setting at once', { tag: '@deep' }, () => {
  const refused = runToItsEnd({ NODE_ENV: 'production' });
  expect(refused.status).toBe(1);
  const names = [
    'PUBLIC_URL',
    'DATABASE_URL',
    'SECRET_KEY',
    'KYC_KEY',
    'SMTP_URL',
    'WALLET_BASE_URL',
    'WALLET_CLIENT_ID',
  ];
  for (const name of names) expect(refused.output).toContain(name);
  expect(refused.output).not.toContain('    at ');
});

test('names an invalid setting', { tag: '@deep' }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'promenade-settings-'));
  const refused = runToItsEnd({ DATA_DIR: dataDir, PORT: 'three thousand', PLATFORM_FEE_PERCENT: '40' });
  rmSync(dataDir, { recursive: true });
  expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('PORT')]);
  expect(refused.output).toContain('PLATFORM_FEE_PERCENT');
});
