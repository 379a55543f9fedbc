import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CampaignState } from '../contract.ts';
import * as rules from './rules.ts';

const now = new Date('2026-11-02T15:00:00Z');
const later = new Date('2026-11-05T15:00:00Z');
const earlier = new Date('2026-11-01T15:00:00Z');

const noRights = { read: false, decide: false, own: false };
const owner = { role: 'advertiser', rights: { read: true, decide: true, own: true } } as const;
const manager = { role: 'advertiser', rights: { read: true, decide: true, own: false } } as const;
const viewer = { role: 'advertiser', rights: { read: true, decide: false, own: false } } as const;
const otherAdvertiser = { role: 'advertiser', rights: noRights } as const;
const marketer = { role: 'marketer', rights: noRights } as const;
const admin = { role: 'admin', rights: noRights } as const;
const visitor = { role: null, rights: noRights } as const;

function facts(changes: Partial<rules.CampaignFacts> = {}): rules.CampaignFacts {
  return {
    status: 'draft',
    isComplete: true,
    startTime: later,
    closesAt: later,
    closingSince: null,
    chargebackSince: null,
    pausedSince: null,
    hired: 0,
    needed: 2,
    ...changes,
  };
}

describe('permissions of each viewer in each state', () => {
  const nothing = {
    edit: false,
    fund: false,
    apply: false,
    review: false,
    pause: false,
    resume: false,
    close: false,
  };
  const viewers = { owner, manager, viewer, otherAdvertiser, marketer, admin, visitor };
  type Name = keyof typeof viewers;
  const allowed: Record<CampaignState, Partial<Record<Name, object>>> = {
    draft: { owner: { edit: true, fund: true }, manager: { edit: true } },
    active: {
      owner: { review: true, pause: true, close: true },
      manager: { review: true, pause: true },
      viewer: { review: true },
      marketer: { apply: true },
    },
    completed: { owner: { review: true }, manager: { review: true }, viewer: { review: true } },
  };
  const cases = (Object.keys(allowed) as CampaignState[]).flatMap((status) =>
    (Object.keys(viewers) as Name[]).map((name) => ({ status, name })),
  );
  test.each(cases)('$name of a campaign that is $status', ({ status, name }) => {
    expect(rules.getPermissions(facts({ status }), viewers[name], now)).toEqual({
      ...nothing,
      ...allowed[status][name],
    });
  });

  test.each([
    ['incomplete', { isComplete: false }, 'campaign/incomplete'],
    ['past its start', { startTime: now }, 'campaign/start-passed'],
    ['funded', { status: 'active' }, 'campaign/already-funded'],
    ['completed', { status: 'completed' }, 'campaign/already-funded'],
    ['as it should be', {}, null],
  ] as const)('paying for one that is %s', (_, changes, reason) => {
    expect(rules.checkFundable(facts(changes), now)).toBe(reason);
    expect(rules.getPermissions(facts(changes), owner, now).fund).toBe(reason === null);
  });

  test.each([
    ['a draft', { status: 'draft' }, 'campaign/not-active'],
    ['completed', { status: 'completed' }, 'campaign/not-active'],
    ['over but not completed yet', { closesAt: now }, 'campaign/not-active'],
    ['over long ago', { closesAt: earlier }, 'campaign/not-active'],
    ['closed by its advertiser', { closingSince: earlier }, 'campaign/not-active'],
    ['paused', { pausedSince: earlier }, 'campaign/paused'],
    ['full', { hired: 2 }, 'campaign/full'],
    ['one place short of full', { hired: 1 }, null],
  ] as const)('applying to one that is %s', (_, changes, reason) => {
    const campaign = facts({ status: 'active', ...changes });
    expect(rules.checkOpen(campaign, now)).toBe(reason);
    expect(rules.getPermissions(campaign, marketer, now).apply).toBe(reason === null);
  });

  test('shows a draft only to its business, and other campaigns to everyone', () => {
    for (const stranger of [otherAdvertiser, marketer, admin, visitor]) {
      expect(rules.canSee(facts(), stranger)).toBe(false);
      expect(rules.canSee(facts({ status: 'active' }), stranger)).toBe(true);
      expect(rules.canSee(facts({ status: 'completed' }), stranger)).toBe(true);
    }
    for (const ours of [owner, manager, viewer]) expect(rules.canSee(facts(), ours)).toBe(true);
  });
});

describe('the pay of a place', () => {
  const social = { campaignType: 'social', payCents: null, totalBudgetCents: 10_000, needed: 3 } as const;

  test('is the given pay', () => {
    expect(rules.computePayPerPlace({ ...social, payCents: 700 })).toBe(700);
    expect(rules.computePayPerPlace({ ...social, campaignType: 'wearable', payCents: 4000 })).toBe(4000);
  });

  test('is otherwise, for social campaigns, the even share of the budget, never more than there is', () => {
    expect(rules.computePayPerPlace(social)).toBe(3333);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.integer({ min: 1, max: 10_000 }),
        (budget, needed) => {
          const pay = rules.computePayPerPlace({ ...social, totalBudgetCents: budget, needed }) ?? 0;
          expect(pay * needed).toBeLessThanOrEqual(budget);
          expect((pay + 1) * needed).toBeGreaterThan(budget);
        },
      ),
    );
  });

  test('is null if it is unknown', () => {
    expect(rules.computePayPerPlace({ ...social, campaignType: 'wearable' })).toBeNull();
    expect(rules.computePayPerPlace({ ...social, totalBudgetCents: null })).toBeNull();
    expect(rules.computePayPerPlace({ ...social, needed: null })).toBeNull();
    expect(rules.computePayPerPlace({ ...social, totalBudgetCents: 2 })).toBeNull();
  });
});

describe('the cost of funding', () => {
  test('is the pay of all places plus 15 %, rounded half up to the cent', () => {
    expect(rules.computeCost({ payCents: 2510, needed: 1 }, 1500)).toEqual({
      payCents: 2510,
      feeCents: 377,
      totalCents: 2887,
    });
    expect(rules.computeCost({ payCents: 10_000, needed: 3 }, 1500)).toEqual({
      payCents: 30_000,
      feeCents: 4500,
      totalCents: 34_500,
    });
  });

  test('is unknown if pay or places are', () => {
    expect(rules.computeCost({ payCents: null, needed: 3 }, 1500)).toBeNull();
    expect(rules.computeCost({ payCents: 100, needed: null }, 1500)).toBeNull();
  });

  test.each([
    [34_500, true],
    [34_499, true],
    [34_501, true],
    [34_498, false],
    [34_502, false],
  ])('an amount of %i for 34500', (given, isSame) => {
    expect(rules.isSameAmount(given, 34_500)).toBe(isSame);
  });
});

describe('the campaign window', () => {
  const startTime = new Date('2026-11-10T18:00:00Z');

  test('wearable: from 30 minutes before the start until a day after the end; proof due two days later', () => {
    expect(rules.computeWindow({ campaignType: 'wearable', startTime, durationMinutes: 90 })).toEqual({
      opensAt: new Date('2026-11-10T17:30:00Z'),
      closesAt: new Date('2026-11-11T19:30:00Z'),
      proofDueAt: new Date('2026-11-13T19:30:00Z'),
    });
  });

  test('social: fourteen days from its start', () => {
    expect(rules.computeWindow({ campaignType: 'social', startTime, durationMinutes: null })).toEqual({
      opensAt: startTime,
      closesAt: new Date('2026-11-24T18:00:00Z'),
      proofDueAt: new Date('2026-11-26T18:00:00Z'),
    });
  });

  test.each([
    { campaignType: 'wearable', startTime, durationMinutes: null } as const,
    { campaignType: 'wearable', startTime: null, durationMinutes: 90 } as const,
    { campaignType: 'social', startTime: null, durationMinutes: null } as const,
  ])('is unknown for %o', (campaign) => {
    expect(rules.computeWindow(campaign)).toEqual({ opensAt: null, closesAt: null, proofDueAt: null });
  });
});

test.each([
  ['wearable', null, null, 0],
  ['wearable', 'macro', 5000, 0],
  ['social', 'nano', null, 1000],
  ['social', 'mid', 50_000, 100_000],
  ['social', 'mid', 250_000, 250_000],
  ['social', null, 7000, 7000],
] as const)(
  'followers for %s, tier %s, own minimum %s',
  (campaignType, requiredTier, minFollowers, expected) => {
    expect(rules.followersNeeded({ campaignType, requiredTier, minFollowers })).toBe(expected);
  },
);
