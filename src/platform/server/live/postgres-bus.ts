import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '#kernel/id.ts';
import { SECOND } from '#kernel/time.ts';
import type { Logger } from '../log/log.ts';
import { type LiveBus, LiveListeners, type LiveNote } from './live-bus.ts';

const CHANNEL = 'promenade_live';
/** PostgreSQL accepts NOTIFY payloads of less than 8000 bytes. */
const PAYLOAD_BYTES = 7900;
/** Beyond it, notes are dropped and the other processes get onGap. */
const MAX_PENDING = 10_000;
const GAP = '';

/** close() waits up to a second for pending notes. */
const LAST_SENDING = { tries: 50, everyMs: 20 };

const CHECK_EVERY_MS = 15 * SECOND;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10 * SECOND;

interface PostgresBusOptions {
  newClient: () => pg.Client;
  random: Random;
  log: Logger;
}

/**
 * Listeners in the same process get notes directly. A lost connection is reopened with growing pauses. Pending notes
 * are sent then, and local listeners get onGap.
 */
export function postgresBus(options: PostgresBusOptions): LiveBus {
  const listeners = new LiveListeners();
  const line = new NotifyLine(options, listeners);
  return {
    publish(notes) {
      listeners.tell(notes);
      line.send(notes.map(formatNote));
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

  /** Equal texts are sent once, because they mean the same. */
  send(texts: readonly string[]): void {
    for (const text of texts) this.#waiting.add(text);
    if (this.#waiting.size > MAX_PENDING) this.#waiting = new Set([GAP]);
    void this.#sendWaiting();
  }

  async close(): Promise<void> {
    await this.#sendLast();
    this.#closing.abort();
    await this.#kept;
  }

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
      // If the connection is broken, end() may never resolve.
      await Promise.race([client.end().catch(() => undefined), sleep(SECOND)]);
      await sleep(this.#pauseAfter(attempts), undefined, { signal }).catch(() => undefined);
    }
  }

  async #stayConnected(client: pg.Client, onConnected: () => void): Promise<void> {
    const { signal } = this.#closing;
    const broken = new Promise<never>((_resolve, reject) => {
      client.once('error', reject);
      client.once('end', () => reject(new Error('the database closed the connection')));
    });
    broken.catch(() => undefined);
    client.on('error', () => undefined);
    await Promise.race([client.connect(), broken]);
    // Notes are not durable, so NOTIFY need not wait for the disk.
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
    // A network that drops all packets never reports a broken connection.
    while (!signal.aborted) {
      const pause = sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      await Promise.race([pause, broken]);
      if (!signal.aborted) await Promise.race([client.query('select 1'), broken]);
    }
  }

  #receive(payload: string): void {
    if (payload === GAP) this.#listeners.tellGap();
    else this.#listeners.tell(payload.split('\n').map(parseNote));
  }

  /** Notes published during a NOTIFY go into the next one. */
  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let client = this.#client; client && this.#waiting.size > 0; client = this.#client) {
        const texts = takeUpTo(PAYLOAD_BYTES, this.#waiting);
        try {
          await client.query('select pg_notify($1, $2)', [CHANNEL, texts.join('\n')]);
        } catch {
          for (const text of texts) this.#waiting.add(text);
          if (this.#client === client) this.#client = undefined;
          await client.end().catch(() => undefined);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** Exponential, shortened by up to half so that several processes spread out. */
  #pauseAfter(attempts: number): number {
    const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10));
    return full / 2 + this.#options.random.below(Math.ceil(full / 2));
  }
}

function formatNote({ topic, about }: LiveNote): string {
  return `${topic} ${about}`;
}

function parseNote(text: string): LiveNote {
  const at = text.lastIndexOf(' ');
  return { topic: text.slice(0, at), about: text.slice(at + 1) };
}

/** Each text takes a line break. Always returns at least one. */
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
