import { type Message, msg, t } from '#kernel/text.ts';
import { getLocale } from '#kernel/language.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { formatZonedTime, formatDayTime } from '#platform/web/ui/format-time.ts';
import { socialPlatformNames } from '#profiles/social-handle-contract.ts';
import type { Application } from '../../contract.ts';

export const applicantViews = [
  { name: 'all', label: msg('All', { context: 'applicants' }), has: () => true },
  {
    name: 'waiting',
    label: msg('Waiting', { context: 'applicants' }),
    has: (one: Application) => isWaiting(one),
  },
  { name: 'bench', label: msg('Waitlist'), has: (one: Application) => one.benchPosition !== null },
  {
    name: 'approved',
    label: msg('Approved', { context: 'applicants' }),
    has: (one: Application) => one.status === 'approved',
  },
  {
    name: 'rejected',
    label: msg('Rejected', { context: 'applicants' }),
    has: (one: Application) => one.status === 'rejected',
  },
  {
    name: 'withdrawn',
    label: msg('Withdrawn', { context: 'applicants' }),
    has: (one: Application) => one.status === 'withdrawn',
  },
] as const;

export function formatApplicantStatus(application: Application): { label: string; tone: StatusTone } {
  const { status, benchPosition, confirmedAt, confirmationDueAt } = application;
  if (benchPosition !== null)
    return { label: t('Waitlist #{position}', { position: benchPosition }), tone: 'accent' };
  if (status === 'approved' && confirmedAt !== null) return { label: t('Confirmed'), tone: 'positive' };
  if (status === 'approved' && confirmationDueAt !== null)
    return { label: t('Not confirmed yet'), tone: 'waiting' };
  const { label, tone } = plainStates[status];
  return { label: t(label), tone };
}

const plainStates: Readonly<Record<Application['status'], { label: Message; tone: StatusTone }>> = {
  pending: { label: msg('Needs a decision'), tone: 'waiting' },
  approved: { label: msg('Approved', { context: 'application' }), tone: 'positive' },
  rejected: { label: msg('Rejected', { context: 'application' }), tone: 'negative' },
  withdrawn: { label: msg('Withdrawn', { context: 'application' }), tone: 'neutral' },
};

export function formatPlace({
  status,
  hasMovedUp,
  confirmedAt,
  confirmationDueAt,
  campaign,
}: Application): string | null {
  if (status !== 'approved') return null;
  const parts = [
    hasMovedUp ? t('Moved up from the waitlist') : null,
    confirmedAt !== null
      ? t('Confirmed {time}', { time: formatDayTime(confirmedAt) })
      : confirmationDueAt !== null
        ? t('Must confirm by {time} or lose the place', {
            time: formatZonedTime(confirmationDueAt, campaign.timeZone),
          })
        : null,
  ];
  return parts.filter(Boolean).join(' · ') || null;
}

export function formatConfirmations(applications: readonly Application[]): string | null {
  const asked = applications.filter(
    ({ status, confirmationDueAt }) => status === 'approved' && confirmationDueAt !== null,
  );
  if (asked.length === 0) return null;
  const confirmed = asked.filter(({ confirmedAt }) => confirmedAt !== null).length;
  return t('{confirmed} of {asked} confirmed.', { confirmed, asked: asked.length });
}

export const applicantOrders = [
  { name: 'newest', label: msg('Newest first'), compare: () => 0 },
  {
    name: 'rating',
    label: msg('Best rating'),
    compare: (one: Application, other: Application) =>
      getRating(other) - getRating(one) || other.marketerRatingCount - one.marketerRatingCount,
  },
  {
    name: 'finished',
    label: msg('Most finished gigs'),
    compare: (one: Application, other: Application) => other.marketerFinishedWork - one.marketerFinishedWork,
  },
  {
    name: 'followers',
    label: msg('Most followers'),
    compare: (one: Application, other: Application) => getFollowers(other) - getFollowers(one),
  },
] as const;

export type ApplicantOrder = (typeof applicantOrders)[number];

/** Without ratings, the field has a default that says nothing. */
function getRating({ marketerRating, marketerRatingCount }: Application): number {
  return marketerRatingCount === 0 ? 0 : marketerRating;
}

/** Of the account that the campaign is about, or else the largest. */
function getFollowers({ marketerAccount, marketerPlatforms }: Application): number {
  return marketerAccount?.followers ?? marketerPlatforms[0]?.followers ?? 0;
}

export function formatAudience({ marketerAccount, marketerPlatforms }: Application): string | null {
  if (marketerAccount) return t('{followers, number} followers', { followers: marketerAccount.followers });
  const [largest] = marketerPlatforms;
  return largest
    ? t('{followers, number} on {platform}', {
        followers: largest.followers,
        platform: socialPlatformNames[largest.platform],
      })
    : null;
}

export const formatFollowers = (count: number) => count.toLocaleString(getLocale());

export function formatFinished(gigs: number): string {
  if (gigs === 0) return t('No finished gigs yet');
  return t('{gigs, plural, one {# finished gig} other {# finished gigs}}', { gigs });
}

/** Ignores case and accents. */
export function hasName({ marketerName }: Application, text: string): boolean {
  return simplify(marketerName).includes(simplify(text.trim()));
}

const simplify = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Undecided first, then the waitlist by position, then approved, then the rest. Each group has the chosen order; the
 * newest come first if it makes no difference.
 */
export function sortApplicants(
  applications: readonly Application[],
  { compare }: Pick<ApplicantOrder, 'compare'> = applicantOrders[0],
): Application[] {
  const rank = (one: Application) =>
    isWaiting(one) ? 0 : one.status === 'pending' ? 1 : one.status === 'approved' ? 2 : 3;
  return applications.toSorted(
    (one, other) =>
      rank(one) - rank(other) || (one.benchPosition ?? 0) - (other.benchPosition ?? 0) || compare(one, other),
  );
}

/**
 * If two applicants share a name, the later one gets a number, such as 'New member 2'. Otherwise buttons and results
 * would be ambiguous. Pass all applicants of the campaign.
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
