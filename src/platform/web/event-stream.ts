import { type EndpointDefinition, type EventOf, fillPath } from '#kernel/endpoint.ts';
import { BEAT_EVERY_MS } from '#platform/stream-contract.ts';
import type { BrowserClock } from './clock.ts';

/**
 * 'connecting': nothing has come yet. 'open': events come. 'lost': they do not, and whoever needs them has to ask; it is tried
 * again. 'resting': the page is hidden, from its beginning or for long, and nobody needs them.
 */
export type StreamState = 'connecting' | 'open' | 'lost' | 'resting';

interface StreamListener<E> {
  onEvent(event: EventOf<E>): void;
  onState(state: StreamState): void;
}

/** A proxy that holds the stream back sends nothing at all, and never says so. */
const PATIENCE_MS = 5000;
/** Two beats may be late before the connection counts as lost. */
const SILENCE_MS = 2.5 * BEAT_EVERY_MS;
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
const HIDDEN_MS = 60_000;

/**
 * Listens to an endpoint's stream until the returned function is called; the only EventSource in the browser. A browser
 * without one stays 'lost'. Reconnecting is done here and not by the EventSource itself, which gives up for good after a
 * refusal and never notices a connection that has gone silent.
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
        wait(SILENCE_MS, lose);
        onState('open');
        // The server's white list is the shape of what arrives, as with every answer.
        onEvent({ name, data: JSON.parse(data) } as EventOf<E>);
      });
    }
    wait(PATIENCE_MS, lose);
  }

  const rest = () => {
    disconnect();
    onState('resting');
  };
  const follow = () => {
    stopHiding();
    if (document.visibilityState === 'hidden') stopHiding = clock.after(HIDDEN_MS, rest);
    else if (source === null) {
      onState('connecting');
      connect();
    }
  };
  document.addEventListener('visibilitychange', follow);
  // A tab opened in the background gets events only once somebody looks at it.
  if (document.visibilityState === 'hidden') onState('resting');
  else follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stopHiding();
    disconnect();
  };
}
