import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EndpointDefinition, EventInput, EventName } from '#kernel/endpoint.ts';
import { serializerOf } from '../serialize.ts';

/**
 * What a reader has not taken yet may grow to this beyond the largest event of it, which alone may be larger; whoever takes
 * less than is sent would else fill the server's memory.
 */
const MOST_UNREAD_BYTES = 256 * 1024;

/** A browser that has lost its stream comes back after this, unless its page decides for itself. */
const RETRY_MS = 3000;

/** What was written before a stream is closed may be read for so long. */
const LAST_READING_MS = 5000;

/** One open answer to which events are written until its reader leaves. */
export interface EventStream {
  /** Writes prepared bytes; many streams may be given the same. A reader who does not take the ones before is dropped. */
  write(bytes: Buffer): void;
  /** Ends the answer. */
  close(): void;
  /** Calls back once it has ended, by whomever. */
  onClose(listener: () => void): void;
  readonly isClosed: boolean;
}

/**
 * Turns a reply into a stream. It is taken out of Fastify's hands, so that no plug-in compresses or holds back what must
 * arrive at once; the headers that were set so far stay.
 */
export function beginEventStream(reply: FastifyReply): EventStream {
  const headers = Object.entries(reply.getHeaders());
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx and those who imitate it would gather an answer before they pass it on.
    'x-accel-buffering': 'no',
    // Once the stream ends its connection does too: a server that stops must not wait for idle ones.
    connection: 'close',
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
  return streamOver(raw);
}

function streamOver(raw: ServerResponse): EventStream {
  // Who left while the answer was prepared has been announced already.
  let hasEnded = raw.destroyed;
  let largestUnread = 0;
  const listeners: (() => void)[] = [];
  raw.once('close', () => {
    hasEnded = true;
    for (const listener of listeners) listener();
  });
  // A reader who leaves is no error.
  raw.on('error', () => undefined);
  return {
    write(bytes) {
      if (raw.destroyed || raw.writableEnded) return;
      if (raw.writableLength === 0) largestUnread = 0;
      if (raw.writableLength > MOST_UNREAD_BYTES + largestUnread) {
        raw.destroy();
        return;
      }
      largestUnread = Math.max(largestUnread, bytes.length);
      raw.write(bytes);
    },
    close() {
      raw.end();
      // The end itself waits for a reader who does not read.
      if (raw.writableLength > 0) setTimeout(() => raw.destroy(), LAST_READING_MS).unref();
    },
    onClose(listener) {
      if (hasEnded) listener();
      else listeners.push(listener);
    },
    get isClosed() {
      return raw.destroyed || raw.writableEnded;
    },
  };
}

/** Prepares the bytes of one event of an endpoint. */
export type EventEncoder<E> = <Name extends EventName<E>>(name: Name, data: EventInput<E, Name>) => Buffer;

/**
 * Encodes an endpoint's events by their white lists: what the contract does not name is left out.
 *
 * @param checks also parses the data by the contract first, as tests do
 */
export function eventEncoder<const E extends EndpointDefinition>(
  { events = {}, name: endpointName }: E,
  checks: boolean,
): EventEncoder<E> {
  const serializers = new Map(Object.entries(events).map(([name, schema]) => [name, serializerOf(schema)]));
  return (name, data) => {
    const serialize = serializers.get(name);
    if (!serialize) throw new Error(`${endpointName} has no event ${name}`);
    const checked: unknown = checks ? events[name]?.parse(data) : data;
    return Buffer.from(`event: ${name}\ndata: ${serialize(checked)}\n\n`);
  };
}
