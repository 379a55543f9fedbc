import type { Application } from '#applications/contract.ts';

/** In the user's time zone. A week begins on Sunday. */
export function getPeriods(now: Date): { monthStart: string; weekStart: string } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  return {
    monthStart: new Date(year, month, 1).toISOString(),
    weekStart: new Date(year, month, day - now.getDay()).toISOString(),
  };
}

type Applied = Pick<Application, 'appliedAt' | 'decidedAt' | 'status'>;

export function countApplicationsSince(applications: readonly Applied[], start: string) {
  const isSince = (moment: string | null) => moment !== null && new Date(moment) >= new Date(start);
  return {
    applications: applications.filter(({ appliedAt }) => isSince(appliedAt)).length,
    approvals: applications.filter(({ status, decidedAt }) => status === 'approved' && isSince(decidedAt))
      .length,
  };
}
