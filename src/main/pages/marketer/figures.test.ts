import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';

/** A Wednesday; the tests' own time zone is the reader's. */
const now = new Date(2026, 10, 25, 14);
const at = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).toISOString();
const none = { applications: [], proofs: [], payments: [] };

test('nothing counts as nothing', () => {
  expect(figuresOf(none, now)).toEqual({
    thisMonthCents: 0,
    completedGigs: 0,
    week: { applications: 0, approvals: 0, earnedCents: 0 },
  });
});

test('the week begins on Sunday', () => {
  const application = (appliedAt: string, status: 'approved' | 'pending', decidedAt: string | null) => ({
    appliedAt,
    status,
    decidedAt,
  });
  const { week } = figuresOf(
    {
      ...none,
      applications: [
        application(at(2026, 11, 22, 0), 'pending', null),
        application(at(2026, 11, 21, 23), 'approved', at(2026, 11, 23)),
        application(at(2026, 11, 24), 'approved', at(2026, 11, 24)),
      ],
    },
    now,
  );
  expect(week).toMatchObject({ applications: 2, approvals: 2 });
});

test('this month is of this year, and only what has arrived is earned', () => {
  const payment = (createdAt: string, status: 'completed' | 'pending' = 'completed') => ({
    amount: '40.00',
    status,
    createdAt,
  });
  const payments = [
    payment(at(2026, 11, 2)),
    payment(at(2026, 11, 24)),
    payment(at(2025, 11, 24)),
    payment(at(2026, 10, 31)),
    payment(at(2026, 11, 24), 'pending'),
  ];
  const figures = figuresOf(
    { ...none, payments, proofs: [{ status: 'approved' }, { status: 'rejected' }] },
    now,
  );
  expect(figures.thisMonthCents).toBe(8000);
  expect(figures.week.earnedCents).toBe(4000);
  expect(figures.completedGigs).toBe(1);
});
