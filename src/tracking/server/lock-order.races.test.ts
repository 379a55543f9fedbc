import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockCampaign } from '#campaigns/server/service.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { loadSessionsForProof } from './service.ts';
import { updateDueSummaries } from './presence/summary-service.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function begun() {
  const { campaign, marketers } = await runningCampaign(app);
  const [marketer] = marketers as [Client];
  const { body } = await marketer.call(startSession, { params: { id: campaign.id } });
  return { id: campaign.id, marketer, sessionId: body.id };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const place = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
const send = ({ id, marketer }: Begun) => marketer.call(updateLocation, { params: { id }, body: place });

test('a first position and a proof of its session do not deadlock', async () => {
  const work = await begun();
  const by = { campaignId: work.id, marketerId: work.marketer.userId };
  const [isHeld, mayGoOn] = [gate(), gate()];
  let attempts = 0;
  const proving = transact(app.deps.db, async (tx) => {
    attempts += 1;
    await lockCampaign(tx, work.id);
    isHeld.open();
    await mayGoOn.opened;
    return loadSessionsForProof(tx, app.deps, by);
  });
  await isHeld.opened;
  let isAnswered = false;
  const sending = send(work).finally(() => (isAnswered = true));
  await expect.poll(async () => isAnswered || (await lockWaits(database)) > 0).toBe(true);
  mayGoOn.open();
  const [session, sent] = await Promise.all([proving, sending]);
  expect([sent.status, attempts], sent.error?.message).toEqual([200, 1]);
  expect(session?.presence.fixes).toBe(1);
});

test('a sweep waits for a withdrawal of location consent, and adds no cell', async () => {
  const work = await begun();
  for (let step = 0; step < 8; step += 1) {
    await send(work);
    app.clock.advance(15 * SECOND);
  }
  await work.marketer.call(endSession, { params: { id: work.id, sessionId: work.sessionId } });
  app.clock.advance(MINUTE);
  const withdrawing = await database.pool.connect();
  await withdrawing.query('begin');
  await withdrawing.query('update profile set location_consent_at = null where account_id = $1', [
    work.marketer.userId,
  ]);
  const settling = updateDueSummaries(app.deps);
  await expect.poll(() => lockWaits(database)).toBe(1);
  await withdrawing.query('commit');
  withdrawing.release();
  await settling;
  const { rows } = await database.asOwner(
    `select (presence->>'fixes')::int as fixes,
            (select count(*)::int from presence_cell c where c.session_id = s.session_id) as cells,
            (select count(*)::int from track_shape t where t.session_id = s.session_id) as shapes,
            (select count(*)::int from track_profile p where p.session_id = s.session_id) as profiles
       from session_summary s where session_id = $1`,
    [work.sessionId],
  );
  expect(rows).toEqual([{ fixes: 8, cells: 0, shapes: 0, profiles: 0 }]);
});

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
