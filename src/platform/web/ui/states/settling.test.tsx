import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createManualClock } from '../../manual-clock.ts';
import { renderScreen } from '../../screen-test.tsx';
import { useHasBeenInView } from '../../hooks/use-has-been-in-view.ts';
import { LoadingPart, Settling } from './settling.tsx';

function Screen() {
  const [isLoading, setLoading] = useState(true);
  return (
    <>
      {isLoading ? <LoadingPart /> : <p>Loaded later</p>}
      <button type="button" onClick={() => setLoading(false)}>
        Load
      </button>
    </>
  );
}

function show(isOn: boolean) {
  const clock = createManualClock(new Date('2026-12-01T17:00:00Z'));
  renderScreen(
    <Settling isOn={isOn}>
      <Screen />
    </Settling>,
    { clock },
  );
  return clock;
}

test('waits until all parts are loaded', () => {
  const clock = show(true);
  act(() => clock.advance(1000));
  expect(screen.getByText('Loading...')).toBeTruthy();
  act(() => screen.getByText('Load').click());
  act(() => clock.advance(100));
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('shows the screen after four seconds, however long a part loads', () => {
  const clock = show(true);
  act(() => clock.advance(4000));
  expect(screen.queryByText('Loading...')).toBeNull();
});

test('does not wait where it is off', () => {
  show(false);
  expect(screen.queryByText('Loading...')).toBeNull();
});

function Looked() {
  return <p>{useHasBeenInView().isSeen ? 'Seen' : 'Not seen'}</p>;
}

test('nothing counts as seen while the skeleton covers it', () => {
  const clock = createManualClock(new Date('2026-12-01T17:00:00Z'));
  const screenWithPart = (
    <Settling isOn>
      <LoadingPart />
      <Looked />
    </Settling>
  );
  renderScreen(screenWithPart, { clock });
  expect(screen.getByText('Not seen')).toBeTruthy();
  act(() => clock.advance(4000));
  expect(screen.getByText('Seen')).toBeTruthy();
});
