import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { submitProof } from '#proofs/contract.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { updateDueSummaries } from './summary-service.ts';

const PEOPLE = 8;
const LATE = 10;

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

async function stopped() {
  const { campaign, marketers } = await runningCampaign(
    app,
    {
      totalMarketersNeeded: PEOPLE,
      totalBudget: 40 * PEOPLE,
      proofRequirements: { videoDuration: 0, requireSelfie: false, requireLocationCheck: false },
    },
    PEOPLE,
  );
  const id = campaign.id;
  const sessions: { client: Client; sessionId: string; begunAt: Date }[] = [];
  for (const client of marketers) {
    const { body } = await client.call(startSession, { params: { id } });
    sessions.push({ client, sessionId: body.id, begunAt: app.clock.now() });
  }
  app.clock.advance(10 * MINUTE);
  for (const { client, sessionId } of sessions) await client.call(endSession, { params: { id, sessionId } });
  return { id, sessions };
}

const sendLate = (
  id: string,
  { client, sessionId, begunAt }: Awaited<ReturnType<typeof stopped>>['sessions'][number],
) =>
  Array.from({ length: LATE }, (_, step) => {
    const recordedAt = new Date(begunAt.getTime() + step * 15 * SECOND).toISOString();
    const points = [{ latitude: 37.7897 + step * 1e-4, longitude: -122.4, accuracy: 8, recordedAt }];
    return client.call(updateLocation, { params: { id }, body: { points, sessionId } });
  });

test('a summary misses nothing that arrives while it is computed', async () => {
  const { id, sessions } = await stopped();
  await Promise.all([
    ...sessions.flatMap((session) => sendLate(id, session)),
    updateDueSummaries(app.deps),
    updateDueSummaries(app.deps),
  ]);
  await updateDueSummaries(app.deps);
  const { rows } = await database.asOwner(
    `select (presence->>'fixes')::int as fixes from session_summary
       join tracking_session on id = session_id where campaign_id = $1 and not summary_due`,
    [id],
  );
  expect(rows).toEqual(sessions.map(() => ({ fixes: LATE })));
});

test('a proof is based on all accepted positions, and none is accepted after it', async () => {
  const { id, sessions } = await stopped();
  const submit = (client: Client, sessionId: string, uploadId: string) =>
    client.call(submitProof, {
      body: { campaignId: id, sessionId, media: [{ uploadId, kind: 'photo' as const }] },
    });
  const photo = await picture('jpeg');
  const proofs: Parameters<typeof submit>[] = [];
  for (const { client, sessionId } of sessions)
    proofs.push([client, sessionId, await uploadFile(client, photo, 'proof', 'a.jpg')]);
  const [late, sent] = await Promise.all([
    Promise.all(sessions.flatMap((session) => sendLate(id, session))),
    Promise.all(proofs.map((proof) => submit(...proof))),
    updateDueSummaries(app.deps),
  ]);
  expect(sent.map(({ status }) => status)).toEqual(sessions.map(() => 201));
  expect(late.filter(({ status, error }) => status !== 200 && error.code !== 'session/proof-sent')).toEqual(
    [],
  );
  const { rows } = await database.asOwner(
    `select (p.presence->>'fixes')::int as rests_on, (s.presence->>'fixes')::int as summed_up,
            (select count(*)::int from location_fix f where f.session_id = p.session_id) as taken
       from proof p join session_summary s on s.session_id = p.session_id where p.campaign_id = $1`,
    [id],
  );
  expect(rows).toHaveLength(PEOPLE);
  expect(rows).toEqual(rows.map(({ taken }) => ({ taken, rests_on: taken, summed_up: taken })));
  const accepted = late.filter(({ status }) => status === 200).length;
  expect(rows.reduce((sum, { taken }) => sum + taken, 0)).toBe(accepted);
});
