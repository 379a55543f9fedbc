import { listDays } from '#kernel/calendar.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import { toDecimal } from '#kernel/money.ts';
import type { listHeldDays as contract } from '../../admin-contract.ts';
import type { Deps } from '../ports.ts';
import { listHeldByPeriod } from './history-service.ts';

const DAYS_SHOWN = 90;

/** For admins. A day is one of the reader's time zone. */
export async function listHeldDays(deps: Deps, timeZone: string): Promise<ResponseInput<typeof contract>> {
  const days = listDays(deps.clock.now(), { count: DAYS_SHOWN, timeZone });
  const held = await listHeldByPeriod(deps.db, days);
  return held.map(({ date, escrowCents, unearnedFeeCents }) => ({
    day: date,
    escrow: toDecimal(escrowCents),
    unearnedFee: toDecimal(unearnedFeeCents),
  }));
}
