import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#platform/web/screen-test.tsx';
import type { WatchedBy } from '../../contract.ts';
import { presenceSample } from '../../sample.ts';
import { PresenceFacts } from './tracking-facts.tsx';

const lastAt = '2026-12-01T17:05:00.000Z';
const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(
  new Date(lastAt),
);

test.each<[WatchedBy, string]>([
  [{ viewers: 0, lastAt: null }, 'Not yet'],
  [{ viewers: 1, lastAt }, `By 1 person, last at ${timeOfDay}`],
  [{ viewers: 2, lastAt }, `By 2 people, last at ${timeOfDay}`],
])('tells a marketer who viewed the session live: %o', (watchedBy, text) => {
  renderScreen(
    <PresenceFacts title="Recorded" presence={presenceSample} duration={null} watchedBy={watchedBy} />,
  );
  const fact = within(screen.getByText('Viewed live').closest('div') ?? document.body);
  expect(fact.getByText(text)).toBeTruthy();
});

test('hides the viewers from a reviewer', () => {
  renderScreen(<PresenceFacts title="Recorded" presence={presenceSample} duration={null} />);
  expect(screen.queryByText('Viewed live')).toBeNull();
});

test('shows the coverage as a share of the session', () => {
  renderScreen(
    <PresenceFacts title="Recorded" presence={{ ...presenceSample, coverage: 0.918 }} duration={null} />,
  );
  expect(screen.getByText('Time covered').nextSibling?.textContent).toBe('92% of the session');
});

test('rounds the share of the campaign down, so that a weak one never reads as enough', () => {
  renderScreen(
    <PresenceFacts title="Recorded" presence={{ ...presenceSample, score: 0.499 }} duration={null} />,
  );
  expect(screen.getByText('49%')).toBeTruthy();
});
