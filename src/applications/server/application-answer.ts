import { type CampaignSummary, hasOpenPlace, summaries } from '#campaigns/server/service.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { namesOf, type PublicPerson } from '#profiles/server/service.ts';
import type { Application } from '../contract.ts';
import { type Party, permissionsOf } from './rules.ts';
import { hasBegun } from './service.ts';
import type { ApplicationRow } from './tables.ts';

/** Applications as one of their two sides sees them, in the order given. */
export async function toApplications(
  reader: Reader,
  deps: Deps,
  rows: readonly ApplicationRow[],
  party: Party,
): Promise<Application[]> {
  const campaigns = await summaries(
    reader,
    rows.map((row) => row.campaignId),
  );
  const people = await namesOf(reader, [...new Set(rows.map((row) => row.marketerId))]);
  const answers: Application[] = [];
  for (const row of rows) {
    const campaign = campaigns.get(row.campaignId);
    const person = people.get(row.marketerId);
    if (!campaign || !person) throw new Error(`application ${row.id} has no campaign or no marketer`);
    answers.push({
      ...answerOf(row, campaign, person),
      can: permissionsOf(
        {
          status: row.status,
          hasOpenPlace: hasOpenPlace(campaign, deps.clock.now()),
          // Only a marketer can withdraw, and only these can have begun.
          hasBegun:
            party === 'marketer' &&
            row.status === 'approved' &&
            (await deps.slots.get(hasBegun)(reader, row.id)),
        },
        party,
      ),
    });
  }
  return answers;
}

function answerOf(
  row: ApplicationRow,
  campaign: CampaignSummary,
  person: PublicPerson,
): Omit<Application, 'can'> {
  return {
    id: row.id,
    campaignId: row.campaignId,
    marketerId: row.marketerId,
    marketerName: person.name,
    marketerRating: person.rating,
    marketerCity: person.city,
    appliedAt: row.appliedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    status: row.status,
    reason: row.reason,
    campaign: {
      title: campaign.title,
      status: campaign.status,
      company: campaign.company ?? '',
      campaignType: campaign.campaignType,
      location: campaign.location ?? '',
      startTime: campaign.startTime?.toISOString() ?? null,
      duration: campaign.durationMinutes,
      payRate: toDecimal(campaign.payCents ?? 0),
    },
  };
}
