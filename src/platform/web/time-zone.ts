/** UTC if the browser does not know it. */
export function readTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
