import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import compress from '@fastify/compress';
import { SECOND } from '#kernel/time.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { answerError } from '../http/http.ts';
import type { EventStream } from './event-stream.ts';
import { createEventStreams, type EventStreams } from './stream-registry.ts';

let now: number;
let http: FastifyInstance;
let streams: EventStreams;
let opened: EventStream[];
let isAllowed: boolean;
let unanswered: Set<string>;
let asked: string[];
const sockets: Socket[] = [];

const createStreams = (limits: Parameters<typeof createEventStreams>[1]) =>
  createEventStreams({ clock: { now: () => new Date(now) }, log: scannedLog() }, limits);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = Date.parse('2026-11-02T15:00:00Z');
  opened = [];
  isAllowed = true;
  unanswered = new Set();
  asked = [];
  streams = createStreams({ perAccount: 2, inAll: 3 });
  http = Fastify();
  await http.register(compress, { threshold: 0 });
  http.setErrorHandler(answerError);
  http.addHook('preClose', async () => streams.close());
  http.get<{ Params: { userId: string } }>('/:userId', async (request, reply) => {
    const stillAllowed = async () => {
      const { userId } = request.params;
      asked.push(userId);
      if (unanswered.has(userId)) await new Promise(() => undefined);
      if (!isAllowed) throw new Error('no longer');
    };
    const stream = streams.open({ reply, userId: request.params.userId, stillAllowed });
    opened.push(stream);
    return reply;
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  try {
    await http.close();
  } finally {
    // A worker keeps its timers for the next file.
    vi.useRealTimers();
  }
});

/** Also lets the registry look at its streams, which it does each second. */
function pass(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersByTime(SECOND);
}

async function ask(userId = 'user') {
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  const socket = connect(address.port, '127.0.0.1');
  sockets.push(socket);
  const reader = { socket, text: '', isClosed: false };
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => (reader.text += text));
  socket.on('close', () => (reader.isClosed = true));
  socket.on('error', () => undefined);
  socket.write(`GET /${userId} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, br\r\n\r\n`);
  await vi.waitFor(() => expect(reader.text).toMatch(/\r\n\r\n/), soon);
  return reader;
}

const readStatus = ({ text }: { text: string }) => Number(text.split(' ')[1]);
const soon = { timeout: PATIENCE_MS };

describe('a stream', () => {
  it('sends events immediately and uncompressed', async () => {
    const reader = await ask();
    expect(readStatus(reader)).toBe(200);
    expect(reader.text).not.toMatch(/content-encoding/i);
    opened[0]?.write(Buffer.from('event: news\ndata: 1\n\n'));
    await vi.waitFor(() => expect(reader.text).toContain('event: news\ndata: 1\n\n'), soon);
  });

  it('beats every 15 seconds, and ends when it is no longer allowed', async () => {
    const reader = await ask('a');
    now += 1;
    const later = await ask('b');
    pass(14_999);
    await vi.waitFor(() => expect(reader.text).toContain('event: beat\ndata: 0\n\n'), soon);
    opened[1]?.write(Buffer.from('event: mark\ndata: 0\n\n'));
    await vi.waitFor(() => expect(later.text).toContain('event: mark'), soon);
    expect(later.text).not.toContain('event: beat');
    pass(1);
    await vi.waitFor(() => expect(later.text).toContain('event: beat\ndata: 0\n\n'), soon);
    isAllowed = false;
    pass(15_000);
    await vi.waitFor(() => expect([reader.isClosed, later.isClosed]).toEqual([true, true]), soon);
    expect(opened[0]?.isClosed).toBe(true);
  });

  it('ends after two beats without a permission check, and does not delay the others', async () => {
    streams = createStreams({ perAccount: 20, inAll: 20 });
    unanswered.add('hanging');
    const hanging = await Promise.all(Array.from({ length: 9 }, () => ask('hanging')));
    const other = await ask('other');
    const beats = () => other.text.split('event: beat').length - 1;
    pass(15_000);
    await vi.waitFor(() => expect(asked).toEqual(Array.from({ length: 8 }, () => 'hanging')), soon);
    pass(5000);
    await vi.waitFor(() => expect(beats()).toBe(1), soon);
    expect(hanging.some(({ isClosed }) => isClosed)).toBe(false);
    pass(10_000);
    await vi.waitFor(() => expect(hanging.every(({ isClosed }) => isClosed)).toBe(true), soon);
    await vi.waitFor(() => expect(beats()).toBe(2), soon);
    expect(other.isClosed).toBe(false);
  });

  it('is not checked in the same second as all others that were opened with it', async () => {
    streams = createStreams({ perAccount: 20, inAll: 20 });
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    pass(14_000);
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), soon);
    expect(asked.length).toBeLessThan(20);
    pass(1000);
    await vi.waitFor(() => expect(asked).toHaveLength(20), soon);
  });

  it('drops a reader that does not read, and keeps the others', async () => {
    const [slow, eager] = [await ask('slow'), await ask('eager')];
    slow.socket.pause();
    const hasEnded = vi.fn();
    opened[0]?.onClose(hasEnded);
    const large = Buffer.from(`event: news\ndata: "${'x'.repeat(200_000)}"\n\n`);
    for (let written = 0; written < 300 && !hasEnded.mock.calls.length; written += 1) {
      for (const stream of opened) stream.write(large);
      await vi.waitFor(() => expect(eager.text.length).toBeGreaterThan(written * 200_000), soon);
    }
    expect(hasEnded).toHaveBeenCalledOnce();
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('can send one event that exceeds the buffer limit, and others after it', async () => {
    const reader = await ask();
    opened[0]?.write(Buffer.from(`event: whole\ndata: "${'x'.repeat(16 * 1024 * 1024)}"\n\n`));
    opened[0]?.write(Buffer.from('event: news\ndata: 1\n\n'));
    await vi.waitFor(() => expect(reader.text.endsWith('event: news\ndata: 1\n\n\r\n')).toBe(true), soon);
    expect(opened[0]?.isClosed).toBe(false);
  });

  it('counts towards the limits per account and in total until it ends', async () => {
    await Promise.all([ask('a'), ask('a')]);
    const third = await ask('a');
    expect(readStatus(third)).toBe(429);
    await ask('b');
    expect(readStatus(await ask('c'))).toBe(503);
    opened[0]?.close();
    await vi.waitFor(async () => expect(readStatus(await ask('a'))).toBe(200), soon);
  });

  it('ends when the server stops', async () => {
    const readers = await Promise.all([ask('a'), ask('b')]);
    await http.close();
    await vi.waitFor(() => expect(readers.every(({ isClosed }) => isClosed)).toBe(true), soon);
  });

  it('calls listeners when the reader has left, also those added later', async () => {
    const reader = await ask();
    const hasEnded = vi.fn();
    opened[0]?.onClose(hasEnded);
    reader.socket.destroy();
    await vi.waitFor(() => expect(hasEnded).toHaveBeenCalledOnce(), soon);
    const later = vi.fn();
    opened[0]?.onClose(later);
    expect(later).toHaveBeenCalledOnce();
    opened[0]?.write(Buffer.from('event: news\ndata: 1\n\n'));
  });
});
