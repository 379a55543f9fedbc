import { describe, expect, test } from 'vitest';
import { applicationProcess, type ApplicationState } from '../contract.ts';
import { type Decision, judge, overlaps, type Party, permissionsOf } from './rules.ts';

const decisions = ['approved', 'rejected', 'withdrawn'] as const;
const parties = ['advertiser', 'marketer'] as const;

/** state, decision, party → what happens; everything not named here is forbidden or comes too late. */
const taken = new Set([
  'pending approved advertiser',
  'pending rejected advertiser',
  'pending withdrawn marketer',
  'approved withdrawn marketer',
]);
const repeated = new Set([
  'approved approved advertiser',
  'rejected rejected advertiser',
  'withdrawn withdrawn marketer',
]);
const forbidden = (decision: Decision, party: Party) =>
  (decision === 'withdrawn') === (party === 'advertiser');

const all = applicationProcess.states.flatMap((state) =>
  decisions.flatMap((decision) => parties.map((party) => ({ state, decision, party }))),
);

test.each(all)('$state, $decision by the $party', ({ state, decision, party }) => {
  const key = `${state} ${decision} ${party}`;
  const expected = forbidden(decision, party)
    ? { do: 'refuse', code: 'auth/forbidden' }
    : taken.has(key)
      ? { do: 'take' }
      : repeated.has(key)
        ? { do: 'repeat' }
        : { do: 'refuse', code: 'application/decided' };
  expect(judge(state, decision, party)).toEqual(expected);
});

describe('what the screens offer', () => {
  const none = { approve: false, reject: false, withdraw: false };
  const cases: [ApplicationState, Party, Partial<typeof none>][] = [
    ['pending', 'advertiser', { approve: true, reject: true }],
    ['pending', 'marketer', { withdraw: true }],
    ['approved', 'advertiser', {}],
    ['approved', 'marketer', { withdraw: true }],
    ['rejected', 'advertiser', {}],
    ['rejected', 'marketer', {}],
    ['withdrawn', 'advertiser', {}],
    ['withdrawn', 'marketer', {}],
  ];
  test.each(cases)('%s, to the %s', (status, party, offered) => {
    expect(permissionsOf({ status, hasOpenPlace: true, hasBegun: false }, party)).toEqual({
      ...none,
      ...offered,
    });
  });

  test('no approving without a place, but still rejecting', () => {
    expect(permissionsOf({ status: 'pending', hasOpenPlace: false, hasBegun: false }, 'advertiser')).toEqual({
      ...none,
      reject: true,
    });
  });

  test('no withdrawing once a session has begun', () => {
    expect(permissionsOf({ status: 'approved', hasOpenPlace: true, hasBegun: true }, 'marketer')).toEqual(
      none,
    );
  });
});

describe('two pieces of work', () => {
  const at = (time: string, durationMinutes: number) => ({
    startTime: new Date(`2026-11-10T${time}:00Z`),
    durationMinutes,
  });
  const noon = at('12:00', 60);
  test.each([
    ['the same time', at('12:00', 60), true],
    ['a later start inside', at('12:59', 60), true],
    ['an earlier start that reaches in', at('11:00', 61), true],
    ['all around it', at('11:00', 180), true],
    ['inside it', at('12:15', 30), true],
    ['right after', at('13:00', 60), false],
    ['right before', at('11:00', 60), false],
    ['another time', at('18:00', 60), false],
  ])('%s', (_, other, expected) => {
    expect(overlaps(noon, other)).toBe(expected);
    expect(overlaps(other, noon)).toBe(expected);
  });
});
