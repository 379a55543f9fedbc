import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { EndpointDefinition, EventInput, EventName } from '#kernel/endpoint.ts';

class StubbedSource extends EventTarget {
  isClosed = false;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
  }

  close() {
    this.isClosed = true;
  }
}

interface StubbedStreams {
  readonly opened: readonly string[];
  readonly openCount: number;
  /** Uses the newest stream. Throws unless the data matches the contract. */
  send<E extends EndpointDefinition, Name extends EventName<E>>(
    endpoint: E,
    name: Name,
    data: EventInput<E, Name>,
  ): Promise<void>;
  fail(): Promise<void>;
}

export function stubEventSource(): StubbedStreams {
  const sources: StubbedSource[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends StubbedSource {
      constructor(address: string) {
        super(address);
        sources.push(this);
      }
    },
  );
  const dispatch = (event: Event) => act(async () => void sources.at(-1)?.dispatchEvent(event));
  return {
    get opened() {
      return sources.map(({ address }) => address);
    },
    get openCount() {
      return sources.filter(({ isClosed }) => !isClosed).length;
    },
    async send(endpoint, name, data) {
      const checked: unknown = endpoint.events?.[name]?.parse(data);
      await dispatch(new MessageEvent(name, { data: JSON.stringify(checked) }));
    },
    fail: () => dispatch(new Event('error')),
  };
}
