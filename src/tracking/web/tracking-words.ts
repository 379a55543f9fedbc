import type { PositionProblem } from './read-position.ts';

/** '0:04:09' for a span in milliseconds. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** '650 m', '2.3 km' */
export function distanceText(meters: number): string {
  return meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`;
}

/** 'just now', '15 s ago', '4 min ago' */
export function sentText(sentAt: Date | null, now: Date): string {
  if (!sentAt) return 'not yet';
  const seconds = Math.floor((now.getTime() - sentAt.getTime()) / 1000);
  if (seconds < 5) return 'just now';
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

/** '40 s', '12 min' */
export function gapText(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

const positionProblemTexts: Readonly<Record<PositionProblem, string>> = {
  unsupported:
    'Geolocation is not supported by this browser. Open Promenade on your phone, or in another browser.',
  denied:
    'Location access denied: your browser keeps it from this page. Allow it at the sign beside the address, or for the browser in the settings of your device, then start again.',
  timeout: 'Location request timed out. Please try again.',
  unavailable:
    'Location information is unavailable. Switch location on in the settings of your device, or go where the sky is in view, and try again.',
};

/** Why no position could be read, and what the person can do about it. */
export function positionProblemText(problem: PositionProblem): string {
  return positionProblemTexts[problem];
}

/** May reading again help, without anything being changed elsewhere? */
export function canReadAgain(problem: PositionProblem): boolean {
  return problem === 'timeout' || problem === 'unavailable';
}

/** What becomes of positions without a connection. */
export function offlineText(unsent: number): string {
  if (unsent === 0) return 'Positions are kept on this device and go out by themselves.';
  return unsent === 1
    ? '1 position is kept on this device and goes out by itself.'
    : `${unsent} positions are kept on this device and go out by themselves.`;
}

/** '1 position waits here.'; nothing where none does. */
export function waitingText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 position waits here.' : `${count} positions wait here.`;
}
