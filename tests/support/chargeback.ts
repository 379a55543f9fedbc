/** Payments that their payer disputes at the wallet, which tells us with its webhooks. */
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** The payer opens a dispute over the campaign's payment, and we hear of it. Returns the wallet's id. */
export async function disputeAtWallet(app: TestApp, campaignId: string): Promise<string> {
  const disputeId = await openDisputeAtWallet(app, campaignId);
  await untilChargeback(app, campaignId, 'open');
  return disputeId;
}

/** The payer opens a dispute over the campaign's payment. We have not heard of it yet. */
export async function openDisputeAtWallet(app: TestApp, campaignId: string): Promise<string> {
  const { rows } = await app.database.asOwner(
    `select provider_capture_id as id from payment_order where purpose_id = $1 and state = 'bound'`,
    [campaignId],
  );
  return control(app, '/disputes', { captureId: rows[0]?.id });
}

/** The wallet decides the dispute, and we hear of it. */
export async function endDisputeAtWallet(
  app: TestApp,
  campaignId: string,
  { disputeId, outcome }: { disputeId: string; outcome: 'won' | 'lost' },
): Promise<void> {
  await control(app, `/disputes/${disputeId}`, { outcome });
  await untilChargeback(app, campaignId, outcome);
}

async function control(app: TestApp, path: string, payload: object): Promise<string> {
  const answer = await app.http.inject({ method: 'POST', url: `/wallet-simulator/control${path}`, payload });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().disputeId;
}

/** Lets the outbox work until we have heard. The wallet sends by real time. */
export async function untilChargeback(app: TestApp, campaignId: string, state: string): Promise<void> {
  const states = async () => {
    await app.settle();
    const query = 'select state from chargeback where purpose_id = $1';
    return (await app.database.asOwner(query, [campaignId])).rows.map((row) => row.state);
  };
  await expect.poll(states).toContain(state);
}
