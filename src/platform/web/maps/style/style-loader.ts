import type { StyleSpecification } from 'maplibre-gl';
import { MINUTE } from '#kernel/time.ts';
import type { BrowserClock } from '../../clock.ts';
import { fetchStyle } from './online-style.ts';
import { getErrorMessage, retry } from './retry.ts';

const cooldownMilliseconds = 5 * MINUTE;

export type StyleState =
  | { state: 'loading' }
  /** `isOver` is true if no automatic retry follows. */
  | { state: 'failing'; reason: string; isOver: boolean }
  | { state: 'ready'; style: StyleSpecification };

/**
 * All maps on the page share a style. After a failure it loads again when the connection returns, when the user asks,
 * or when a map is shown at least five minutes later.
 */
export interface StyleLoader {
  stateOf(styleUrl: string): StyleState;
  /** Does nothing if the style was requested before or failed within five minutes. */
  begin(styleUrl: string): void;
  reload(styleUrl: string): void;
  /** Its tiles or sources are missing. */
  giveUp(styleUrl: string, reason: string): void;
  subscribe(listener: () => void): () => void;
}

const loading: StyleState = { state: 'loading' };

function createStyleLoader(clock: BrowserClock): StyleLoader {
  const states = new Map<string, StyleState>();
  const begunAt = new Map<string, number>();
  const attempts = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  const now = () => clock.now().getTime();
  const setState = (styleUrl: string, state: StyleState) => {
    states.set(styleUrl, state);
    for (const listener of listeners) listener();
  };

  async function load(styleUrl: string, signal: AbortSignal): Promise<void> {
    try {
      const style = await retry(() => fetchStyle(styleUrl, signal), {
        clock,
        signal,
        onFailure: (error, _attempt, delay) => {
          if (signal.aborted) return;
          const reason = getErrorMessage(error);
          setState(styleUrl, { state: 'failing', reason, isOver: delay === undefined });
        },
      });
      if (signal.aborted) return;
      setState(styleUrl, { state: 'ready', style });
    } catch {
      // onFailure has already handled every failure.
    }
  }

  function reload(styleUrl: string): void {
    attempts.get(styleUrl)?.abort();
    const attempt = new AbortController();
    attempts.set(styleUrl, attempt);
    begunAt.set(styleUrl, now());
    void load(styleUrl, attempt.signal);
  }

  const isOver = (styleUrl: string) => {
    const state = states.get(styleUrl);
    return state?.state === 'failing' && state.isOver;
  };
  const retryAll = () => {
    for (const styleUrl of states.keys()) if (isOver(styleUrl)) reload(styleUrl);
  };

  return {
    stateOf: (styleUrl) => states.get(styleUrl) ?? loading,
    begin: (styleUrl) => {
      const last = begunAt.get(styleUrl);
      const isRested = isOver(styleUrl) && now() - (last ?? 0) >= cooldownMilliseconds;
      if (last === undefined || isRested) reload(styleUrl);
    },
    reload,
    giveUp: (styleUrl, reason) => {
      attempts.get(styleUrl)?.abort();
      setState(styleUrl, { state: 'failing', reason, isOver: true });
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('online', retryAll);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('online', retryAll);
      };
    },
  };
}

const loaders = new WeakMap<BrowserClock, StyleLoader>();

/** A test with its own clock gets its own loader. */
export function getStyleLoader(clock: BrowserClock): StyleLoader {
  const known = loaders.get(clock) ?? createStyleLoader(clock);
  loaders.set(clock, known);
  return known;
}
