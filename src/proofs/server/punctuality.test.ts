import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { ON_TIME_TOLERANCE_MS } from '#profiles/marketers-contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { findApplicationId } from '#tests/support/people/paid-work.ts';
import { startSession } from '#tracking/contract.ts';
import { decideProof } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function loadFacts(marketerId: string) {
  const { db, ports, clock } = app.deps;
  return (await ports.loadMarketerFacts(db, [marketerId], clock.now())).get(marketerId);
}

test('a finished gig is on time if tracking began within the tolerance, and counts only with notice', async () => {
  const { advertiser, campaign, marketers, startsAt } = await runningCampaign(app);
  const [marketer] = marketers;
  if (!marketer) throw new Error('there is no marketer');
  await succeed(marketer.call(startSession, { params: { id: campaign.id } }));
  const applicationId = await findApplicationId(marketer, campaign.id);
  const start = startsAt.getTime();
  const { rows } = await app.database.asOwner(
    `insert into proof (id, campaign_id, application_id, marketer_id, minutes, submitted_at, review_due_at)
      values (gen_random_uuid(), $1, $2, $3, 30, $4, $5) returning id`,
    [campaign.id, applicationId, marketer.userId, new Date(start), new Date(start + HOUR)],
  );
  await succeed(advertiser.call(decideProof, { params: { id: rows[0].id }, body: { status: 'approved' } }));
  const load = async () => (await loadFacts(marketer.userId))?.punctuality;
  const begin = (at: number) =>
    app.database.asOwner(
      'update tracking_session set started_at = $2, last_heard_at = $2 where application_id = $1',
      [applicationId, new Date(at)],
    );
  const approve = (at: number, hasMovedUp = false) =>
    app.database.asOwner('update application set approved_at = $2, has_moved_up = $3 where id = $1', [
      applicationId,
      new Date(at),
      hasMovedUp,
    ]);
  await approve(start - 3 * HOUR);
  await begin(start + ON_TIME_TOLERANCE_MS);
  expect(await load()).toEqual({ gigs: 1, onTime: 1 });
  await begin(start + ON_TIME_TOLERANCE_MS + 1);
  expect(await load()).toEqual({ gigs: 1, onTime: 0 });
  await approve(start - 3 * HOUR, /* hasMovedUp */ true);
  expect(await load()).toEqual({ gigs: 0, onTime: 0 });
  await approve(start - HOUR);
  expect(await load()).toEqual({ gigs: 0, onTime: 0 });
  const { userId } = await app.signIn('marketer');
  expect((await loadFacts(userId))?.punctuality).toEqual({ gigs: 0, onTime: 0 });
});
