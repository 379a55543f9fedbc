/** Payments that their payer disputes at the wallet: told by its webhooks, as in life. */
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

/** Opens one over all that is left of the campaign's payment and waits until we know of it; answers the wallet's id. */
export async function disputeAtWallet(app: TestApp, campaignId: string): Promise<string> {
  const disputeId = await openDisputeAtWallet(app, campaignId);
  await untilChargeback(app, campaignId, 'open');
  return disputeId;
}

/** The same without waiting: we do not know of it yet. */
export async function openDisputeAtWallet(app: TestApp, campaignId: string): Promise<string> {
  const { rows } = await app.database.asOwner(
    `select provider_capture_id as id from payment_order where purpose_id = $1 and state = 'bound'`,
    [campaignId],
  );
  const answer = await control(app, '/disputes', { captureId: rows[0]?.id });
  return answer.disputeId;
}

/** The wallet decides it, and we have heard of that. */
export async function endDisputeAtWallet(
  app: TestApp,
  campaignId: string,
  { disputeId, outcome }: { disputeId: string; outcome: 'won' | 'lost' },
): Promise<void> {
  await control(app, `/disputes/${disputeId}`, { outcome });
  await untilChargeback(app, campaignId, outcome);
}

async function control(app: TestApp, path: string, body: object): Promise<{ disputeId: string }> {
  const url = `/wallet-simulator/control${path}`;
  const answer = await app.http.inject({ method: 'POST', url, payload: body });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json();
}

/** Lets the outbox work until we know of it; the wallet sends by real time. */
export async function untilChargeback(app: TestApp, campaignId: string, state: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await app.settle();
      const { rows } = await app.database.asOwner('select state from chargeback where purpose_id = $1', [
        campaignId,
      ]);
      expect(rows.map((row) => row.state)).toContain(state);
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}
