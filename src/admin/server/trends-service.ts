import { countNewAccounts } from '#auth/server/account/growth-service.ts';
import { countNewCampaigns } from '#campaigns/server/service.ts';
import { listDisputeDecisionTimes } from '#disputes/server/decision-times-service.ts';
import { listWeeks } from '#kernel/calendar.ts';
import type { ResponseInput, Role } from '#kernel/endpoint.ts';
import type { DecisionTimes } from '#platform/server/db/decision-times.ts';
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
  const countRole = (role: Role, week: number) =>
    accounts.find((row) => row.role === role && row.period === week)?.accounts ?? 0;
  return weeks.map(({ date }, index) => ({
    week: date,
    marketers: countRole('marketer', index + 1),
    advertisers: countRole('advertiser', index + 1),
    campaigns: campaigns.find(({ period }) => period === index + 1)?.campaigns ?? 0,
  }));
}

export async function listDecisionWeeks(
  deps: Deps,
  timeZone: string,
): Promise<ResponseInput<typeof decisionsContract>> {
  const weeks = listWeeks(deps.clock.now(), { count: WEEKS_SHOWN, timeZone });
  const proofs = await listProofDecisionTimes(deps.db, weeks);
  const disputes = await listDisputeDecisionTimes(deps.db, weeks);
  return weeks.map(({ date }, index) => ({
    week: date,
    proofs: findTimes(proofs, index + 1),
    disputes: findTimes(disputes, index + 1),
  }));
}

function findTimes(times: readonly DecisionTimes[], week: number) {
  const found = times.find(({ period }) => period === week);
  if (!found) return null;
  const { decided, medianHours, slowHours } = found;
  return { decided, medianHours, slowHours };
}
