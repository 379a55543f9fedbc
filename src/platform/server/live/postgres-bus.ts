import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '#kernel/id.ts';
import { SECOND } from '#kernel/time.ts';
import type { Logger } from '../log/log.ts';
import { type LiveBus, LiveListeners, type LiveNote } from './live-bus.ts';

const CHANNEL = 'promenade_live';
/** PostgreSQL takes payloads of less than 8000 bytes. */
const PAYLOAD_BYTES = 7900;
/** So many notes wait while the connection is away; beyond, the others are told that they have missed some. */
const MOST_WAITING = 10_000;
const GAP = '';

/** What was published just before the end may be sent for a second. */
const LAST_SENDING = { tries: 50, everyMs: 20 };

const CHECK_EVERY_MS = 15 * SECOND;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10 * SECOND;

interface PostgresBusOptions {
  /** A connection of the bus alone, not opened yet. */
  newClient: () => pg.Client;
  random: Random;
  log: Logger;
}

/**
 * The bus between several processes on one PostgreSQL server, by LISTEN and NOTIFY on one connection of its own. The own
 * process hears at once, without that way around. A lost connection is opened again with growing pauses; what was published
 * meanwhile is sent then, and the own listeners hear of a gap.
 */
export function postgresBus(options: PostgresBusOptions): LiveBus {
  const listeners = new LiveListeners();
  const line = new NotifyLine(options, listeners);
  return {
    publish(notes) {
      listeners.tell(notes);
      line.send(notes.map(textOf));
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    close: () => line.close(),
  };
}

class NotifyLine {
  readonly #options: PostgresBusOptions;
  readonly #listeners: LiveListeners;
  readonly #closing = new AbortController();
  readonly #kept: Promise<void>;
  #client: pg.Client | undefined;
  #waiting = new Set<string>();
  #isSending = false;

  constructor(options: PostgresBusOptions, listeners: LiveListeners) {
    this.#options = options;
    this.#listeners = listeners;
    this.#kept = this.#keepConnected();
  }

  /** Of the same text only one waits: it says the same. */
  send(texts: readonly string[]): void {
    for (const text of texts) this.#waiting.add(text);
    if (this.#waiting.size > MOST_WAITING) this.#waiting = new Set([GAP]);
    void this.#sendWaiting();
  }

  async close(): Promise<void> {
    await this.#sendLast();
    this.#closing.abort();
    await this.#kept;
  }

  /** Also where the connection is just being opened again. */
  async #sendLast(): Promise<void> {
    for (let tries = 0; tries < LAST_SENDING.tries; tries += 1) {
      if (this.#waiting.size === 0 && !this.#isSending) return;
      await sleep(LAST_SENDING.everyMs);
    }
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempts = 0; !signal.aborted; attempts += 1) {
      const client = this.#options.newClient();
      try {
        await this.#stayConnected(client, () => (attempts = 0));
      } catch (error) {
        if (!signal.aborted)
          this.#options.log.warn({ err: error, attempts }, 'the live bus is not connected');
      }
      this.#client = undefined;
      // It may be broken already, and its goodbye then never arrives.
      await Promise.race([client.end().catch(() => undefined), sleep(SECOND)]);
      await sleep(this.#pauseAfter(attempts), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Rejects as soon as the connection breaks or does not answer any more; resolves where the bus is closed. */
  async #stayConnected(client: pg.Client, onConnected: () => void): Promise<void> {
    const { signal } = this.#closing;
    const broken = new Promise<never>((_resolve, reject) => {
      client.once('error', reject);
      client.once('end', () => reject(new Error('the database has ended the connection')));
    });
    broken.catch(() => undefined);
    client.on('error', () => undefined);
    await Promise.race([client.connect(), broken]);
    // Nothing of this lasts, so no NOTIFY waits for the disk.
    await client.query('set synchronous_commit = off');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== rows[0]?.pid) this.#receive(payload);
    });
    await client.query(`listen ${CHANNEL}`);
    onConnected();
    this.#client = client;
    this.#listeners.tellGap();
    void this.#sendWaiting();
    // A network that swallows everything breaks no connection by itself.
    while (!signal.aborted) {
      const pause = sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      await Promise.race([pause, broken]);
      if (!signal.aborted) await Promise.race([client.query('select 1'), broken]);
    }
  }

  #receive(payload: string): void {
    if (payload === GAP) this.#listeners.tellGap();
    else this.#listeners.tell(payload.split('\n').map(noteOf));
  }

  /** One NOTIFY at a time; what is published while it is under way goes with the next. */
  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let client = this.#client; client && this.#waiting.size > 0; client = this.#client) {
        const texts = takeUpTo(PAYLOAD_BYTES, this.#waiting);
        try {
          await client.query('select pg_notify($1, $2)', [CHANNEL, texts.join('\n')]);
        } catch {
          // They are sent on the next connection.
          for (const text of texts) this.#waiting.add(text);
          if (this.#client === client) this.#client = undefined;
          await client.end().catch(() => undefined);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** Doubling, shortened by up to half so that several processes spread. */
  #pauseAfter(attempts: number): number {
    const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10));
    return full / 2 + this.#options.random.below(Math.ceil(full / 2));
  }
}

function textOf({ topic, about }: LiveNote): string {
  return `${topic} ${about}`;
}

function noteOf(text: string): LiveNote {
  const at = text.lastIndexOf(' ');
  return { topic: text.slice(0, at), about: text.slice(at + 1) };
}

/** Takes texts out of the set as long as they fit together, each with a line break; at least one. */
function takeUpTo(bytes: number, texts: Set<string>): string[] {
  const taken: string[] = [];
  let size = 0;
  for (const text of texts) {
    size += Buffer.byteLength(text) + 1;
    if (size > bytes && taken.length > 0) break;
    taken.push(text);
    texts.delete(text);
  }
  return taken;
}
