import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { getCampaign } from '../contract.ts';
import { takePlace, takeRelease } from './service.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

async function payOnePlace(id: string): Promise<void> {
  await transact(app.deps.db, async (tx) => {
    await takePlace(tx, id);
    await takeRelease(tx, id);
  });
}

async function stateAfterSweep(id: string) {
  app.clock.advance(2 * MINUTE);
  await app.settle();
  const { body } = await advertiser.call(getCampaign, { params: { id } });
  return { status: body.status, closeReason: body.closeReason };
}

it('completes a campaign once its last place is paid, and not before', async () => {
  const { id } = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 2, totalBudget: 80 });
  await payOnePlace(id);
  expect(await stateAfterSweep(id)).toEqual({ status: 'active', closeReason: null });
  await payOnePlace(id);
  expect(await stateAfterSweep(id)).toEqual({ status: 'completed', closeReason: 'finished' });
});

it('one that cannot be completed keeps no other one waiting', async () => {
  const [broken, sound] = [
    await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1, totalBudget: 40 }),
    await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1, totalBudget: 40 }),
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (!broken || !sound) throw new Error('two were made');
  await app.database.asOwner(
    `alter table campaign add constraint broken check (id <> '${broken.id}' or status <> 'completed')`,
  );
  for (const { id } of [broken, sound]) await payOnePlace(id);
  expect(await stateAfterSweep(sound.id)).toMatchObject({ status: 'completed' });
  expect(await stateAfterSweep(broken.id)).toMatchObject({ status: 'active' });
  await app.database.asOwner('alter table campaign drop constraint broken');
  expect(await stateAfterSweep(broken.id)).toMatchObject({ status: 'completed' });
});
