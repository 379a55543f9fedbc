import { useSyncExternalStore } from 'react';
import type { Id } from '#kernel/id.ts';
import { readStoredText, storeText } from '#platform/web/browser-storage.ts';
import { SILENCE_ENDS_SESSION_MS } from '../../contract.ts';

/**
 * It keeps the user's other devices from sending their own position into a running session. It also lets a page that
 * loads offline resume the session.
 */
export interface RememberedSession {
  accountId: Id;
  campaignId: Id;
  sessionId: Id;
  /** By this device's clock. */
  startTime: string;
  /** When the server last answered about it. */
  heardAt: string;
  /**
   * stopping: the user stopped it, and a page is telling the server. stopped: the server could not be told.
   * left: the user signed out, or was signed out, while it ran.
   */
  state: (typeof states)[number];
}

const states = ['running', 'stopping', 'stopped', 'ended', 'left'] as const;
const texts = ['accountId', 'campaignId', 'sessionId', 'startTime', 'heardAt'] as const;

const STORAGE_KEY = 'promenade.tracking';
const listeners = new Set<() => void>();
/**
 * Without storage the value lives as long as the page. After a reload, the user is asked whether to continue
 * here.
 */
let kept: string | null = null;
let read: { text: string | null; value: RememberedSession | null } = { text: null, value: null };

export function readRememberedSession(): RememberedSession | null {
  const text = keptText();
  // React needs the same object as long as nothing changed.
  if (text !== read.text) read = { text, value: parsed(text) };
  return read.value;
}

export function useRememberedSession(): RememberedSession | null {
  return useSyncExternalStore(onRememberedSessionChange, readRememberedSession, () => null);
}

export function isRunningInThisBrowser(sessionId: string): boolean {
  const started = readRememberedSession();
  return started?.sessionId === sessionId && started.state === 'running';
}

export function rememberSession(started: RememberedSession): void {
  keep(JSON.stringify(started));
}

/** Does nothing if another session was started since. */
export function updateRememberedSession(
  sessionId: string,
  changes: Partial<Pick<RememberedSession, 'heardAt' | 'state'>>,
): void {
  const started = readRememberedSession();
  if (started?.sessionId === sessionId) rememberSession({ ...started, ...changes });
}

export function eraseStoredSession(accountId: string): void {
  if (readRememberedSession()?.accountId === accountId) keep(null);
}

/** Works also in pages that cannot ask the server who is signed in. */
export function pauseOnSignOut(): void {
  const started = readRememberedSession();
  if (started?.state === 'running') updateRememberedSession(started.sessionId, { state: 'left' });
}

/** Call only when the server has just said who is signed in: otherwise it would undo the sign-out. */
export function resumeAfterSignIn(accountId: string): void {
  const started = readRememberedSession();
  if (started?.state !== 'left' || started.accountId !== accountId) return;
  updateRememberedSession(started.sessionId, { state: 'running' });
}

/** The server ends a session half an hour after its last contact. */
export function isLikelyRunning(started: RememberedSession, now: Date): boolean {
  return started.state === 'running' && now.getTime() - Date.parse(started.heardAt) < SILENCE_ENDS_SESSION_MS;
}

export function onRememberedSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  // The browser fires it for changes by other pages only.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keptText(): string | null {
  return readStoredText('localStorage', STORAGE_KEY) ?? kept;
}

function keep(text: string | null): void {
  if (text === keptText()) return;
  kept = storeText('localStorage', STORAGE_KEY, text) ? null : text;
  for (const listener of listeners) listener();
}

/** Returns null if an earlier release stored something else. Checked by hand, because every page needs it. */
function parsed(text: string | null): RememberedSession | null {
  try {
    const value: Partial<RememberedSession> | null = JSON.parse(text ?? 'null');
    const isComplete =
      value !== null &&
      texts.every((name) => typeof value[name] === 'string') &&
      states.some((state) => state === value.state);
    return isComplete ? (value as RememberedSession) : null;
  } catch {
    return null;
  }
}
