/** Undoing a decision at the moment when the marketer is told, or when another call decides. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCampaign } from '#campaigns/contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { apply, decideApplication, undoDecisions, UNDO_PERIOD_MS } from '../../contract.ts';

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const undo = async (id: string) =>
  (await succeed(advertiser.call(undoDecisions, { body: { ids: [id] } }))).results[0];
const approve = (id: string) =>
  advertiser.call(decideApplication, { params: { id }, body: { status: 'approved', canUndo: true } });
const hired = async (id: string) =>
  (await succeed(app.visitor().call(getCampaign, { params: { id } }))).marketersHired;

async function applicants(places: number, count: number) {
  const campaign = await fundedCampaign(app, advertiser, {
    totalMarketersNeeded: places,
    totalBudget: places * 50,
  });
  const people: { marketer: Client; id: string }[] = [];
  while (people.length < count) {
    const marketer = await readyMarketer(app);
    const { id } = await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
    people.push({ marketer, id });
  }
  return { campaignId: campaign.id, people };
}

test('a decision is undone or told, and never both', async () => {
  const { campaignId, people } = await applicants(6, 6);
  for (const { id } of people) await succeed(approve(id));
  // Delivers the events although the time to undo has not passed, as a worker with a faster clock would.
  await database.asOwner(
    `update outbox set next_at = now() - interval '1 year' where kind = 'application.approved'`,
  );
  const [results] = await Promise.all([
    Promise.all(people.map(({ id }) => undo(id))),
    app.worker.runOutbox(),
    app.worker.runOutbox(),
  ]);
  await app.runDue();
  let places = 0;
  for (const [index, { marketer }] of people.entries()) {
    const { notifications } = await succeed(marketer.call(listNotifications));
    const wasTold = notifications.some(({ kind }) => kind === 'application.approved');
    expect(results[index]?.refusal?.code ?? 'undone').toBe(wasTold ? 'application/undo-over' : 'undone');
    if (wasTold) places += 1;
  }
  expect(await hired(campaignId)).toBe(places);
});

test('undoing and approving others at once never gives more places than there are', async () => {
  const { campaignId, people } = await applicants(1, 5);
  const [first, ...others] = people;
  if (!first) throw new Error('there is no applicant');
  await succeed(approve(first.id));
  const [one, other, ...approved] = await Promise.all([
    undo(first.id),
    undo(first.id),
    ...others.map(({ id }) => approve(id)),
  ]);
  const count = approved.filter(({ status }) => status === 200).length;
  expect(count).toBeLessThanOrEqual(1);
  expect(await hired(campaignId)).toBe(count);
  expect([one?.application?.status, other?.application?.status]).toEqual(['pending', 'pending']);
  app.clock.advance(UNDO_PERIOD_MS);
  await app.runDue();
});
