import { countNewAccounts } from '#auth/server/account/growth-service.ts';
import { countNewCampaigns } from '#campaigns/server/service.ts';
import { listDisputeDecisionTimes } from '#disputes/server/decision-times-service.ts';
import { listWeeks } from '#kernel/calendar.ts';
import type { ResponseInput, Role } from '#kernel/endpoint.ts';
import type { DecisionTimes } from '#platform/server/db/decision-times.ts';
import { fillPeriods } from '#platform/server/db/periods.ts';
import type { Deps } from '#platform/server/deps.ts';
import { listProofDecisionTimes } from '#proofs/server/report/decision-times-service.ts';
import type {
  listDecisionWeeks as decisionsContract,
  listGrowthWeeks as growthContract,
} from '../trends-contract.ts';

const WEEKS_SHOWN = 26;

export async function listGrowthWeeks(
  deps: Deps,
  timeZone: string,
): Promise<ResponseInput<typeof growthContract>> {
  const weeks = listWeeks(deps.clock.now(), { count: WEEKS_SHOWN, timeZone });
  const accounts = await countNewAccounts(deps.db, weeks);
  const campaigns = await countNewCampaigns(deps.db, weeks);
  const count = (role: Role) =>
    fillPeriods(
      weeks,
      accounts.filter((row) => row.role === role),
      (_, row) => row?.accounts ?? 0,
    );
  const [marketers, advertisers] = [count('marketer'), count('advertiser')];
  return fillPeriods(weeks, campaigns, (week, row) => ({ week, campaigns: row?.campaigns ?? 0 })).map(
    (each, index) => ({ ...each, marketers: marketers[index] ?? 0, advertisers: advertisers[index] ?? 0 }),
  );
}

export async function listDecisionWeeks(
  deps: Deps,
  timeZone: string,
): Promise<ResponseInput<typeof decisionsContract>> {
  const weeks = listWeeks(deps.clock.now(), { count: WEEKS_SHOWN, timeZone });
  const disputes = fillPeriods(weeks, await listDisputeDecisionTimes(deps.db, weeks), (_, row) =>
    toTimes(row),
  );
  return fillPeriods(weeks, await listProofDecisionTimes(deps.db, weeks), (week, row) => ({
    week,
    proofs: toTimes(row),
  })).map((each, index) => ({ ...each, disputes: disputes[index] ?? null }));
}

function toTimes(row: DecisionTimes | undefined) {
  return row ? { decided: row.decided, medianHours: row.medianHours, slowHours: row.slowHours } : null;
}
