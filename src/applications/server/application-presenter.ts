import { type CampaignSummary, loadSummaries, checkOpen } from '#campaigns/server/service.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import {
  loadFollowersByPlatform,
  loadMarketerStandings,
} from '#profiles/server/marketers/marketers-service.ts';
import { loadNames, type PublicPerson } from '#profiles/server/service.ts';
import { type ConfirmedAccount, loadConfirmedAccounts } from '#profiles/server/social/social-service.ts';
import { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { Application } from '../contract.ts';
import { listAccepted } from './invitations/invitation-store.ts';
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
import { listBenchPositions } from './store.ts';
import type { ApplicationRow } from './tables.ts';
import { countStrikes } from './strikes/strike-service.ts';
import { listOutages } from './strikes/uptime-service.ts';
import { formatReason } from './platform-reasons.ts';

/**
 * Returns the applications for one side, in the given order. The party may depend on the campaign's owner.
 */
export async function toApplications(
  reader: Reader,
  deps: Deps,
  rows: readonly ApplicationRow[],
  partyIn: Party | ((advertiserId: string) => Party),
): Promise<Application[]> {
  // Only marketers can withdraw, and only an approved application can have a session or proof.
  const mayHaveBegun = partyIn === 'marketer' ? rows.filter(({ status }) => status === 'approved') : [];
  const now = deps.clock.now();
  const campaigns = await loadSummaries(
    reader,
    rows.map((row) => row.campaignId),
  );
  const marketerIds = [...new Set(rows.map((row) => row.marketerId))];
  const people = await loadNames(reader, marketerIds);
  const loadStanding = await loadStandings(reader, deps, marketerIds, now);
  const turns = await listBenchPositions(
    reader,
    rows.filter((row) => (row.benchTurn ?? row.undoBenchTurn) !== null).map((row) => row.campaignId),
    now,
  );
  const begun = await deps.ports.listBegunApplications(
    reader,
    mayHaveBegun.map(({ id }) => id),
  );
  const accounts = await loadAccounts(reader, rows, campaigns, now);
  const invited = await loadInvited(reader, rows);
  const outages = await outagesSinceApproval(reader, mayHaveBegun, now);
  return rows.map((stored) => {
    const campaign = campaigns.get(stored.campaignId);
    const person = people.get(stored.marketerId);
    if (!campaign || !person) throw new Error(`application ${stored.id} has no campaign or no marketer`);
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
      marketerAccount: accounts.get(row.id) ?? null,
      ...loadStanding(row, isKnown),
      undoLeftMs:
        party === 'advertiser' && checkUndo(row, campaign, now) === null && row.undoUntil
          ? row.undoUntil.getTime() - now.getTime()
          : null,
      isInvited: invited(row),
      benchPosition: row.benchTurn === null ? null : (turns.get(row.id) ?? null),
      isWithdrawalLate: can.withdraw && isWithdrawalLate(row, campaign, outages, now),
      lateWithdrawalFrom: can.withdraw
        ? (getLateWithdrawalStart(row, campaign, outages)?.toISOString() ?? null)
        : null,
      can,
    };
  });
}

/** Returns the marketers' confirmed accounts on the platforms of social campaigns, by application. */
async function loadAccounts(
  reader: Reader,
  rows: readonly ApplicationRow[],
  campaigns: ReadonlyMap<string, CampaignSummary>,
  now: Date,
): Promise<Map<string, ConfirmedAccount>> {
  const found = new Map<string, ConfirmedAccount>();
  for (const platform of SocialPlatform.options) {
    const onPlatform = rows.filter(
      ({ campaignId }) => campaigns.get(campaignId)?.socialPlatform === platform,
    );
    const ids = [...new Set(onPlatform.map(({ marketerId }) => marketerId))];
    const accounts = await loadConfirmedAccounts(reader, ids, platform, now);
    for (const { id, marketerId } of onPlatform) {
      const account = accounts.get(marketerId);
      if (account) found.set(id, account);
    }
  }
  return found;
}

type Applied = Pick<ApplicationRow, 'campaignId' | 'marketerId'>;

async function loadInvited(reader: Reader, rows: readonly Applied[]): Promise<(row: Applied) => boolean> {
  const accepted = await listAccepted(
    reader,
    [...new Set(rows.map(({ campaignId }) => campaignId))],
    [...new Set(rows.map(({ marketerId }) => marketerId))],
  );
  const toKey = ({ campaignId, marketerId }: Applied) => `${campaignId} ${marketerId}`;
  const keys = new Set(accepted.map(toKey));
  return (row) => keys.has(toKey(row));
}

type MarketerFacts = Pick<
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

async function loadStandings(
  reader: Reader,
  deps: Deps,
  marketerIds: readonly string[],
  now: Date,
): Promise<(row: Pick<ApplicationRow, 'marketerId'>, isKnown: boolean) => MarketerFacts> {
  const ratings = await deps.ports.loadRatingFigures(reader, marketerIds, now);
  const standings = await loadMarketerStandings(reader, marketerIds);
  const strikes = await countStrikes(reader, marketerIds, now);
  const punctuality = await deps.ports.loadPunctuality(reader, marketerIds);
  const platforms = await loadFollowersByPlatform(reader, marketerIds, now);
  return ({ marketerId }, isKnown) => {
    const { rating, ratingCount } = ratings(marketerId);
    const { listingId, finishedWork, isIdentityVerified } = standings(marketerId);
    return {
      marketerRating: rating,
      marketerRatingCount: ratingCount,
      marketerFinishedWork: finishedWork,
      isMarketerVerified: isIdentityVerified,
      // The list shows an initial. Until an approval, it must not be matched with an applicant.
      marketerListingId: isKnown ? listingId : null,
      marketerStrikes: strikes.get(marketerId) ?? 0,
      marketerPunctuality: punctuality(marketerId),
      marketerPlatforms: platforms.get(marketerId) ?? [],
    };
  };
}

/**
 * Returns the outages since the first approval without checked attendance. Only those can postpone late
 * withdrawal.
 */
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
  | keyof MarketerFacts
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
