import { expect, it } from 'vitest';
import { formatAgo, formatDuration } from './format-time.ts';

it.each([
  [1, '1 minute'],
  [45, '45 minutes'],
  [60, '1 hour'],
  [90, '1h 30m'],
  [120, '2 hours'],
])('%d minutes read as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});

it.each([
  ['2026-03-01T11:59:30Z', 'just now'],
  ['2026-03-01T11:58:00Z', '2 min ago'],
  ['2026-03-01T08:10:00Z', '3 h ago'],
  ['2026-02-20T12:00:00Z', 'Feb 20, 2026'],
])('%s reads as %s at noon', (moment, text) => {
  expect(formatAgo(moment, new Date('2026-03-01T12:00:00Z'))).toBe(text);
});
