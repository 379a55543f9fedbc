/**
 * npm run bench:live: measures the time from sending a message to its text on the other side's open page, with
 * 1,000 open conversations between 1,000 marketers and 100 advertisers on PostgreSQL. A page does what a browser
 * does: it follows its stream, fetches what changed, and marks it as read. No-op calls run between the messages.
 * Their ratio depends less on the machine than the figures. 'brief' takes a few seconds. Uses loopback only and
 * leaves nothing behind.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { fillPath } from '#kernel/endpoint.ts';
import {
  countUnreadMessages,
  getThread,
  listThreads,
  markThreadRead,
  sendMessage,
  streamMessages,
  type Thread,
} from '#messages/contract.ts';
import { startPostgres } from '#tests/support/databases/postgres.ts';
import { type Call, quantiles } from './load.ts';
import { machineFacts } from './machine.ts';
import { openStream } from './tracking-live.ts';
import { people, serveWalkers, type WalkersServer } from './tracking-world.ts';

const isBrief = process.argv.includes('brief');
const MESSAGES_PER_SECOND = 20;
const MESSAGES = isBrief ? 100 : 1200;
/** Sent before the measurement, so that the server has compiled its code. */
const WARM_UP_MESSAGES = 100;
const LONGEST_MS = 60_000;
/** The promise of the product, for the 95th percentile. */
const PROMISED_MS = 300;

interface Measured {
  delaysMs: number[];
  noOpsMs: number[];
  cpuMs: number;
}

const postgres = await startPostgres();
try {
  await run();
} finally {
  await postgres.stop();
}

async function run(): Promise<void> {
  console.error('preparing');
  const server = await serveWalkers(postgres.url);
  try {
    const client = new Pool(server.address, { connections: 64, pipelining: 1 });
    const conversations = await openPages(server, client);
    try {
      await conversations.exchange(WARM_UP_MESSAGES);
      console.error('measuring');
      const measured = await conversations.exchange(MESSAGES);
      console.log(`\n${machineFacts()}`);
      print(measured);
    } finally {
      conversations.close();
      await client.close();
    }
  } finally {
    await server.stop();
  }
}

/** `exchange` sends messages from alternating sides. */
async function openPages({ address, walkers, watched, cpuMs }: WalkersServer, client: Pool) {
  const advertisers = new Map(watched.map(({ campaignId, cookie }) => [campaignId, cookie]));
  const sentAt = new Map<string, number>();
  let delaysMs: number[] = [];
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);

  const refresh = async (id: string, cookie: string) => {
    const others = [listThreads, countUnreadMessages].map(({ path }) =>
      send(client, { method: 'GET', path, cookie }),
    );
    const path = fillPath(getThread.path, { id });
    const { messages } = (await send(client, { method: 'GET', path, cookie })) as Thread;
    const now = performance.now();
    const unread = messages.filter((message) => !message.isOwn && sentAt.has(message.id));
    for (const message of unread) {
      delaysMs.push(now - (sentAt.get(message.id) ?? now));
      sentAt.delete(message.id);
    }
    const sequence = unread.at(-1)?.sequence;
    if (sequence !== undefined) {
      const read = fillPath(markThreadRead.path, { id });
      others.push(send(client, { method: 'PUT', path: read, cookie, body: { sequence } }));
    }
    await Promise.all(others);
  };
  const listOwn = (cookie: string) =>
    walkers
      .filter((walker) => walker.cookie === cookie || advertisers.get(walker.campaignId) === cookie)
      .map(({ applicationId }) => applicationId);
  const cookies = [...walkers.map(({ cookie }) => cookie), ...advertisers.values()];
  const streams = await Promise.all(
    cookies.map((cookie) =>
      openStream(address + streamMessages.path, cookie, (name, data) => {
        if (name === 'changed') refresh(JSON.parse(data).applicationId, cookie).catch(note);
        // The server has lost track of what changed, so a page loads everything again.
        if (name === 'reset') for (const id of listOwn(cookie)) refresh(id, cookie).catch(note);
      }),
    ),
  );

  const write = async (index: number) => {
    const walker = walkers[(index * 7) % walkers.length];
    if (!walker) throw new Error('no walkers');
    const cookie = index % 2 === 0 ? walker.cookie : (advertisers.get(walker.campaignId) ?? '');
    const id = randomUUID();
    const path = fillPath(sendMessage.path, { id: walker.applicationId });
    sentAt.set(id, performance.now());
    await send(client, { method: 'POST', path, cookie, body: { id, text: 'Where do I pick up the shirt?' } });
  };

  const exchange = async (count: number): Promise<Measured> => {
    delaysMs = [];
    const noOpsMs: number[] = [];
    const cpuBefore = await cpuMs();
    for (let index = 0; index < count; index += 1) {
      write(index).catch(note);
      await sleep(500 / MESSAGES_PER_SECOND);
      const askedAt = performance.now();
      const cookie = cookies[index % cookies.length] ?? '';
      send(client, { method: 'GET', path: '/api/bench/no-op', cookie }).then(
        () => noOpsMs.push(performance.now() - askedAt),
        note,
      );
      await sleep(500 / MESSAGES_PER_SECOND);
      if (failures.length > 0) throw failures[0];
    }
    const end = performance.now() + LONGEST_MS;
    while (sentAt.size > 0 && failures.length === 0 && performance.now() < end) await sleep(50);
    if (failures.length > 0) throw failures[0];
    if (sentAt.size > 0) throw new Error(`${sentAt.size} of ${count} messages did not arrive`);
    return { delaysMs, noOpsMs, cpuMs: (await cpuMs()) - cpuBefore };
  };
  const close = () => {
    for (const stream of streams) stream.close();
  };
  return { exchange, close };
}

async function send(client: Dispatcher, { method, path, cookie, body }: Call): Promise<unknown> {
  const answer = await client.request({
    method,
    path,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
  return answer.body.json();
}

function print({ delaysMs, noOpsMs, cpuMs }: Measured): void {
  const shares = [0.5, 0.95, 0.99];
  const delays = quantiles(delaysMs, ...shares);
  const noOps = quantiles(noOpsMs, ...shares);
  const ratios = delays.map((delay, index) => delay / (noOps[index] ?? 0));
  console.log(
    `${people.walkers} open conversations, ${people.walkers + people.campaigns} streams, ${MESSAGES_PER_SECOND} messages a second, ${delaysMs.length} messages; the server worked ${(cpuMs / delaysMs.length).toFixed(1)} ms for each\n`,
  );
  console.log('| | p50 | p95 | p99 |');
  console.log('|---|---|---|---|');
  for (const [name, values, digits] of [
    ['message to the other page, ms', delays, 0],
    ['no-op, ms', noOps, 1],
    ['ratio', ratios, 1],
  ] as const)
    console.log(`| ${[name, ...values.map((value) => value.toFixed(digits))].join(' | ')} |`);
  if ((delays[1] ?? 0) < PROMISED_MS) return;
  console.error(`p95 must be under ${PROMISED_MS} ms`);
  process.exitCode = 1;
}
