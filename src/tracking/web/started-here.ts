/**
 * Which session this browser started. Without it a second device of the same person would send its own place into a
 * running session as soon as it showed the page.
 */
const KEY = 'promenade-tracking-session';

export function wasStartedHere(sessionId: string): boolean {
  try {
    return localStorage.getItem(KEY) === sessionId;
  } catch {
    // No storage is allowed here: nothing can be remembered.
    return false;
  }
}

export function rememberStart(sessionId: string): void {
  try {
    localStorage.setItem(KEY, sessionId);
  } catch {
    // Then a reload asks whether to go on here.
  }
}
