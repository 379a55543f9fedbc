import { expect, test } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { foldSources } from './folded-attribution.tsx';

function show(width: number) {
  const container = document.createElement('div');
  container.innerHTML =
    '<details class="maplibregl-ctrl-attrib maplibregl-compact maplibregl-compact-show" open></details>';
  const sources = container.firstElementChild as HTMLDetailsElement;
  let clientWidth = width;
  Object.defineProperty(container, 'clientWidth', { get: () => clientWidth });
  const listeners = new Map<string, () => void>();
  const map = {
    getContainer: () => container,
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
    off: (event: string) => void listeners.delete(event),
  } as unknown as Parameters<typeof foldSources>[0];
  const clock = createManualClock(new Date('2026-12-01T17:00:00.000Z'));
  const end = foldSources(map, clock, 5000);
  return {
    clock,
    end,
    hear: (event: string) => listeners.get(event)?.(),
    resize: (next: number) => {
      clientWidth = next;
      listeners.get('resize')?.();
    },
    isShown: () => sources.classList.contains('maplibregl-compact-show'),
    press: () => {
      sources.open = sources.classList.toggle('maplibregl-compact-show');
    },
  };
}

test('folds the sources of a narrow map five seconds after it has loaded, and keeps them open if the user opens them', () => {
  const { clock, hear, resize, isShown, press, end } = show(390);
  clock.advance(4000);
  hear('load');
  clock.advance(4999);
  expect(isShown()).toBe(true);
  clock.advance(1);
  expect(isShown()).toBe(false);
  press();
  resize(420);
  clock.advance(5000);
  expect(isShown()).toBe(true);
  end();
  clock.advance(5000);
  expect(isShown()).toBe(true);
});

test('shows the sources of a wide map until the user folds them', () => {
  const { clock, hear, resize, isShown, press } = show(640);
  hear('load');
  clock.advance(5000);
  expect(isShown()).toBe(true);
  press();
  resize(700);
  clock.advance(5000);
  expect(isShown()).toBe(false);
});

test('folds the sources if the map becomes narrow', () => {
  const { clock, resize, isShown } = show(640);
  clock.advance(5000);
  resize(390);
  clock.advance(5000);
  expect(isShown()).toBe(false);
});
