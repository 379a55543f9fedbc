/** Users who read and write through the proxy. Each write is repeated until it is acknowledged, and remembered then. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { getCurrentUser } from '#auth/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { fillPath } from '#kernel/endpoint.ts';
import { listThreads, sendMessage } from '#messages/contract.ts';
import { listPayments } from '#payments/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { updateLocation } from '#tracking/contract.ts';
import type { Call } from '../load.ts';
import type { Kind, Seen } from './seen.ts';
import type { ClusterWorld, Walker } from './world.ts';

export interface Acknowledged {
  messageIds: string[];
  fixes: { sessionId: string; recordedAt: string }[];
  proofIds: string[];
}

/** Pauses of one user between two calls. */
const PAUSES_MS = { message: 150, position: 1000, approval: 1000, read: 100, retry: 100 };
const ANSWER_LIMIT_MS = 15_000;
const CONNECTIONS = 64;

export function startLoad(address: string, world: ClusterWorld, seen: Seen) {
  const pool = new Pool(address, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
    connectTimeout: ANSWER_LIMIT_MS,
  });
  const acknowledged: Acknowledged = { messageIds: [], fixes: [], proofIds: [] };
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(0, signal);
  const client = new LoadClient(pool, seen, signal);
  const repeat = async (pauseMs: number, work: () => Promise<boolean>) => {
    while (!signal.aborted && (await work())) await pause(pauseMs, signal);
  };
  const users = [
    ...world.walkers.map((walker) =>
      repeat(PAUSES_MS.message, () => writeMessage(client, walker, acknowledged)),
    ),
    ...world.walkers.map((walker, index) =>
      repeat(PAUSES_MS.position, () => sendPosition(client, walker, index, world, acknowledged)),
    ),
    repeat(PAUSES_MS.approval, () => approveNext(client, world, acknowledged)),
    ...listReads(world).map((call) => repeat(PAUSES_MS.read, () => client.send('read', call))),
  ];
  return {
    acknowledged,
    /** Resolves when each user has the answer to its last call. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(users);
      await pool.close();
    },
  };
}

async function writeMessage(client: LoadClient, walker: Walker, { messageIds }: Acknowledged) {
  const id = randomUUID();
  const path = fillPath(sendMessage.path, { id: walker.applicationId });
  const body = { id, text: 'On my way.' };
  if (await client.send('write', { method: 'POST', path, cookie: walker.cookie, body })) messageIds.push(id);
  return true;
}

async function sendPosition(
  client: LoadClient,
  { cookie, sessionId }: Walker,
  index: number,
  { walkedCampaignId }: ClusterWorld,
  { fixes }: Acknowledged,
) {
  const recordedAt = new Date().toISOString();
  const path = fillPath(updateLocation.path, { id: walkedCampaignId });
  const place = { latitude: 37.7897, longitude: -122.4 + index * 1e-5, accuracy: 12 };
  const body = { ...place, sessionId, recordedAt };
  if (await client.send('write', { method: 'POST', path, cookie, body }))
    fixes.push({ sessionId, recordedAt });
  return true;
}

/** Returns false when all proofs are approved. */
async function approveNext(client: LoadClient, world: ClusterWorld, { proofIds }: Acknowledged) {
  const id = world.pendingProofIds[proofIds.length];
  if (!id) return false;
  const path = fillPath(decideProof.path, { id });
  const body = { status: 'approved' };
  if (await client.send('write', { method: 'PUT', path, cookie: world.advertiser, body })) proofIds.push(id);
  return true;
}

function listReads({ advertiser, walkers, walkedCampaignId }: ClusterWorld): Call[] {
  const cookies = [advertiser, ...walkers.map(({ cookie }) => cookie)];
  return [
    ...cookies.map((cookie) => ({ path: getCurrentUser.path, cookie })),
    { path: fillPath(getCampaign.path, { id: walkedCampaignId }), cookie: advertiser },
    { path: listThreads.path, cookie: advertiser },
    { path: listPayments.path, cookie: walkers[0]?.cookie ?? '' },
  ].map((call) => ({ method: 'GET', ...call }));
}

class LoadClient {
  readonly #pool: Pool;
  readonly #seen: Seen;
  readonly #signal: AbortSignal;

  constructor(pool: Pool, seen: Seen, signal: AbortSignal) {
    this.#pool = pool;
    this.#seen = seen;
    this.#signal = signal;
  }

  /** Repeats the call until it is acknowledged. Returns false if the load stops before. */
  async send(kind: Kind, call: Call): Promise<boolean> {
    const startedAt = performance.now();
    for (;;) {
      const failure = await this.#sendOnce(call);
      if (failure === undefined) {
        this.#seen.succeed(kind, startedAt);
        return true;
      }
      this.#seen.fail(failure);
      if (this.#signal.aborted) return false;
      await pause(PAUSES_MS.retry, this.#signal);
    }
  }

  /** Returns why the call failed. */
  async #sendOnce({ method, path, cookie, body }: Call): Promise<string | undefined> {
    try {
      const { statusCode, body: answer } = await this.#pool.request({
        method,
        path,
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.text();
      if (statusCode < 300) return undefined;
      // 502 to 504 are the proxy's, or say that the database is away.
      if (statusCode < 502) this.#seen.wrong.push(`${method} ${path}: ${statusCode} ${text.slice(0, 200)}`);
      return `status ${statusCode}`;
    } catch (error) {
      const { code, message } = error as Error & { code?: string }; // of undici
      return code ?? message;
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
