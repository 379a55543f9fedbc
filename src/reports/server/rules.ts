import type { CampaignReport } from '../contract.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';

export interface WorkTime {
  status: 'pending' | 'approved' | 'rejected';
  minutesInside: number | null;
}

/** A rejected proof counts nowhere: its replacement has the same sessions. */
export function sumTime(
  work: readonly WorkTime[],
  { places, durationMinutes }: { places: number; durationMinutes: number },
) {
  const list = (status: WorkTime['status']) =>
    work.filter((proof) => proof.status === status).map(({ minutesInside }) => minutesInside ?? 0);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const approved = list('approved');
  const askedMinutes = places * durationMinutes;
  const covered = sum(approved.map((minutes) => Math.min(minutes, durationMinutes)));
  return {
    verifiedMinutes: sum(approved),
    waitingMinutes: sum(list('pending')),
    askedMinutes,
    coverage: askedMinutes > 0 ? Math.min(1, covered / askedMinutes) : null,
  };
}

/**
 * Rounds to whole minutes for a link: two readings of exact times would show to the second how long a marketer was
 * there in between.
 */
export function roundTimes(report: CampaignReport): CampaignReport {
  const { time, heat, work } = report;
  return {
    ...report,
    time: time && {
      ...time,
      verifiedMinutes: Math.round(time.verifiedMinutes),
      waitingMinutes: Math.round(time.waitingMinutes),
      coverage: time.coverage === null ? null : Math.round(time.coverage * 100) / 100,
    },
    heat: heat && {
      ...heat,
      cells: heat.cells.map((cell) => ({ ...cell, minutes: Math.round(cell.minutes) })),
    },
    work: work.map((proof) => ({
      ...proof,
      minutesInside: proof.minutesInside === null ? null : Math.round(proof.minutesInside),
    })),
  };
}

export function divideCost(costCents: Cents, minutes: number): string | null {
  return minutes > 0 ? toDecimal(Math.round((costCents * 60) / minutes)) : null;
}

export function estimatePassersBy({ low, high }: { low: number; high: number }, minutes: number) {
  return { low: Math.round((low * minutes) / 60), high: Math.round((high * minutes) / 60) };
}

/**
 * Returns null for a zone of fewer than 7 areas: published areas are shifted by up to about their own width, so time
 * inside a small zone often appears beside it.
 */
export function countZoneCells(
  zoneCells: readonly string[],
  visited: ReadonlySet<string>,
): { cells: number; visited: number } | null {
  if (zoneCells.length < 7) return null;
  return { cells: zoneCells.length, visited: zoneCells.filter((cell) => visited.has(cell)).length };
}

interface ReportedPost {
  status: WorkTime['status'];
  figures: { views: number; likes: number | null; comments: number | null } | null;
}

export function sumPosts(work: readonly ReportedPost[]) {
  const reports = work.flatMap(({ status, figures }) => (status === 'approved' && figures ? [figures] : []));
  if (reports.length === 0) return null;
  const sum = (part: (figures: (typeof reports)[number]) => number | null) =>
    reports.reduce((total, figures) => total + (part(figures) ?? 0), 0);
  return {
    reported: reports.length,
    views: sum(({ views }) => views),
    likes: sum(({ likes }) => likes),
    comments: sum(({ comments }) => comments),
  };
}
