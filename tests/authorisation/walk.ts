/**
 * A walk in the world's campaign, and everything that follows from it: its proof, the rejection, and a dispute, with
 * notifications and emails. Only its marketer may see the exact positions (decision 18.3).
 */
import { expect, vi } from 'vitest';
import { openDispute } from '#disputes/contract.ts';
import { SECOND } from '#kernel/time.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { streamLive } from '#tracking/live-contract.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { movie, picture } from '#tests/support/media.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { KnownPositions } from '#tests/support/scans/answer-scan-positions.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { touchSessions } from './callers.ts';
import { phoneId, type World } from './world.ts';

/** Through the campaign's area, but through no point of anything else. */
const path = Array.from({ length: 40 }, (_, step) => ({
  latitude: 37.7871043 + step * 0.0000917,
  longitude: -122.4063911 + step * 0.0001373,
  accuracy: 8 + (step % 5),
}));

const watchers = ['advertiser', 'manager', 'viewer', 'admin'] as const;

export interface Walk {
  path: typeof path;
  known: KnownPositions;
  sessionId: string;
  disputeId: string;
  /** What each watcher's live view received. */
  streams: readonly EventReader<typeof streamLive>[];
}

/** Adds the proof and the dispute to the world's things. */
export async function walkAndDispute(world: World): Promise<Walk> {
  const session = world.things.find(
    ({ kind, people }) => kind === 'session' && people.marketer === 'marketer',
  );
  if (!session) throw new Error('the marketer has no session');
  const campaignId = session.beside?.['id'] ?? '';
  const streams = await Promise.all(
    watchers.map((watcher) =>
      EventReader.open(world.app, world.clients[watcher], streamLive, { id: campaignId }),
    ),
  );
  const known = await walkTo(world, campaignId, streams);
  const ended = await world.clients.marketer.call(endSession, {
    params: { id: campaignId, sessionId: session.id },
  });
  expect(ended.status, ended.error?.message).toBe(200);
  for (const stream of streams) {
    await vi.waitFor(() => expect(stream.text).toContain('"isRunning":false'), PATIENCE_MS);
    stream.leave();
  }
  const disputeId = await disputeWork(world, campaignId, session.id);
  await startAgain(world, campaignId, session);
  await touchSessions(world.clients);
  return { path, known, sessionId: session.id, disputeId, streams };
}

async function walkTo(
  { app, clients }: World,
  id: string,
  streams: Walk['streams'],
): Promise<KnownPositions> {
  const known = new KnownPositions();
  for (const position of path) {
    const body = { ...position, deviceId: phoneId };
    app.clock.advance(15 * SECOND);
    const sent = await clients.marketer.call(updateLocation, { params: { id }, body });
    expect(sent.status, sent.error?.message).toBe(200);
    known.add(position, 'marketer');
  }
  // The server gathers changes. After the end there would be no position to send.
  for (const stream of streams)
    await vi.waitFor(() => expect(stream.text).toContain('event: positions'), PATIENCE_MS);
  return known;
}

/** So that the team, like all others, also has a running session to look at. */
async function startAgain(world: World, campaignId: string, walked: World['things'][number]): Promise<void> {
  const { marketer } = world.clients;
  const params = { id: campaignId };
  const started = await marketer.call(startSession, { params, body: { deviceId: phoneId } });
  expect(started.status, started.error?.message).toBe(201);
  const fix = { latitude: 37.78971, longitude: -122.40011, accuracy: 8, deviceId: phoneId };
  expect((await marketer.call(updateLocation, { params, body: fix })).status).toBe(200);
  world.things.push({ ...walked, name: 'session after the walk', id: started.body.id });
}

/** Returns the id of the dispute. */
async function disputeWork(world: World, campaignId: string, sessionId: string): Promise<string> {
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
    { kind: 'dispute', name: 'dispute of the walk', id: dispute.body.id, people },
  );
  await world.app.runDue();
  return dispute.body.id;
}
