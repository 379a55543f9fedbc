import { eq, sql } from 'drizzle-orm';
import type { ApplicationState } from '#applications/contract.ts';
import { application, matchUntold } from '#applications/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { MessageSide } from '#messages/contract.ts';
import { refuse } from '#messages/domain.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStanding } from '#teams/server/service.ts';
import { getEnd } from './rules.ts';

export interface Work {
  applicationId: string;
  campaignId: string;
  campaignTitle: string;
  company: string | null;
  marketerId: string;
  advertiserId: string;
  status: ApplicationState;
  approvedAt: Date | null;
  endedAt: Date | null;
  hasOpenDispute: boolean;
}

/** When the business got to know the full name. Not while it can undo the approval (decision 66). */
export const knownSince = (now: Date) =>
  sql<Date | null>`case when ${matchUntold(now)} then null else ${application.approvedAt} end`.mapWith(
    application.approvedAt,
  );

export async function findWork(reader: Reader, applicationId: string, now: Date): Promise<Work | undefined> {
  const [found] = await reader
    .select({
      applicationId: application.id,
      campaignId: application.campaignId,
      campaignTitle: campaign.title,
      company: campaign.company,
      marketerId: application.marketerId,
      advertiserId: campaign.advertiserId,
      status: application.status,
      approvedAt: knownSince(now),
      decidedAt: application.decidedAt,
      campaignCompletedAt: campaign.completedAt,
      hasOpenDispute: sql<boolean>`exists (
        select from dispute where application_id = ${application.id} and due_at is not null)`,
    })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(eq(application.id, applicationId));
  if (!found) return undefined;
  const { decidedAt, campaignCompletedAt, ...work } = found;
  return { ...work, endedAt: getEnd({ status: work.status, decidedAt, campaignCompletedAt }) };
}

export interface Party {
  work: Work;
  side: MessageSide;
  /** False for viewers of a team. */
  mayWrite: boolean;
}

/** Refuses 'application/not-found' to other users. */
export async function requireParty(
  reader: Reader,
  caller: Pick<Actor, 'userId' | 'role'>,
  applicationId: string,
  now: Date,
): Promise<Party> {
  const work = await findWork(reader, applicationId, now);
  const party = work && (await findParty(reader, caller, work));
  if (!party) throw refuse('application/not-found');
  return party;
}

export async function findParty(
  reader: Reader,
  caller: Pick<Actor, 'userId' | 'role'>,
  work: Work,
): Promise<Party | null> {
  if (caller.role === 'marketer') {
    return work.marketerId === caller.userId ? { work, side: 'marketer', mayWrite: true } : null;
  }
  const { rights } = await loadStanding(reader, caller, work.advertiserId);
  return rights.read ? { work, side: 'advertiser', mayWrite: rights.decide } : null;
}
