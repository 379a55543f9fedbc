import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#platform/web/screen-test.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { type Signal, SIGNAL_KINDS } from '../../contract.ts';
import { PresenceSignals } from './presence-signals.tsx';
import { getInnocentCause, formatSignal } from './signal-labels.ts';

const tooFast: Signal = { kind: 'too-fast', weight: 'medium', count: 4, firstAt: '2026-12-01T17:32:15.000Z' };
const frozen: Signal = { kind: 'frozen', weight: 'high', count: 9, firstAt: null };
const noSign = /^No unusual signs/;

test('shows what was noticed, since when, its weight and a harmless explanation', () => {
  renderScreen(<PresenceSignals signals={[frozen, tooFast]} reader="reviewer" />);
  const rows = screen.getAllByRole('listitem').map((row) => within(row));
  expect(rows[0]?.getByText(formatSignal(frozen))).toBeTruthy();
  expect(rows[0]?.getByText('Strong')).toBeTruthy();
  expect(rows[0]?.queryByText(/First at/)).toBeNull();
  expect(rows[1]?.getByText(formatSignal(tooFast), { exact: false })).toBeTruthy();
  expect(rows[1]?.getByText(new RegExp(formatTimeOfDay(tooFast.firstAt ?? '')))).toBeTruthy();
  expect(rows[1]?.getByText(getInnocentCause(tooFast))).toBeTruthy();
});

test('says only that there are no unusual signs', () => {
  renderScreen(<PresenceSignals signals={[]} reader="marketer" />);
  expect(screen.getByText(noSign)).toBeTruthy();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test.each([
  [50, /^((?! min\b).)*$/],
  [480, /8 min.*45 seconds/],
])('names a gap that costs minutes if there is no sign: %i seconds', (longestGapSeconds, text) => {
  renderScreen(<PresenceSignals signals={[]} reader="marketer" longestGapSeconds={longestGapSeconds} />);
  expect(screen.getByText(noSign).textContent).toMatch(text);
});

test('says that signs were not checked yet while the session runs', () => {
  renderScreen(<PresenceSignals signals={undefined} reader="marketer" isRunning />);
  expect(screen.getByText(/^Not checked .*yet/)).toBeTruthy();
  expect(screen.queryByText(noSign)).toBeNull();
});

test('says nothing of a summary that predates signs', () => {
  renderScreen(<PresenceSignals signals={undefined} reader="reviewer" />);
  expect(screen.queryByText(noSign)).toBeNull();
  expect(screen.queryByLabelText('Unusual signs')).toBeNull();
});

test.each(SIGNAL_KINDS)('describes %s without an accusation', (kind) => {
  for (const count of [1, 2, 3]) {
    const signal: Signal = { kind, weight: 'low', count, firstAt: null };
    const text = `${formatSignal(signal)} ${getInnocentCause(signal)}`;
    expect(text).not.toMatch(/fake|forg|cheat|fraud|spoof|manipulat|suspicious|lie[sd]?\b(?! still)/i);
    expect(text).not.toMatch(/\b1 positions|\b1 times/);
  }
});
