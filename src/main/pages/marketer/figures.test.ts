import { expect, test } from 'vitest';
import { countApplicationsSince, getPeriods } from './dashboard-stats.ts';

const at = (year: number, month: number, day: number, hour = 0) => new Date(year, month - 1, day, hour);

test.each([
  ['in the middle of a week', at(2026, 11, 25, 14), at(2026, 11, 1), at(2026, 11, 22)],
  ['on a Sunday', at(2026, 11, 22), at(2026, 11, 1), at(2026, 11, 22)],
  ['in a week that began last month', at(2026, 12, 1, 23), at(2026, 12, 1), at(2026, 11, 29)],
  ['in a week that began last year', at(2027, 1, 1), at(2027, 1, 1), at(2026, 12, 27)],
])('%s', (_name, now, month, week) => {
  expect(getPeriods(now)).toEqual({ monthStart: month.toISOString(), weekStart: week.toISOString() });
});

test('counts applications and approvals since the week began', () => {
  const application = (appliedAt: Date, status: 'approved' | 'pending', decidedAt: Date | null) => ({
    appliedAt: appliedAt.toISOString(),
    status,
    decidedAt: decidedAt?.toISOString() ?? null,
  });
  const applications = [
    application(at(2026, 11, 22), 'pending', null),
    application(at(2026, 11, 21, 23), 'approved', at(2026, 11, 23)),
    application(at(2026, 11, 24), 'approved', at(2026, 11, 24)),
  ];
  const { weekStart } = getPeriods(at(2026, 11, 25, 14));
  expect(countApplicationsSince(applications, weekStart)).toEqual({ applications: 2, approvals: 2 });
  expect(countApplicationsSince([], weekStart)).toEqual({ applications: 0, approvals: 0 });
});
