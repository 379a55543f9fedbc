import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import {
  CONFIRMATION_ASKED_BEFORE_MS,
  CONFIRMATION_PERIOD_MS,
  CONFIRMED_IF_APPROVED_BEFORE_MS,
} from '../contract.ts';
import { application } from './tables.ts';

/** These are only candidates: the sweep checks each again under its locks. */
export interface DueApplication {
  id: string;
  campaignId: string;
}

const AT_ONCE = 200;
const due = { id: application.id, campaignId: application.campaignId };
const isOpen = and(eq(campaign.status, 'active'), isNull(campaign.closingSince));
const behind = (after: string | undefined) => (after === undefined ? undefined : gt(application.id, after));
const interval = (milliseconds: number) => sql`${milliseconds} * interval '1 millisecond'`;

function listApproved(
  reader: Reader,
  after: string | undefined,
  ...conditions: SQL[]
): Promise<DueApplication[]> {
  return reader
    .select(due)
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(and(isOpen, eq(application.status, 'approved'), ...conditions, behind(after)))
    .orderBy(asc(application.id))
    .limit(AT_ONCE);
}

export async function listDueForConfirmation(
  reader: Reader,
  now: Date,
  after: string | undefined,
): Promise<DueApplication[]> {
  return listApproved(
    reader,
    after,
    eq(campaign.campaignType, 'wearable'),
    gte(campaign.startTime, addMilliseconds(now, CONFIRMATION_PERIOD_MS)),
    lte(campaign.startTime, addMilliseconds(now, CONFIRMATION_ASKED_BEFORE_MS)),
    isNull(application.confirmationDueAt),
    sql`${application.approvedAt} < ${campaign.startTime} - ${interval(CONFIRMED_IF_APPROVED_BEFORE_MS)}`,
  );
}

export async function listUnconfirmed(
  reader: Reader,
  now: Date,
  after: string | undefined,
): Promise<DueApplication[]> {
  return listApproved(
    reader,
    after,
    gt(campaign.startTime, now),
    lte(application.confirmationDueAt, now),
    isNull(application.confirmedAt),
  );
}

export async function listUncheckedAttendance(
  reader: Reader,
  now: Date,
  after: string | undefined,
): Promise<DueApplication[]> {
  const isOver = or(
    lt(campaign.proofDueAt, now),
    and(eq(campaign.campaignType, 'wearable'), campaign.requiresLocationCheck, lte(campaign.closesAt, now)),
  );
  return reader
    .select(due)
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .innerJoin(account, eq(account.id, application.marketerId))
    .where(
      and(
        eq(application.status, 'approved'),
        isNull(application.attendanceJudgedAt),
        isOver,
        // Deleted accounts get no strikes.
        isNull(account.deletedAt),
        behind(after),
      ),
    )
    .orderBy(asc(application.id))
    .limit(AT_ONCE);
}

export async function listCampaignsToMoveUp(
  reader: Reader,
  now: Date,
  after: string | undefined,
): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ id: campaign.id })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      and(
        isNotNull(application.benchTurn),
        campaign.isOpen,
        lt(campaign.hired, campaign.needed),
        gt(campaign.closesAt, now),
        or(eq(campaign.campaignType, 'social'), gt(campaign.startTime, now)),
        after === undefined ? undefined : gt(campaign.id, after),
      ),
    )
    .orderBy(asc(campaign.id))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}
