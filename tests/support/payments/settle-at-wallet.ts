import { expect } from 'vitest';
import { pollPayout } from '#payments/server/payouts/payout-outcome.ts';
import type { TestApp } from '../app.ts';

/** Sets a payout's state at the simulated wallet and polls it. */
export async function settleAtWallet(app: TestApp, payoutId: string, status: string): Promise<void> {
  const { payouts } = (await app.http.inject({ url: '/wallet-simulator/books' })).json();
  const item = payouts.find((each: { senderItemId: string }) => each.senderItemId === payoutId);
  const url = `/wallet-simulator/control/payouts/${item.id}`;
  expect((await app.http.inject({ method: 'POST', url, payload: { status } })).statusCode).toBe(200);
  await pollPayout(app.deps, payoutId);
}
