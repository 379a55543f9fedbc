/** Payments that their payer disputes at the wallet, which sends us webhooks. */
import { expect } from 'vitest';
import { pollDispute } from '#payments/server/chargebacks/chargebacks.ts';
import type { TestApp } from '../app.ts';

/**
 * Opens a dispute about the campaign's payment, or a tip, and waits until the server knows. Returns the wallet's id.
 */
export async function disputeAtWallet(
  app: TestApp,
  campaignId: string,
  paid: 'campaign' | 'tip' = 'campaign',
): Promise<string> {
  const disputeId = await openDisputeAtWallet(app, campaignId, { paid });
  await untilChargeback(app, campaignId, 'open');
  return disputeId;
}

/** Opens a dispute about the campaign's payment, or about a part of it. The server does not know yet. */
export async function openDisputeAtWallet(
  app: TestApp,
  campaignId: string,
  { amount, paid = 'campaign' }: { amount?: string | undefined; paid?: 'campaign' | 'tip' } = {},
): Promise<string> {
  const { rows } = await app.database.asOwner(
    `select provider_capture_id as id from payment_order where campaign_id = $1
       and state in ('captured', 'bound') and (tip_id is not null) = $2`,
    [campaignId, paid === 'tip'],
  );
  return control(app, '/disputes', { captureId: rows[0]?.id, amount });
}

/** Decides the dispute at the wallet and waits until the server knows. */
export async function endDisputeAtWallet(
  app: TestApp,
  campaignId: string,
  { disputeId, outcome }: { disputeId: string; outcome: 'won' | 'lost' },
): Promise<void> {
  await control(app, `/disputes/${disputeId}`, { outcome });
  await untilChargeback(app, campaignId, outcome);
}

/**
 * Opens and loses a dispute about the campaign's payment, or a tip, without running the outbox, so no effect is sent.
 */
export async function loseDisputeWhileIdle(
  app: TestApp,
  campaignId: string,
  paid: 'campaign' | 'tip' = 'campaign',
): Promise<void> {
  const disputeId = await openDisputeAtWallet(app, campaignId, { paid });
  await pollDispute(app.deps, disputeId);
  await control(app, `/disputes/${disputeId}`, { outcome: 'lost' });
  await pollDispute(app.deps, disputeId);
}

async function control(app: TestApp, path: string, payload: object): Promise<string> {
  const answer = await app.http.inject({ method: 'POST', url: `/wallet-simulator/control${path}`, payload });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().disputeId;
}

/** Runs the outbox until the chargeback has this state. The wallet sends in real time. */
export async function untilChargeback(app: TestApp, campaignId: string, state: string): Promise<void> {
  const states = async () => {
    await app.runDue();
    const query = 'select state from chargeback where campaign_id = $1';
    return (await app.database.asOwner(query, [campaignId])).rows.map((row) => row.state);
  };
  await expect.poll(states).toContain(state);
}
