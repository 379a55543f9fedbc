import { type CampaignSummary, checkOpen } from '#campaigns/server/service.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import type { MarketerFacts } from '#profiles/server/ports.ts';
import { type PublicPerson, toPublicPerson } from '#profiles/server/service.ts';
import { type SocialPlatform, socialUrl } from '#profiles/social-handle-contract.ts';
import type { Application } from '../contract.ts';
import type { Span } from './strikes/outage-rules.ts';
import {
  checkUndo,
  getWaitlistEnd,
  isUnconfirmed,
  hideUntold,
  isUntold,
  isWithdrawalLate,
  type Party,
  getPermissions,
  getLateWithdrawalStart,
} from './rules.ts';
import { listBenchPositions, loadWork } from './store.ts';
import type { ApplicationRow } from './tables.ts';
import { listOutages } from './strikes/uptime-service.ts';
import { formatReason } from './platform-reasons.ts';

export async function toApplications(
  reader: Reader,
  deps: Deps,
  rows: readonly ApplicationRow[],
  partyIn: Party | ((advertiserId: string) => Party),
): Promise<Application[]> {
  // Only marketers can withdraw, and only an approved application can have a session or proof.
  const mayHaveBegun = partyIn === 'marketer' ? rows.filter(({ status }) => status === 'approved') : [];
  const now = deps.clock.now();
  const work = await loadWork(reader, rows);
  const marketers = await deps.ports.loadMarketerFacts(
    reader,
    [...new Set(rows.map((row) => row.marketerId))],
    now,
  );
  const turns = await listBenchPositions(
    reader,
    rows.filter((row) => (row.benchTurn ?? row.undoBenchTurn) !== null).map((row) => row.campaignId),
    now,
  );
  const begun = await deps.ports.listBegunApplications(
    reader,
    mayHaveBegun.map(({ id }) => id),
  );
  const outages = await outagesSinceApproval(reader, mayHaveBegun, now);
  return rows.map((stored) => {
    const found = work.get(stored.id);
    const marketer = marketers.get(stored.marketerId);
    if (!found || !marketer) throw new Error(`application ${stored.id} has no campaign or no marketer`);
    const { campaign } = found;
    const person = toPublicPerson(marketer.profile);
    const party = typeof partyIn === 'string' ? partyIn : partyIn(campaign.advertiserId);
    const isFresh = isUntold(stored, now);
    const row = party === 'marketer' ? hideUntold(stored, now) : stored;
    // The full name is for the business that approved the marketer (decision 13.13), and no longer undoes it:
    // otherwise approving and undoing would be a way to read names.
    const isKnown = row.approvedAt !== null && !isFresh;
    const name = party === 'marketer' || isKnown ? person.name : person.outlineName;
    const facts = {
      status: row.status,
      isOnBench: row.benchTurn !== null,
      wasApproved: row.approvedAt !== null,
      isUnconfirmed: isUnconfirmed(row, campaign, now),
      hasBegun: begun.has(row.id),
    };
    const places = {
      isCompleted: campaign.status === 'completed',
      whyNotOpen: checkOpen(campaign, now),
      waitlistEndsAt: getWaitlistEnd(campaign),
    };
    const can = getPermissions(facts, places, party, now);
    return {
      ...toAnswer(row, campaign, { ...person, name }),
      marketerAccount: toAccount(marketer, campaign.socialPlatform),
      ...toStanding(marketer, isKnown),
      undoLeftMs:
        party === 'advertiser' && checkUndo(row, campaign, now) === null && row.undoUntil
          ? row.undoUntil.getTime() - now.getTime()
          : null,
      isInvited: found.isInvited,
      benchPosition: row.benchTurn === null ? null : (turns.get(row.id) ?? null),
      isWithdrawalLate: can.withdraw && isWithdrawalLate(row, campaign, outages, now),
      lateWithdrawalFrom: can.withdraw
        ? (getLateWithdrawalStart(row, campaign, outages)?.toISOString() ?? null)
        : null,
      can,
    };
  });
}

function toAccount(
  { accounts }: MarketerFacts,
  platform: SocialPlatform | null,
): Application['marketerAccount'] {
  const found = accounts.find((account) => account.platform === platform);
  if (!found) return null;
  const { handle, followers } = found;
  return { handle, url: socialUrl(found.platform, handle), followers };
}

type StandingFields = Pick<
  Application,
  | 'marketerRating'
  | 'marketerRatingCount'
  | 'marketerFinishedWork'
  | 'isMarketerVerified'
  | 'marketerListingId'
  | 'marketerStrikes'
  | 'marketerPunctuality'
  | 'marketerPlatforms'
>;

function toStanding(
  { ratings, listing, strikes, punctuality, accounts }: MarketerFacts,
  isKnown: boolean,
): StandingFields {
  return {
    marketerRating: ratings.rating,
    marketerRatingCount: ratings.ratingCount,
    marketerFinishedWork: listing?.finishedWork ?? 0,
    isMarketerVerified: listing?.identityVerified ?? false,
    // The list shows an initial. Until an approval, it must not be matched with an applicant.
    marketerListingId: isKnown && listing?.isShown ? listing.id : null,
    marketerStrikes: strikes,
    marketerPunctuality: punctuality,
    // Rounded to two digits, because an exact count would find the account on its platform.
    marketerPlatforms: accounts.map(({ platform, followers }) => ({
      platform,
      followers: Number(followers.toPrecision(2)),
    })),
  };
}

/** Only outages without checked attendance can postpone late withdrawal. */
async function outagesSinceApproval(
  reader: Reader,
  held: readonly ApplicationRow[],
  now: Date,
): Promise<readonly Span[]> {
  const first = held
    .filter((row) => row.attendanceJudgedAt === null)
    .flatMap(({ approvedAt }) => approvedAt ?? [])
    .sort((one, other) => one.getTime() - other.getTime())[0];
  return first === undefined ? [] : listOutages(reader, first, now);
}

function toAnswer(
  row: ApplicationRow,
  campaign: CampaignSummary,
  person: PublicPerson,
): Omit<
  Application,
  | 'marketerAccount'
  | 'isInvited'
  | 'benchPosition'
  | 'undoLeftMs'
  | 'isWithdrawalLate'
  | 'lateWithdrawalFrom'
  | 'can'
  | keyof StandingFields
> {
  return {
    id: row.id,
    campaignId: row.campaignId,
    marketerId: row.marketerId,
    marketerName: person.name,
    marketerImage: person.imageUrl,
    marketerCity: person.city,
    note: row.note,
    appliedAt: row.appliedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    status: row.status,
    reason: formatReason(row.reason),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    hasMovedUp: row.hasMovedUp,
    confirmationDueAt: row.confirmationDueAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    hasExpired: row.hasExpired,
    campaign: {
      title: campaign.title,
      status: campaign.status,
      company: campaign.company ?? '',
      campaignType: campaign.campaignType,
      location: campaign.location ?? '',
      startTime: campaign.startTime?.toISOString() ?? null,
      timeZone: findTimeZone(campaign),
      duration: campaign.durationMinutes,
      payRate: toDecimal(campaign.payCents ?? 0),
    },
  };
}
