/** What tests of second factors do: codes as an app shows them, and people who have one. */
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { type Client, type TestApp, testApp } from '../app.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { beginPasskey, beginTotp, confirmPasskey, confirmTotp } from '#auth/second-factor-contract.ts';
import { SoftwareAuthenticator } from './passkey.ts';

/** The product at an address of its own, to which passkeys belong. */
export function appOfSite({ settings, ...options }: Parameters<typeof testApp>[0] = {}): Promise<TestApp> {
  return testApp({
    listens: false,
    ...options,
    settings: { PUBLIC_URL: 'http://localhost:3000', ...settings },
  });
}

/** Status and code of a call that should be refused. */
export async function refusal(
  answer: Promise<{ status: number; error: { code: string } }>,
): Promise<[status: number, code: string]> {
  const { status, error } = await answer;
  return [status, error?.code];
}

/** What the session must do before anything else; null where it is complete. */
export async function lackOf(client: Client): Promise<string | null> {
  return (await client.call(getCurrentUser)).body.secondFactor;
}

/** The code that the app shows for a secret in base32, so many steps of 30 s from now. */
export function codeOf(secret: string, now: Date, stepsAway = 0): string {
  return TOTP.generate({
    secret: new TOTP({ secret }).secret,
    timestamp: now.getTime() + stepsAway * 30_000,
  });
}

/** Six digits that no step around now has. */
export function wrongCodeOf(secret: string, now: Date): string {
  const near = new Set([-2, -1, 0, 1, 2].map((step) => codeOf(secret, now, step)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
}

export async function addApp(
  app: TestApp,
  client: Client,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.call(beginTotp);
  expect(begun.status, begun.error?.message).toBe(200);
  const { secret } = begun.body;
  const added = await client.call(confirmTotp, { body: { code: codeOf(secret, app.clock.now()) } });
  expect(added.status, added.error?.message).toBe(200);
  return { secret, recoveryCodes: added.body.recoveryCodes ?? [] };
}

export async function addPasskey(
  client: Client,
  authenticator = new SoftwareAuthenticator(),
  name = 'Blue key',
): Promise<{ authenticator: SoftwareAuthenticator; recoveryCodes: string[] | null }> {
  const begun = await client.call(beginPasskey);
  expect(begun.status, begun.error?.message).toBe(200);
  const passkey = authenticator.create(begun.body);
  const added = await client.call(confirmPasskey, { body: { passkey, name } });
  expect(added.status, added.error?.message).toBe(200);
  return { authenticator, recoveryCodes: added.body.recoveryCodes };
}
