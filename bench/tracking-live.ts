import { type ClientRequest, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Walker, Watched } from './tracking-world.ts';

const SEND_INTERVAL_MS = 15_000;

export interface OpenStream {
  close(): void;
}

/** `onEvent` receives all events after the first. */
export function openStream(
  url: string,
  cookie: string,
  onEvent: (name: string, data: string) => void,
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const asked: ClientRequest = request(url, {
      headers: { cookie, accept: 'text/event-stream' },
      agent: false,
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      if (answer.statusCode !== 200)
        return reject(new Error(`the stream was answered with ${answer.statusCode}`));
      let text = '';
      answer.setEncoding('utf8');
      answer.on('error', () => undefined);
      answer.on('data', (chunk: string) => {
        const parts = (text + chunk).split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const name = /^event: (.*)$/m.exec(part)?.[1];
          if (!name) continue;
          if (!hasBegun) resolve({ close: () => asked.destroy() });
          else onEvent(name, /^data: (.*)$/m.exec(part)?.[1] ?? 'null');
          hasBegun = true;
        }
      });
    });
    asked.end();
  });
}

const liveStreamUrl = (address: string, { campaignId }: Watched) =>
  `${address}/api/campaign/${campaignId}/live-stream`;

/** In milliseconds, while every walker sends every 15 seconds. */
export async function measureDelays(
  address: string,
  { walkers, watched }: { walkers: readonly Walker[]; watched: readonly Watched[] },
  seconds: number,
): Promise<{ delaysMs: number[]; sent: number }> {
  const sentAt = new Map<string, number>();
  const delaysMs: number[] = [];
  const streams = await Promise.all(
    watched.map((each) =>
      openStream(liveStreamUrl(address, each), each.cookie, (name, data) => {
        if (name !== 'positions') return;
        const now = performance.now();
        // Sent by our own server. Only the id is used.
        for (const { id } of JSON.parse(data) as { id: string }[]) {
          const begun = sentAt.get(id);
          if (begun !== undefined) delaysMs.push(now - begun);
          sentAt.delete(id);
        }
      }),
    ),
  );
  const client = new Pool(address, { connections: 32, pipelining: 1 });
  let sent = 0;
  try {
    const turns = Math.ceil((seconds * 1000) / SEND_INTERVAL_MS);
    await Promise.all(
      walkers.map(async (walker, index) => {
        await sleep((SEND_INTERVAL_MS * index) / walkers.length);
        for (let turn = 0; turn < turns; turn += 1) {
          if (turn > 0) await sleep(SEND_INTERVAL_MS);
          sentAt.set(walker.sessionId, performance.now());
          sent += 1;
          await sendFix(client, walker, turn);
        }
      }),
    );
    await sleep(2000);
  } finally {
    for (const stream of streams) stream.close();
    await client.close();
  }
  return { delaysMs: delaysMs.toSorted((one, other) => one - other), sent };
}

async function sendFix(client: Pool, { campaignId, sessionId, cookie }: Walker, turn: number): Promise<void> {
  const answer = await client.request({
    method: 'POST',
    path: `/api/campaign/${campaignId}/update-location`,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ latitude: 37.7897 + turn * 1e-4, longitude: -122.4, accuracy: 12, sessionId }),
  });
  if (answer.statusCode !== 200) throw new Error(`a fix was answered with ${answer.statusCode}`);
  await answer.body.dump();
}

/** In bytes, after a garbage collection. */
export interface Memory {
  rss: number;
  used: number;
}

/** In bytes: heap and buffers per additional viewer, and the whole process with all viewers. */
export async function measureMemory(
  address: string,
  watched: readonly Watched[],
  viewers: number,
  memory: () => Promise<Memory>,
): Promise<{ perViewer: number; rss: number }> {
  // The first streams also pay for code and buffers that all streams share.
  const open = (index: number) => {
    const each = watched[index % watched.length];
    if (!each) throw new Error('no campaign is watched');
    return openStream(liveStreamUrl(address, each), each.cookie, () => undefined);
  };
  const streams: OpenStream[] = [];
  try {
    for (let index = 0; index < watched.length; index += 1) streams.push(await open(index));
    const before = await memory();
    while (streams.length < viewers) streams.push(await open(streams.length));
    await sleep(2000);
    const after = await memory();
    return { perViewer: (after.used - before.used) / (viewers - watched.length), rss: after.rss };
  } finally {
    for (const stream of streams) stream.close();
  }
}
