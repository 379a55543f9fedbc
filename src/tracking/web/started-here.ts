import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { SILENCE_ENDS_SESSION_MS } from '../contract.ts';

/**
 * The session that this browser started last, or went on with. Without it a second device of the same person would send its own
 * place into a running session as soon as it showed the page, and a page loaded without a connection could not go on.
 */
const StartedHere = z.object({
  accountId: Id,
  campaignId: Id,
  sessionId: Id,
  startTime: IsoTime,
  /** The server's last answer about it. */
  heardAt: IsoTime,
  /**
   * stopping: its person has stopped it, and a page is telling the server. stopped: the server could not be told. left: they signed
   * out, or were signed out, while it ran.
   */
  state: z.enum(['running', 'stopping', 'stopped', 'ended', 'left']),
});
export type StartedHere = z.infer<typeof StartedHere>;

const place = 'promenade.tracking';
const listeners = new Set<() => void>();
/** Without storage it lives as long as the page; a reload then asks whether to go on here. */
let kept: string | null = null;
let read: { text: string | null; value: StartedHere | null } = { text: null, value: null };

export function readStart(): StartedHere | null {
  const text = keptText();
  // The same object while nothing changed, as React asks of what it subscribes to.
  if (text !== read.text) read = { text, value: parsed(text) };
  return read.value;
}

export function useStart(): StartedHere | null {
  return useSyncExternalStore(onStartChange, readStart, () => null);
}

/** Does this browser still run this session? */
export function runsHere(sessionId: string): boolean {
  const started = readStart();
  return started?.sessionId === sessionId && started.state === 'running';
}

export function rememberStart(started: StartedHere): void {
  keep(JSON.stringify(started));
}

/** Changes what is remembered of this session; nothing where another one was started since. */
export function changeStart(
  sessionId: string,
  changes: Partial<Pick<StartedHere, 'heardAt' | 'state'>>,
): void {
  const started = readStart();
  if (started?.sessionId === sessionId) rememberStart({ ...started, ...changes });
}

/** Of an account that is deleted; what another one has started here stays. */
export function forgetStart(accountId: string): void {
  if (readStart()?.accountId === accountId) keep(null);
}

/** Whoever is signed out is not measured any further, not even by a page that cannot ask the server who is there. */
export function leaveStart(): void {
  const started = readStart();
  if (started?.state === 'running') changeStart(started.sessionId, { state: 'left' });
}

/** Signed in again, they go on with what they left. Only for a page that has just learnt who is there: any other would undo the leaving. */
export function returnToStart(accountId: string): void {
  const started = readStart();
  if (started?.state !== 'left' || started.accountId !== accountId) return;
  changeStart(started.sessionId, { state: 'running' });
}

/** May a page that cannot ask the server go on with it? Half an hour after its last word the server has ended it. */
export function isLikelyRunning(started: StartedHere, now: Date): boolean {
  return started.state === 'running' && now.getTime() - Date.parse(started.heardAt) < SILENCE_ENDS_SESSION_MS;
}

/** Runs `listener` when this page or another one of this browser changes it, until the returned function is called. */
export function onStartChange(listener: () => void): () => void {
  listeners.add(listener);
  // Comes only from other pages.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keptText(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return kept;
  }
}

function keep(text: string | null): void {
  if (text === keptText()) return;
  kept = text;
  try {
    if (text === null) localStorage.removeItem(place);
    else localStorage.setItem(place, text);
  } catch {
    // Then it lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function parsed(text: string | null): StartedHere | null {
  try {
    return StartedHere.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
