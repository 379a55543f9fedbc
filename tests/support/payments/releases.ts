/** Releases places of a funded campaign one by one, and returns whom the wallet paid. */
import { randomUUID } from 'node:crypto';
import { transact } from '#platform/server/db/transact.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { release, type Released } from '#payments/server/service.ts';

const PLACES = 3;

/** Releases places of a new campaign at $40 each. The payout waits in the outbox until app.runDue(). */
export async function releases(app: TestApp): Promise<(marketer: Client) => Promise<Released>> {
  const advertiser = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, advertiser, { totalMarketersNeeded: PLACES });
  let placeNumber = 0;
  return async (marketer) => {
    placeNumber += 1;
    return transact(app.deps.db, (tx) =>
      release(tx, app.deps, {
        campaignId: id,
        campaignTitle: 'Spring launch',
        sourceId: randomUUID(),
        marketerId: marketer.userId,
        amountCents: 4000,
        feeCents: 1800,
        placeNumber,
        places: PLACES,
      }),
    );
  };
}

/** Returns those of these addresses that the wallet was asked to pay. */
export async function paidAt(app: TestApp, ...addresses: string[]): Promise<string[]> {
  const { payouts } = (await app.http.inject({ url: '/wallet-simulator/books' })).json();
  return payouts
    .map(({ receiver }: { receiver: string }) => receiver)
    .filter((receiver: string) => addresses.includes(receiver));
}
