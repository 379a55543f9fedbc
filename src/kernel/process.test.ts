import { expect, it } from 'vitest';
import { defineProcess } from './process.ts';

const door = defineProcess({
  states: ['open', 'closed', 'locked'],
  initial: 'open',
  actors: ['guest', 'owner'],
  transitions: {
    close: { from: ['open'], to: 'closed', by: ['guest', 'owner'], why: 'Every actor may close it.' },
    lock: { from: ['open', 'closed'], to: 'locked', by: ['owner'], why: 'The owner has the key.' },
  },
});

it.each([
  ['open', 'close', 'guest', 'closed'],
  ['open', 'close', 'owner', 'closed'],
  ['closed', 'close', 'guest', null],
  ['locked', 'close', 'owner', null],
  ['open', 'lock', 'guest', null],
  ['open', 'lock', 'owner', 'locked'],
  ['closed', 'lock', 'owner', 'locked'],
  ['locked', 'lock', 'owner', null],
] as const)('from %s, %s by the %s leads to %s', (state, name, actor, next) => {
  expect(door.next(state, name, actor)).toBe(next);
});

it.each([
  ['open', 'guest', ['close']],
  ['open', 'owner', ['close', 'lock']],
  ['closed', 'guest', []],
  ['closed', 'owner', ['lock']],
  ['locked', 'owner', []],
] as const)('lists the transitions from %s for the %s', (state, actor, names) => {
  expect(door.open(state, actor)).toEqual(names);
});
