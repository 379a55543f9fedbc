import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath } from '#kernel/endpoint.ts';
import { sendMessage, streamMessages } from '#messages/contract.ts';
import { openStream } from '../tracking-live.ts';
import type { Cluster, Process } from './cluster.ts';

/** Returns true if a message that one web process stores reaches the pages that are open at the other. */
export async function isLive({ webs, world }: Cluster): Promise<boolean> {
  const [one, other] = webs;
  if (!one || !other) throw new Error('there are no two web processes');
  return (await passes(one, other, world)) && (await passes(other, one, world));
}

const LIMIT_MS = 3000;
const PAUSE_MS = 20;

async function passes(
  from: Process,
  to: Process,
  { prober, advertiser }: Cluster['world'],
): Promise<boolean> {
  const { applicationId, cookie } = prober;
  const changed = new Set<string>();
  const hasArrived = () => [...changed].some((data) => data.includes(applicationId));
  const stream = await openStream(to.address + streamMessages.path, advertiser, (name, data) => {
    if (name === 'changed') changed.add(data);
  });
  try {
    const path = fillPath(sendMessage.path, { id: applicationId });
    const answer = await fetch(from.address + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID(), text: 'Is this page live?' }),
    });
    const end = performance.now() + LIMIT_MS;
    while (answer.ok && !hasArrived() && performance.now() < end) await sleep(PAUSE_MS);
    return hasArrived();
  } finally {
    stream.close();
  }
}
