/**
 * Only the marketer sees the exact track of a walk, whichever call another user makes (decision 18.3). Checked
 * after the walk, its proof, the rejection and a dispute: every route, the live streams, emails, and
 * everything stored.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDispute } from '#disputes/contract.ts';
import { SECOND } from '#kernel/time.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { endSession, updateLocation } from '#tracking/contract.ts';
import { streamLive } from '#tracking/live-contract.ts';
import { getTrack } from '#tracking/track-contract.ts';
import {
  listCalls,
  changesCaller,
  listEndpoints,
  inOrder,
  isLetIn,
  perform,
  formatCall,
} from '#tests/authorisation/calls.ts';
import { newCaller } from '#tests/authorisation/callers.ts';
import { makeWorld, phoneId, type World } from '#tests/authorisation/world.ts';
import { KnownPositions } from '#tests/support/scans/answer-scan-positions.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { movie, picture } from '#tests/support/media.ts';
import { PATIENCE_MS, STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { uploadFile } from '#tests/support/upload.ts';

/** Through the campaign's area, but through no point of anything else. */
const walk = Array.from({ length: 40 }, (_, step) => ({
  latitude: 37.7871043 + step * 0.0000917,
  longitude: -122.4063911 + step * 0.0001373,
  accuracy: 8 + (step % 5),
}));

const known = new KnownPositions();
const watchers = ['advertiser', 'manager', 'viewer', 'admin'] as const;
let streams: EventReader<typeof streamLive>[];
let world: World;
let sessionId: string;
let disputeId: string;

beforeAll(async () => {
  world = await makeWorld();
  const session = world.things.find(
    ({ kind, people }) => kind === 'session' && people.marketer === 'marketer',
  );
  const campaignId = session?.beside?.['id'] ?? '';
  sessionId = session?.id ?? '';
  streams = await Promise.all(
    watchers.map((watcher) =>
      EventReader.open(world.app, world.clients[watcher], streamLive, { id: campaignId }),
    ),
  );
  await walkTo(campaignId);
  for (const stream of streams) {
    await vi.waitFor(() => expect(stream.text).toContain('"isRunning":false'), PATIENCE_MS);
    stream.leave();
  }
  await disputeWork(campaignId);
});
afterAll(() => world.app.close());

async function walkTo(id: string): Promise<void> {
  const { app, clients } = world;
  for (const position of walk) {
    const body = { ...position, deviceId: phoneId };
    app.clock.advance(15 * SECOND);
    const sent = await clients.marketer.call(updateLocation, { params: { id }, body });
    expect(sent.status, sent.error?.message).toBe(200);
    known.add(position, 'marketer');
  }
  // The server gathers changes. After the end there would be no position to send.
  for (const stream of streams)
    await vi.waitFor(() => expect(stream.text).toContain('event: positions'), PATIENCE_MS);
  const ended = await clients.marketer.call(endSession, { params: { id, sessionId } });
  expect(ended.status, ended.error?.message).toBe(200);
}

/**
 * Takes a walk as far as it can get, with notifications and emails, so that these tests have things to call
 * about.
 */
async function disputeWork(campaignId: string): Promise<void> {
  const { marketer, advertiser } = world.clients;
  const media = [
    { uploadId: await uploadFile(marketer, await picture('png'), 'proof', 'a.png'), kind: 'selfie' as const },
    { uploadId: await uploadFile(marketer, movie('isom'), 'proof', 'a.mp4'), kind: 'video' as const },
  ];
  const proof = await marketer.call(submitProof, { body: { campaignId, sessionId, media } });
  expect(proof.status, proof.error?.message).toBe(201);
  const params = { id: proof.body.id };
  const decided = await advertiser.call(decideProof, { params, body: { status: 'rejected' } });
  expect(decided.status, decided.error?.message).toBe(200);
  const dispute = await marketer.call(openDispute, { params, body: { reason: 'I was there.' } });
  expect(dispute.status, dispute.error?.message).toBe(201);
  disputeId = dispute.body.id;
  const people = {
    owner: 'marketer',
    marketer: 'marketer',
    advertiser: 'advertiser',
    manager: 'manager',
    viewer: 'viewer',
    admin: 'admin',
  } as const;
  world.things.push(
    { kind: 'proof', name: 'proof of the walk', id: params.id, people },
    { kind: 'dispute', name: 'dispute of the walk', id: disputeId, people },
  );
  await world.app.runDue();
}

it('only the marketer sees the exact walk, and an administrator for its dispute', async () => {
  const track = async (client: 'marketer' | 'admin', query = {}) => {
    const answer = await world.clients[client].call(getTrack, { params: { id: sessionId }, query });
    return { code: answer.error?.code, shown: known.shownIn(JSON.stringify(answer.body)) };
  };
  const own = await track('marketer');
  expect(own.shown.map(({ latitude }) => latitude)).toEqual(
    expect.arrayContaining(walk.map(({ latitude }) => latitude)),
  );
  expect(await track('admin')).toEqual({ code: 'session/not-disputed', shown: [] });
  expect(await track('admin', { reason: 'To decide it.', dispute: disputeId })).toEqual(own);
});

it('no live stream contains it', () => {
  for (const stream of streams) {
    const moves = stream.events.filter(({ name }) => name === 'positions');
    expect(moves.length).toBeGreaterThan(0);
    expect(known.shownIn(stream.text)).toEqual([]);
  }
});

it('no email contains it, and of all stored data only the exact positions do', async () => {
  const mails = readFileSync(join(world.app.deps.config.dataDir, 'mailbox.jsonl'), 'utf8');
  expect(mails).toContain(world.clients.marketer.email);
  expect(known.shownIn(mails)).toEqual([]);
  const { asOwner } = world.app.database;
  const { rows: tables } = await asOwner(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rows } = await asOwner(`select t::text as text from ${name} t`);
    if (known.shownIn(rows.map(({ text }) => text).join('\n')).length > 0) holding.push(name);
  }
  expect(holding).toEqual(['location_fix']);
});

// The last test, because it deletes the accounts.
it('no response to another caller contains it', { timeout: STORY_LIMIT_MS }, async () => {
  const calls = listEndpoints(world.app)
    .flatMap((endpoint) => listCalls(world, endpoint))
    .filter(({ caller }) => caller !== 'marketer');
  const shown: string[] = [];
  let answered = 0;
  for (const call of inOrder(calls)) {
    const isOwnCaller = isLetIn(call) && changesCaller.has(call.endpoint.name);
    const client = isOwnCaller ? await newCaller(world.app, call.caller) : undefined;
    const outcome = await perform(world, call, client);
    if (outcome.status < 300) answered += 1;
    if (known.shownIn(outcome.text).length > 0) shown.push(formatCall(call));
  }
  expect(shown).toEqual([]);
  expect(answered).toBeGreaterThan(calls.length / 10);
});
