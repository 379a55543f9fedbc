/** Reads an event stream over real HTTP and keeps everything that the server sends. */
import { expect } from 'vitest';
import { type EndpointDefinition, type EventData, type EventName, fillPath } from '#kernel/endpoint.ts';
import type { App } from '#main/app.ts';
import type { Client } from './client.ts';

export class EventReader<E extends EndpointDefinition> {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** All received text, or the JSON of a refusal. */
  text = '';
  readonly #leaving: AbortController;
  readonly #ended: Promise<void>;
  readonly #read = new Map<string, number>();

  private constructor({ status, headers, body }: Response, leaving: AbortController) {
    this.status = status;
    this.headers = Object.fromEntries(headers);
    this.#leaving = leaving;
    this.#ended = this.#keep(body);
  }

  /** Resolves once the server has answered: with a stream, or with a refusal read to its end. */
  static async open<const E extends EndpointDefinition>(
    app: App,
    client: Client,
    endpoint: E,
    params: Record<string, string>,
  ): Promise<EventReader<E>> {
    const leaving = new AbortController();
    const answer = await fetch(app.deps.ports.getListeningAddress() + fillPath(endpoint.path, params), {
      headers: { ...client.cookieHeader(), connection: 'close' },
      signal: leaving.signal,
    });
    const reader = new EventReader<E>(answer, leaving);
    if (!answer.ok) await reader.closed();
    return reader;
  }

  async #keep(body: Response['body']): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const part of body ?? []) this.text += decoder.decode(part, { stream: true });
    } catch (error) {
      if (!this.#leaving.signal.aborted) throw error;
    }
  }

  get events(): { name: string; data: unknown }[] {
    return Array.from(this.text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm), ([, name = '', data = '']) => ({
      name,
      data: JSON.parse(data),
    }));
  }

  /** Returns the data of the next event of this name that no call has returned yet. */
  async next<Name extends EventName<E>>(name: Name): Promise<EventData<E, Name>> {
    const at = this.#read.get(name) ?? 0;
    const find = () => this.events.filter((each) => each.name === name)[at];
    await expect.poll(find, { message: `${name} in the stream`, interval: 10 }).toBeDefined();
    this.#read.set(name, at + 1);
    // The contract's schema has encoded it; tests compare the parts that they need.
    return find()?.data as EventData<E, Name>;
  }

  /** Resolves once the server has ended the stream. */
  closed(): Promise<void> {
    return this.#ended;
  }

  leave(): void {
    this.#leaving.abort();
  }
}
