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

/** '1 position waits here.'; nothing where none does. */
export function waitingText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 position waits here.' : `${count} positions wait here.`;
}
