import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { formatZonedTime, formatDayTime } from '#platform/web/ui/format-time.ts';
import type { Application } from '../../contract.ts';

export const applicantViews = [
  { name: 'all', label: 'All', has: () => true },
  { name: 'waiting', label: 'Waiting', has: (one: Application) => isWaiting(one) },
  { name: 'bench', label: 'Waitlist', has: (one: Application) => one.benchPosition !== null },
  { name: 'approved', label: 'Approved', has: (one: Application) => one.status === 'approved' },
  { name: 'rejected', label: 'Rejected', has: (one: Application) => one.status === 'rejected' },
  { name: 'withdrawn', label: 'Withdrawn', has: (one: Application) => one.status === 'withdrawn' },
] as const;

/** Returns the badge for an application as the campaign's advertiser sees it. */
export function formatApplicantStatus(application: Application): { label: string; tone: StatusTone } {
  const { status, benchPosition, confirmedAt, confirmationDueAt } = application;
  if (benchPosition !== null) return { label: `Waitlist #${benchPosition}`, tone: 'accent' };
  if (status === 'approved' && confirmedAt !== null) return { label: 'Confirmed', tone: 'positive' };
  if (status === 'approved' && confirmationDueAt !== null)
    return { label: 'Not confirmed yet', tone: 'waiting' };
  return plainStates[status];
}

const plainStates: Readonly<Record<Application['status'], { label: string; tone: StatusTone }>> = {
  pending: { label: 'Needs a decision', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** Returns a line about an approved applicant's place, or null if there is nothing to say. */
export function formatPlace({
  status,
  hasMovedUp,
  confirmedAt,
  confirmationDueAt,
}: Application): string | null {
  if (status !== 'approved') return null;
  const parts = [
    hasMovedUp ? 'Moved up from the waitlist' : null,
    confirmedAt !== null
      ? `Confirmed ${formatDayTime(confirmedAt)}`
      : confirmationDueAt !== null
        ? `Must confirm by ${formatZonedTime(confirmationDueAt)} or lose the place`
        : null,
  ];
  return parts.filter(Boolean).join(' · ') || null;
}

/** Returns '1 of 3 confirmed.', or null if no applicant has been asked. */
export function formatConfirmations(applications: readonly Application[]): string | null {
  const asked = applications.filter(
    ({ status, confirmationDueAt }) => status === 'approved' && confirmationDueAt !== null,
  );
  if (asked.length === 0) return null;
  const confirmed = asked.filter(({ confirmedAt }) => confirmedAt !== null).length;
  return `${confirmed} of ${asked.length} confirmed.`;
}

/**
 * Returns the applicants in display order: undecided, then the waitlist by position, then approved, then the
 * rest. The sort is stable, so the newest stay first within each group.
 */
export function sortApplicants(applications: readonly Application[]): Application[] {
  const rank = (one: Application) =>
    isWaiting(one) ? 0 : one.status === 'pending' ? 1 : one.status === 'approved' ? 2 : 3;
  return applications.toSorted(
    (one, other) => rank(one) - rank(other) || (one.benchPosition ?? 0) - (other.benchPosition ?? 0),
  );
}

/**
 * Returns the applications with unique names: if two applicants share a name, the later one gets a number,
 * such as 'New member 2'. Otherwise buttons and results would be ambiguous. Pass all applicants of the
 * campaign.
 */
export function withUniqueNames(applications: readonly Application[]): Application[] {
  const byApplying = applications.toSorted(
    (one, other) => one.appliedAt.localeCompare(other.appliedAt) || one.id.localeCompare(other.id),
  );
  const idByName = new Map<string, string>();
  for (const { id, marketerName } of byApplying) {
    let name = marketerName;
    for (let number = 2; idByName.has(name); number++) name = `${marketerName} ${number}`;
    idByName.set(name, id);
  }
  const nameById = new Map(Array.from(idByName, ([name, id]) => [id, name]));
  return applications.map((one) => ({ ...one, marketerName: nameById.get(one.id) ?? one.marketerName }));
}

function isWaiting({ status, benchPosition }: Application): boolean {
  return status === 'pending' && benchPosition === null;
}

export function formatApplicantCount(count: number): string {
  return count === 1 ? '1 applicant' : `${count} applicants`;
}
