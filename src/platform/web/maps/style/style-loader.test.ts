import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createManualClock } from '../../manual-clock.ts';
import { getStyleLoader } from './style-loader.ts';

const address = 'https://tiles.example/styles/plain';
const style = { version: 8, sources: {}, layers: [] };

let asked: number;
let isReachable: boolean;
let page: EventTarget;

beforeEach(() => {
  asked = 0;
  isReachable = false;
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return isReachable
      ? Promise.resolve(Response.json(style))
      : Promise.reject(new TypeError('Failed to fetch'));
  });
});
afterEach(() => vi.unstubAllGlobals());

const flushPromises = () => new Promise((resolve) => setTimeout(resolve, 0));

function begun() {
  const clock = createManualClock(new Date('2026-11-02T15:00:00Z'));
  const loader = getStyleLoader(clock);
  const wait = async (halfSeconds: number) => {
    for (let count = 0; count < halfSeconds; count += 1) {
      await flushPromises();
      clock.advance(500);
    }
    await flushPromises();
  };
  loader.subscribe(() => undefined);
  loader.begin(address);
  return { clock, loader, wait };
}

it('loads a style once for all maps on a page', async () => {
  isReachable = true;
  const { loader, clock, wait } = begun();
  loader.begin(address);
  await wait(1);
  getStyleLoader(clock).begin(address);
  expect(loader.stateOf(address)).toMatchObject({ state: 'ready', style });
  expect(asked).toBe(1);
});

it('reports the first failure at once, and retries three times', async () => {
  const { loader, wait } = begun();
  await wait(0);
  expect(loader.stateOf(address)).toEqual({ state: 'failing', reason: 'Failed to fetch', isOver: false });
  expect(asked).toBe(1);
  await wait(8);
  expect(loader.stateOf(address)).toMatchObject({ state: 'failing', isOver: true });
  expect(asked).toBe(4);
});

it('notifies listeners until they unsubscribe', async () => {
  const { loader, wait } = begun();
  const heard: string[] = [];
  const stop = loader.subscribe(() => heard.push(loader.stateOf(address).state));
  await wait(0);
  stop();
  await wait(8);
  expect(heard).toEqual(['failing']);
});

it('does not ask a failed provider again until five minutes have passed', async () => {
  const { loader, wait, clock } = begun();
  await wait(8);
  loader.begin(address);
  await wait(8);
  expect(asked).toBe(4);
  clock.advance(5 * 60_000);
  isReachable = true;
  loader.begin(address);
  await wait(0);
  expect(loader.stateOf(address).state).toBe('ready');
  expect(asked).toBe(5);
});

it.each(['the connection returns', 'the user asks'])('retries when %s', async (cause) => {
  const { loader, wait } = begun();
  await wait(8);
  isReachable = true;
  if (cause === 'the user asks') loader.reload(address);
  else page.dispatchEvent(new Event('online'));
  await wait(0);
  expect(loader.stateOf(address).state).toBe('ready');
  expect(asked).toBe(5);
});

it('gives up a loaded style whose tiles are missing', async () => {
  isReachable = true;
  const { loader, wait } = begun();
  await wait(0);
  loader.giveUp(address, 'tiles are missing');
  await wait(8);
  expect(loader.stateOf(address)).toEqual({ state: 'failing', reason: 'tiles are missing', isOver: true });
});
