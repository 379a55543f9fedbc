/** Second factors in tests: codes as an app shows them, and users who have a factor. */
import { TOTP } from 'otpauth';
import type { Client, TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { beginPasskey, beginTotp, confirmPasskey, confirmTotp } from '#auth/second-factor-contract.ts';
import { SoftwareAuthenticator } from './passkey.ts';

export async function refusal(
  answer: Promise<{ status: number; error: { code: string } }>,
): Promise<[status: number, code: string]> {
  const { status, error } = await answer;
  return [status, error?.code];
}

/** Returns the step that the session lacks, or null if it is complete. */
export async function missingFactor(client: Client): Promise<string | null> {
  return (await client.call(getCurrentUser)).body.secondFactor;
}

/** Returns the app's code for a base32 secret, this many 30-second steps from now. */
export function generateCode(secret: string, now: Date, stepsAway = 0): string {
  const timestamp = now.getTime() + stepsAway * 30_000;
  return new TOTP({ secret }).generate({ timestamp });
}

/** Returns six digits that no step around now has. */
export function generateWrongCode(secret: string, now: Date): string {
  const near = [-2, -1, 0, 1, 2].map((step) => generateCode(secret, now, step));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

export async function addApp(app: TestApp, client: Client) {
  const { secret } = await succeed(client.call(beginTotp));
  const code = generateCode(secret, app.clock.now());
  const { recoveryCodes } = await succeed(client.call(confirmTotp, { body: { code } }));
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

export async function addPasskey(client: Client, name = 'Blue key') {
  const authenticator = new SoftwareAuthenticator();
  const passkey = authenticator.create(await succeed(client.call(beginPasskey)));
  const { recoveryCodes } = await succeed(client.call(confirmPasskey, { body: { passkey, name } }));
  return { authenticator, recoveryCodes };
}
