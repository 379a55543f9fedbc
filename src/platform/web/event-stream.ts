import { createContext, useContext } from 'react';
import { type EndpointDefinition, type EventOf, fillPath } from '#kernel/endpoint.ts';
import { HEARTBEAT_INTERVAL_MS } from '#platform/stream-contract.ts';
import type { BrowserClock } from './clock.ts';

/**
 * 'connecting': no event has arrived yet. 'open': events arrive. 'lost': they do not, so the caller must poll
 * while the stream reconnects. 'resting': the page was opened in the background or hidden for a minute, so it
 * needs no events.
 */
export type StreamState = 'connecting' | 'open' | 'lost' | 'resting';

interface StreamListener<E> {
  onEvent(event: EventOf<E>): void;
  onState(state: StreamState): void;
}

/**
 * A buffering proxy may send nothing and report no error. If no event arrives in this time, the stream is
 * lost.
 */
const FIRST_EVENT_TIMEOUT_MS = 5000;
/** Allows two late beats before the connection counts as lost. */
const SILENCE_TIMEOUT_MS = 2.5 * HEARTBEAT_INTERVAL_MS;
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
const HIDDEN_MS = 60_000;

/**
 * If the browser has no EventSource, the state stays 'lost'. Reconnects here, because EventSource gives up after a
 * refusal and never notices a silent connection.
 */
export function openEventStream<const E extends EndpointDefinition>(
  endpoint: E,
  params: Readonly<Record<string, string>>,
  clock: BrowserClock,
  { onEvent, onState }: StreamListener<E>,
): () => void {
  if (typeof EventSource === 'undefined') {
    onState('lost');
    return () => undefined;
  }
  const address = fillPath(endpoint.path, params);
  let source: EventSource | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let stopWaiting = () => {};
  let stopHiding = () => {};

  const wait = (milliseconds: number, task: () => void) => {
    stopWaiting();
    stopWaiting = clock.after(milliseconds, task);
  };
  const disconnect = () => {
    stopWaiting();
    source?.close();
    source = null;
  };
  const lose = () => {
    disconnect();
    onState('lost');
    wait(pauseMs, connect);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  };
  function connect() {
    disconnect();
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener('error', lose);
    for (const name of Object.keys(endpoint.events ?? {})) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (source !== opened) return;
        pauseMs = FIRST_PAUSE_MS;
        wait(SILENCE_TIMEOUT_MS, lose);
        onState('open');
        // Not validated: the server has already filtered the event by its schema.
        onEvent({ name, data: JSON.parse(data) } as EventOf<E>);
      });
    }
    wait(FIRST_EVENT_TIMEOUT_MS, lose);
  }

  const rest = () => {
    disconnect();
    onState('resting');
  };
  const handleVisibilityChange = () => {
    stopHiding();
    if (document.visibilityState === 'hidden') stopHiding = clock.after(HIDDEN_MS, rest);
    else if (source === null) {
      onState('connecting');
      connect();
    }
  };
  document.addEventListener('visibilitychange', handleVisibilityChange);
  // A tab opened in the background connects when the user first looks at it.
  if (document.visibilityState === 'hidden') onState('resting');
  else handleVisibilityChange();
  return () => {
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    stopHiding();
    disconnect();
  };
}

export type OpenEventStream = typeof openEventStream;

const OpenContext = createContext<OpenEventStream>(openEventStream);

/** The demo sends sample events in the page. */
export const EventStreamProvider = OpenContext.Provider;

export function useOpenEventStream(): OpenEventStream {
  return useContext(OpenContext);
}
