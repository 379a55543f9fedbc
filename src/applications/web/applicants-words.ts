import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import { formatAppointment, formatDayTime } from '#platform/web/ui/format-time.ts';
import type { Application } from '../contract.ts';

/** What an advertiser looks for among their applicants; the names stand in the address. */
export const applicantViews = [
  { name: 'all', label: 'All', has: () => true },
  { name: 'waiting', label: 'Waiting', has: (one: Application) => isWaiting(one) },
  { name: 'bench', label: 'Bench', has: (one: Application) => one.benchPosition !== null },
  { name: 'approved', label: 'Approved', has: (one: Application) => one.status === 'approved' },
  { name: 'rejected', label: 'Rejected', has: (one: Application) => one.status === 'rejected' },
  { name: 'withdrawn', label: 'Withdrawn', has: (one: Application) => one.status === 'withdrawn' },
] as const;

/** An application's state as the campaign's advertiser sees it. */
export function applicantState(application: Application): { label: string; tone: StatusTone } {
  const { status, benchPosition, confirmedAt, confirmationDueAt } = application;
  if (benchPosition !== null) return { label: `Bench, number ${benchPosition}`, tone: 'accent' };
  if (status === 'approved' && confirmedAt !== null) return { label: 'Confirmed', tone: 'positive' };
  if (status === 'approved' && confirmationDueAt !== null)
    return { label: 'Not confirmed yet', tone: 'waiting' };
  return plainStates[status];
}

const plainStates: Readonly<Record<Application['status'], { label: string; tone: StatusTone }>> = {
  pending: { label: 'Waiting for you', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** What became of a place: moved up, confirmed, until when an answer may come; null where there is nothing to tell. */
export function placeText({
  status,
  hasMovedUp,
  confirmedAt,
  confirmationDueAt,
}: Application): string | null {
  if (status !== 'approved') return null;
  const parts = [
    hasMovedUp ? 'Moved up from the bench' : null,
    confirmedAt !== null
      ? `Confirmed ${formatDayTime(confirmedAt)}`
      : confirmationDueAt !== null
        ? `May answer until ${formatAppointment(confirmationDueAt)}, then the place goes to the bench`
        : null,
  ];
  return parts.filter(Boolean).join(' · ') || null;
}

/** '1 confirmed, 2 have yet to answer.' Null while nobody was asked. */
export function confirmationsText(applications: readonly Application[]): string | null {
  const asked = applications.filter(
    ({ status, confirmationDueAt }) => status === 'approved' && confirmationDueAt !== null,
  );
  if (asked.length === 0) return null;
  const confirmed = asked.filter(({ confirmedAt }) => confirmedAt !== null).length;
  const open = asked.length - confirmed;
  const rest = open === 0 ? 'nobody has' : open === 1 ? '1 has' : `${open} have`;
  return `${confirmed} confirmed to come, ${rest} yet to answer.`;
}

/** Those who wait for the advertiser first, then the bench in its order, then the places; sorting is stable, so the newest stay first. */
export function inOrder(applications: readonly Application[]): Application[] {
  const rank = (one: Application) =>
    isWaiting(one) ? 0 : one.status === 'pending' ? 1 : one.status === 'approved' ? 2 : 3;
  return applications.toSorted(
    (one, other) => rank(one) - rank(other) || (one.benchPosition ?? 0) - (other.benchPosition ?? 0),
  );
}

/**
 * Several may have one name, above all those who have not said theirs yet: whoever applied later is counted, 'New member 2', so that
 * the list, its buttons and what comes of them name each by a name of their own. Takes everybody who applied to the campaign.
 */
export function namedApart(applications: readonly Application[]): Application[] {
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

/** '1 applicant', '3 applicants' */
export function applicantCount(count: number): string {
  return count === 1 ? '1 applicant' : `${count} applicants`;
}
