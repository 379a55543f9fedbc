/** Returns 'Nov 26, 2026, 3:41:07 PM PST'. In one language: others read the picture too. */
export function formatStamp(at: Date): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}
