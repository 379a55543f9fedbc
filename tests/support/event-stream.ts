/** A reader of a stream over real HTTP, as a browser's EventSource is one, that keeps everything it was sent. */
import { request } from 'node:http';
import { vi } from 'vitest';
import {
  type EndpointDefinition,
  type EventData,
  type EventName,
  fillPath,
} from '../../src/kernel/endpoint.ts';
import type { App } from '../../src/main/app.ts';
import { listeningAddress } from '../../src/platform/server/public-address.ts';
import type { Client } from './client.ts';
import { PATIENCE_MS } from './patience.ts';

interface ReceivedEvent {
  name: string;
  data: unknown;
}

/** Every part of the stream for which a test waits comes far sooner, also on a busy machine. */
const PATIENCE = { timeout: PATIENCE_MS, interval: 10 };

export class EventReader<E extends EndpointDefinition> {
  status = 0;
  headers: Record<string, string | string[] | undefined> = {};
  /** Everything that arrived, byte for byte; of a refusal its JSON. */
  text = '';
  isClosed = false;
  readonly #read = new Map<string, number>();
  readonly #leave: () => void;

  private constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** Resolves once the server has answered: with a stream, or with a refusal read to its end. */
  static open<const E extends EndpointDefinition>(
    app: App,
    client: Client,
    endpoint: E,
    params: Record<string, string>,
  ): Promise<EventReader<E>> {
    const address = `${app.deps.slots.get(listeningAddress)()}${fillPath(endpoint.path, params)}`;
    const cookie = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const asked = request(address, { headers: cookie ? { cookie } : {}, agent: false });
      const reader = new EventReader<E>(() => asked.destroy());
      asked.on('error', reject);
      asked.on('response', (response) => {
        reader.status = response.statusCode ?? 0;
        reader.headers = response.headers;
        response.setEncoding('utf8');
        response.on('data', (text: string) => (reader.text += text));
        response.on('error', () => undefined);
        response.on('close', () => {
          reader.isClosed = true;
          resolve(reader);
        });
        if (reader.status === 200) resolve(reader);
      });
      asked.end();
    });
  }

  get events(): ReceivedEvent[] {
    const whole = this.text.split('\n\n').slice(0, -1);
    return whole.flatMap((part) => {
      const name = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      return name && data ? [{ name, data: JSON.parse(data) }] : [];
    });
  }

  /** The data of the next event of this name that nobody has asked for yet. */
  async next<Name extends EventName<E>>(name: Name): Promise<EventData<E, Name>> {
    const at = this.#read.get(name) ?? 0;
    const found = await vi.waitFor(() => {
      const event = this.events.filter((each) => each.name === name)[at];
      if (!event) throw new Error(`no ${name} has come: ${this.text}`);
      return event;
    }, PATIENCE);
    this.#read.set(name, at + 1);
    // Encoded by the contract's white list; tests of the contents compare what matters to them.
    return found.data as EventData<E, Name>;
  }

  /** Resolves once the server has ended the stream. */
  async closed(): Promise<void> {
    await vi.waitFor(() => {
      if (!this.isClosed) throw new Error('the stream is still open');
    }, PATIENCE);
  }

  leave(): void {
    this.#leave();
  }
}
