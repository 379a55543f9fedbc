import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#platform/web/screen-test.tsx';
import type { WatchedBy } from '../contract.ts';
import { presenceSample } from '../sample.ts';
import { PresenceFacts } from './tracking-facts.tsx';

const lastAt = '2026-12-01T17:05:00.000Z';
const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(
  new Date(lastAt),
);

test.each<[WatchedBy, string]>([
  [{ viewers: 0, lastAt: null }, 'by nobody yet'],
  [{ viewers: 1, lastAt }, `by 1 person, last at ${timeOfDay}`],
  [{ viewers: 2, lastAt }, `by 2 people, last at ${timeOfDay}`],
])('a marketer reads who has looked on: %o', (watchedBy, text) => {
  renderScreen(
    <PresenceFacts title="Recorded" presence={presenceSample} duration={null} watchedBy={watchedBy} />,
  );
  const fact = within(screen.getByText('Looked at live').closest('div') ?? document.body);
  expect(fact.getByText(text)).toBeTruthy();
});

test('whoever reviews the work reads nothing of that', () => {
  renderScreen(<PresenceFacts title="Recorded" presence={presenceSample} duration={null} />);
  expect(screen.queryByText('Looked at live')).toBeNull();
});

test('the coverage is said as the part of the time that it is', () => {
  renderScreen(
    <PresenceFacts title="Recorded" presence={{ ...presenceSample, coverage: 0.918 }} duration={null} />,
  );
  expect(screen.getByText('Time covered').nextSibling?.textContent).toBe('92% of the time');
});
