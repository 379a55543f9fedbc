import { expect } from 'vitest';
import { createAccessToken } from '#auth/access-token-contract.ts';
import { listSessions } from '#auth/session-contract.ts';
import { listSecondFactors } from '#auth/second-factor-contract.ts';
import { createWebhook, sendTestEvent } from '#webhooks/contract.ts';
import { addApp } from '#tests/support/auth/second-factor.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import type { Caller } from './callers.ts';
import type { TestObject } from './objects.ts';

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

/** A test event waits for its first call. */
export async function withWebhook(marketer: Client, worker: Caller): Promise<TestObject[]> {
  const { body, status, error } = await marketer.call(createWebhook, {
    body: { url: 'https://8.8.8.8/hook', events: ['proof.approved'] },
  });
  expect(status, error?.message).toBe(201);
  const { id } = body.webhook;
  const delivery = await marketer.call(sendTestEvent, { params: { id } });
  expect(delivery.status, delivery.error?.message).toBe(201);
  return [
    {
      kind: 'outgoingWebhook',
      name: `webhook of ${worker}`,
      id,
      people: { owner: worker },
      // The audit log names it.
      alsoSeenBy: ['admin'],
    },
    {
      kind: 'outgoingDelivery',
      name: `delivery to the webhook of ${worker}`,
      id: delivery.body.id,
      people: { owner: worker },
    },
  ];
}
