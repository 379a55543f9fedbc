import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useCountdown, useNow } from './clock.ts';
import { createManualClock } from './manual-clock.ts';
import { renderScreen } from './screen-test.tsx';

const start = new Date('2026-03-01T10:00:00Z');

it('runs due timers in order, repeats intervals, and never runs stopped timers', () => {
  const clock = createManualClock(start);
  const seen: string[] = [];
  const note = (name: string) => () => void seen.push(`${name} ${clock.now().getTime() - start.getTime()}`);
  const stop = clock.every(400, note('every'));
  clock.after(500, note('after'));
  clock.after(900, note('stopped'))();
  clock.advance(1000);
  stop();
  clock.advance(5000);
  expect(seen).toEqual(['every 400', 'after 500', 'every 800']);
  expect(clock.now()).toEqual(new Date('2026-03-01T10:00:06Z'));
});

function Resend() {
  const { secondsLeft, restart } = useCountdown(60);
  return (
    <button type="button" disabled={secondsLeft > 0} onClick={restart}>
      {secondsLeft > 0 ? `Resend in ${secondsLeft}` : 'Resend'}
    </button>
  );
}

it('counts down to 0, stops, and restarts', async () => {
  const clock = createManualClock(start);
  renderScreen(<Resend />, { clock });
  const button = () => screen.getByRole<HTMLButtonElement>('button');
  expect(button().textContent).toBe('Resend in 60');
  act(() => clock.advance(1000));
  expect(button().textContent).toBe('Resend in 59');
  act(() => clock.advance(58_500));
  expect(button().textContent).toBe('Resend in 1');
  expect(button().disabled).toBe(true);
  act(() => clock.advance(500));
  expect(button().textContent).toBe('Resend');
  await userEvent.click(button());
  expect(button().textContent).toBe('Resend in 60');
});

function Now() {
  return <p>{useNow(10_000).toISOString()}</p>;
}

it('updates the current time at the given interval', () => {
  const clock = createManualClock(start);
  renderScreen(<Now />, { clock });
  act(() => clock.advance(9_000));
  expect(screen.getByText('2026-03-01T10:00:00.000Z')).toBeTruthy();
  act(() => clock.advance(1_000));
  expect(screen.getByText('2026-03-01T10:00:10.000Z')).toBeTruthy();
});
