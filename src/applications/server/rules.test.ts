import { describe, expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { applicationProcess, type ApplicationState } from '../contract.ts';
import {
  getWaitlistEnd,
  type Decision,
  meetsFollowerRange,
  isNoShow,
  isWithdrawalLate,
  checkDecision,
  overlaps,
  type Party,
  getPermissions,
  getLateWithdrawalStart,
  checkBenchable,
  checkWithdrawable,
} from './rules.ts';

const decisions = ['approved', 'rejected', 'withdrawn'] as const;
const parties = ['advertiser', 'marketer'] as const;

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
  expect(checkDecision(state, decision, party)).toEqual(expected);
});

const now = new Date('2026-11-10T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * HOUR);

describe('the permissions', () => {
  const none = {
    approve: false,
    reject: false,
    withdraw: false,
    bench: false,
    unbench: false,
    confirm: false,
    addToCalendar: false,
  };
  const plain = { isOnBench: false, wasApproved: false, isUnconfirmed: false, hasBegun: false };
  const open = { isCompleted: false, whyNotOpen: null, waitlistEndsAt: hours(1) };
  const full = { isCompleted: false, whyNotOpen: 'campaign/full', waitlistEndsAt: hours(1) } as const;
  const offer = (
    party: Party,
    application: { status: ApplicationState } & Partial<typeof plain>,
    campaign: Parameters<typeof getPermissions>[1] = open,
  ) => getPermissions({ ...plain, ...application }, campaign, party, now);

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
    expect(offer(party, { status })).toEqual({ ...none, ...offered });
  });

  test('without a free place, allow rejecting and the bench but not approving', () => {
    expect(offer('advertiser', { status: 'pending' }, full)).toEqual({ ...none, reject: true, bench: true });
    const benched = { status: 'pending', isOnBench: true } as const;
    expect(offer('advertiser', benched, full)).toEqual({ ...none, reject: true, unbench: true });
    expect(offer('advertiser', benched)).toEqual({ ...none, approve: true, reject: true, unbench: true });
    expect(offer('marketer', benched, full)).toEqual({ ...none, withdraw: true });
  });

  test('don’t allow withdrawing once a session has started', () => {
    expect(offer('marketer', { status: 'approved', hasBegun: true })).toEqual(none);
  });

  test('don’t allow withdrawing from a completed campaign', () => {
    const over = { isCompleted: true, whyNotOpen: 'campaign/not-active', waitlistEndsAt: hours(-1) } as const;
    for (const status of ['pending', 'approved'] as const)
      expect(offer('marketer', { status }, over).withdraw).toBe(false);
    expect(checkWithdrawable({ isCompleted: true, hasBegun: true })).toBe('application/over');
    expect(checkWithdrawable({ isCompleted: false, hasBegun: true })).toBe('application/session-begun');
  });

  test('allow confirming if requested and the place is held', () => {
    const asked = { wasApproved: true, isUnconfirmed: true } as const;
    expect(offer('marketer', { status: 'approved', ...asked })).toMatchObject({ confirm: true });
    expect(offer('marketer', { status: 'withdrawn', ...asked })).toMatchObject({ confirm: false });
    expect(offer('advertiser', { status: 'approved', ...asked })).toEqual(none);
  });

  test('offer a calendar file after any approval', () => {
    for (const status of ['approved', 'withdrawn'] as const) {
      expect(offer('marketer', { status, wasApproved: true }).addToCalendar).toBe(true);
      expect(offer('advertiser', { status, wasApproved: true }).addToCalendar).toBe(false);
    }
    expect(offer('marketer', { status: 'withdrawn' }).addToCalendar).toBe(false);
  });
});

describe('the bench', () => {
  test.each([
    ['with a place left', null, hours(1), 'application/places-left'],
    ['full, before its end', 'campaign/full', hours(1), null],
    ['full, at its end', 'campaign/full', now, 'campaign/not-active'],
    ['closed', 'campaign/not-active', hours(1), 'campaign/not-active'],
  ] as const)('%s', (_, whyNotOpen, benchEnd, expected) => {
    expect(checkBenchable({ whyNotOpen, waitlistEndsAt: benchEnd }, now)).toBe(expected);
  });

  test('ends at the start for wearables, and on the last day for posts', () => {
    const window = { startTime: hours(1), closesAt: hours(30), closingSince: null };
    expect(getWaitlistEnd({ campaignType: 'wearable', ...window })).toEqual(hours(1));
    expect(getWaitlistEnd({ campaignType: 'social', ...window })).toEqual(hours(30));
  });
});

describe('withdrawing', () => {
  const held = {
    status: 'approved',
    approvedAt: hours(-100),
    hasMovedUp: false,
    attendanceJudgedAt: null,
  } as const;
  const starting = (inHours: number, campaignType: 'wearable' | 'social' = 'wearable') => ({
    campaignType,
    startTime: hours(inHours),
    closesAt: hours(inHours + 26),
    closingSince: null,
  });
  test.each([
    ['more than 12 hours before', held, starting(12.01), false],
    ['12 hours before', held, starting(12), true],
    ['after the start', held, starting(-3), true],
    ['after the first day of a post', held, starting(-3, 'social'), false],
    ['12 hours before a post', held, starting(12, 'social'), false],
    ['of a closed campaign', held, { ...starting(3), closingSince: hours(-1) }, false],
    ['of a campaign closed after its end', held, { ...starting(-80), closingSince: hours(-1) }, true],
    ['after attendance was judged', { ...held, attendanceJudgedAt: hours(-1) }, starting(-27), false],
    ['while waiting', { ...held, status: 'pending', approvedAt: null } as const, starting(3), false],
    ['moved up in time', { ...held, hasMovedUp: true }, starting(3), true],
    ['moved up late', { ...held, approvedAt: hours(-1), hasMovedUp: true }, starting(11), false],
    ['the same, after the start', { ...held, approvedAt: hours(-12), hasMovedUp: true }, starting(-1), false],
    ['approved 12 hours before, until the start', { ...held, approvedAt: hours(-11) }, starting(1), false],
    ['the same, from the start on', { ...held, approvedAt: hours(-12) }, starting(0), true],
    ['approved a moment before that', { ...held, approvedAt: hours(-11.001) }, starting(1), true],
    ['approved 2 hours before, after the start', { ...held, approvedAt: hours(-3) }, starting(-1), false],
    ['approved a moment before that', { ...held, approvedAt: hours(-3.001) }, starting(-1), true],
    ['approved after the start', { ...held, approvedAt: hours(-1) }, starting(-1), false],
  ])('%s', (_, application, campaign, expected) => {
    expect(isWithdrawalLate(application, campaign, [], now)).toBe(expected);
  });

  test.each([
    ['is twelve hours before the start', held, starting(30), hours(18)],
    ['is the start after a later approval', { ...held, approvedAt: now }, starting(12), hours(12)],
    [
      'never comes after an approval that may not have been seen',
      { ...held, approvedAt: now },
      starting(2),
      null,
    ],
    ['never comes for a post', held, starting(30, 'social'), null],
  ])('the moment from which it is late %s', (_, application, campaign, expected) => {
    expect(getLateWithdrawalStart(application, campaign, [])).toEqual(expected);
  });

  test.each([
    ['over it leaves an hour', held, [18 - 0.2, 18.5], hours(19.5)],
    [
      'that lasted until shortly before the start leaves no more than until then',
      held,
      [17, 29.5],
      hours(30),
    ],
    ['that was over before it changes nothing', held, [17, 18], hours(18)],
    ['that began after it changes nothing', held, [18.001, 20], hours(18)],
    [
      'over the start adds no time after a late approval',
      { ...held, approvedAt: hours(19) },
      [29, 31],
      hours(30),
    ],
  ] as const)('an outage %s', (_, application, [from, until], expected) => {
    const outages = [{ from: hours(from), until: hours(until) }];
    expect(getLateWithdrawalStart(application, starting(30), outages)).toEqual(expected);
  });
});

describe('a no-show', () => {
  const held = { status: 'approved', approvedAt: hours(-100), hasMovedUp: false } as const;
  const over = {
    campaignType: 'wearable',
    startTime: hours(-26),
    closesAt: now,
    closingSince: null,
  } as const;
  test.each([
    ['to a place held for days', held, over, true],
    ['to a post', held, { ...over, campaignType: 'social' } as const, false],
    ['to a place given back', { ...held, status: 'withdrawn' } as const, over, false],
    ['if the advertiser closed before the end', held, { ...over, closingSince: hours(-1) }, false],
    ['if it was closed at the end', held, { ...over, closingSince: now }, true],
    ['moved up in time', { ...held, hasMovedUp: true }, over, true],
    ['moved up too late', { ...held, approvedAt: hours(-38), hasMovedUp: true }, over, false],
    ['approved half a day before the start', { ...held, approvedAt: hours(-38) }, over, true],
    ['approved 2 hours before the start', { ...held, approvedAt: hours(-28) }, over, false],
    ['approved a moment before that', { ...held, approvedAt: hours(-28.001) }, over, true],
    ['approved at the start', { ...held, approvedAt: hours(-26) }, over, false],
    ['approved when it was too late to come', { ...held, approvedAt: hours(-0.1) }, over, false],
  ])('%s', (_, application, campaign, expected) => {
    expect(isNoShow(application, campaign)).toBe(expected);
  });
});

test.each([
  ['as many as it takes', { from: 1000, below: 10_000, atMost: null }, 1000, true],
  ['one too few', { from: 1000, below: 10_000, atMost: null }, 999, false],
  ['the next tier', { from: 1000, below: 10_000, atMost: null }, 10_000, false],
  ['the last of this tier', { from: 1000, below: 10_000, atMost: null }, 9999, true],
  ['the campaign’s own most', { from: 1000, below: 10_000, atMost: 5000 }, 5000, true],
  ['more than the campaign’s own most', { from: 1000, below: 10_000, atMost: 5000 }, 5001, false],
  ['the open end', { from: 1_000_000, below: null, atMost: null }, 90_000_000, true],
  ['none confirmed', { from: 0, below: null, atMost: null }, null, false],
])('followers: %s', (_, wanted, followers, expected) => {
  expect(meetsFollowerRange(wanted, followers)).toBe(expected);
});

describe('two work times', () => {
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
