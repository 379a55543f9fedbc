import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EndpointDefinition, EventInput, EventName } from '#kernel/endpoint.ts';
import { getSerializer } from '../http/serialize.ts';

/** In addition to the largest unread event. Without this limit, a slow reader would fill the server's memory. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** After this time a browser reconnects a lost stream, unless its page handles that itself. */
const RETRY_MS = 3000;

/** After a stream is closed, its reader has this long to receive the rest. */
const LAST_READING_MS = 5000;

export interface EventStream {
  /** Several streams may share the same buffer. Drops a reader that has too many unread bytes. */
  write(bytes: Buffer): void;
  close(): void;
  onClose(listener: () => void): void;
  readonly isClosed: boolean;
}

/**
 * Fastify no longer handles the reply, so no plug-in compresses or buffers the events. Keeps headers that are already
 * set.
 */
export function beginEventStream(reply: FastifyReply): EventStream {
  const headers = Object.entries(reply.getHeaders());
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx and compatible proxies would otherwise buffer the response.
    'x-accel-buffering': 'no',
    // Closes the connection when the stream ends, so that a stopping server does not wait for idle
    // connections.
    connection: 'close',
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
  return streamOver(raw);
}

function streamOver(raw: ServerResponse): EventStream {
  // If the reader left while the response was prepared, 'close' has already fired.
  let hasEnded = raw.destroyed;
  let largestUnread = 0;
  const listeners: (() => void)[] = [];
  raw.once('close', () => {
    hasEnded = true;
    for (const listener of listeners) listener();
  });
  // A reader that leaves is not an error.
  raw.on('error', () => undefined);
  return {
    write(bytes) {
      if (raw.destroyed || raw.writableEnded) return;
      if (raw.writableLength === 0) largestUnread = 0;
      if (raw.writableLength > MAX_UNREAD_BYTES + largestUnread) {
        raw.destroy();
        return;
      }
      largestUnread = Math.max(largestUnread, bytes.length);
      raw.write(bytes);
    },
    close() {
      raw.end();
      // end() alone would wait for a reader that does not read.
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

export type EventEncoder<E> = <Name extends EventName<E>>(name: Name, data: EventInput<E, Name>) => Buffer;

/**
 * Drops fields that are not in the contract.
 * @param checks also validates the data against the contract, as tests do
 */
export function eventEncoder<const E extends EndpointDefinition>(
  { events = {}, name: endpointName }: E,
  checks: boolean,
): EventEncoder<E> {
  const serializers = new Map(Object.entries(events).map(([name, schema]) => [name, getSerializer(schema)]));
  return (name, data) => {
    const serialize = serializers.get(name);
    if (!serialize) throw new Error(`${endpointName} has no event ${name}`);
    const checked: unknown = checks ? events[name]?.parse(data) : data;
    return Buffer.from(`event: ${name}\ndata: ${serialize(checked)}\n\n`);
  };
}
