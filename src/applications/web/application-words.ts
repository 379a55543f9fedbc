import type { StatusTone } from '#platform/web/ui/status-badge.tsx';
import type { Application, ApplicationState } from '../contract.ts';

/** How an application's state is shown to the marketer who sent it. */
export const stateWords: Readonly<Record<ApplicationState, { label: string; tone: StatusTone }>> = {
  pending: { label: 'Applied', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Not chosen', tone: 'negative' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** A marketer applies to a campaign once, so one of them tells all. */
export function applicationTo(
  applications: readonly Application[] | undefined,
  campaignId: string,
): Application | undefined {
  return applications?.find((application) => application.campaignId === campaignId);
}
