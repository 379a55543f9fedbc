import type { CampaignSummary } from '#campaigns/server/service.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import { checkSubmittable, type WorkFacts } from '../rules.ts';
import * as store from '../store.ts';
import type { ProofRow } from '../tables.ts';

type CampaignTimes = Pick<CampaignSummary, 'startTime' | 'proofDueAt' | 'status'>;

export async function loadWorkFacts(
  reader: Reader,
  deps: Pick<Deps, 'ports'>,
  application: { id: string; marketerId: string },
  { startTime, proofDueAt, status }: CampaignTimes,
): Promise<WorkFacts> {
  const disputed = await deps.ports.listDisputedApplications(reader, [application.id]);
  const rejected = await store.countRejected(reader, application);
  const isDisputed = disputed.has(application.id);
  return { startTime, proofDueAt, isOver: status === 'completed', isDisputed, rejected };
}

/**
 * All rows must belong to one marketer. A marketer who has sent a proof keeps their place, so the application is not
 * checked.
 */
export async function listResendable(
  reader: Reader,
  deps: Pick<Deps, 'ports' | 'clock'>,
  proofs: readonly { row: ProofRow; campaign: CampaignTimes }[],
): Promise<ReadonlySet<string>> {
  const rejectedProofs = proofs.filter(({ row }) => row.status === 'rejected');
  const applicationIds = [...new Set(rejectedProofs.map(({ row }) => row.applicationId))];
  if (applicationIds.length === 0) return new Set();
  const disputed = await deps.ports.listDisputedApplications(reader, applicationIds);
  const counts = await store.countByState(reader, applicationIds);
  const now = deps.clock.now();
  return new Set(
    rejectedProofs.flatMap(({ row: { id, applicationId }, campaign: { startTime, proofDueAt, status } }) => {
      const { live, rejected } = counts.get(applicationId) ?? { live: 0, rejected: 0 };
      if (live > 0) return [];
      const isDisputed = disputed.has(applicationId);
      const work = { startTime, proofDueAt, isOver: status === 'completed', isDisputed, rejected };
      return checkSubmittable(work, now) === null ? [id] : [];
    }),
  );
}
