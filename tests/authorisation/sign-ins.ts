import { expect } from 'vitest';
import { createAccessToken } from '#auth/access-token-contract.ts';
import { listSessions } from '#auth/session-contract.ts';
import { listSecondFactors } from '#auth/second-factor-contract.ts';
import { addApp } from '#tests/support/auth/second-factor.ts';
import type { Client, TestApp } from '#tests/support/app.ts';

/** Adds a second factor and an access token here, and a second session elsewhere. */
export async function signedInTwice(app: TestApp, marketer: Client) {
  const elsewhere = await app.signIn('marketer', marketer.email);
  const { sessions } = (await elsewhere.call(listSessions)).body;
  await addApp(app, marketer);
  const { factors } = (await marketer.call(listSecondFactors)).body;
  const token = await marketer.call(createAccessToken, {
    body: { name: 'Payroll', scopes: ['payments:read'], expiresInDays: 30 },
  });
  expect(token.status, token.error?.message).toBe(201);
  return {
    sessionId: sessions.find(({ isPresent }) => isPresent)?.id ?? '',
    secondFactorId: factors[0]?.id ?? '',
    accessTokenId: token.body.accessToken.id,
  };
}
