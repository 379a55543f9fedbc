import { loadContacts } from '#auth/server/service.ts';
import { getYear, listMonths } from '#kernel/calendar.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { formatFullName, loadNameParts } from '#profiles/server/service.ts';
import { TAX_ZONE, type YearSummary } from '../../year-contract.ts';
import { listEarnedByPeriod } from '../ledger/history-service.ts';
import type { Deps } from '../ports.ts';
import { drawYear } from './year-document.ts';
import { listYears, sumYear } from './year-rules.ts';
import { findFirstPayment, listPaidByMonth } from './year-store.ts';

type Caller = Pick<Actor, 'userId'>;

/** Years begin and end as they do for the tax threshold (decision 20.6). */
export async function getYearSummary(deps: Deps, { userId }: Caller, year: number): Promise<YearSummary> {
  const { months, end } = listMonths(year, TAX_ZONE);
  const parts = await listPaidByMonth(deps.db, userId, { months, end });
  const next = { date: `${year + 1}-01-01`, start: end };
  const earned = (await listEarnedByPeriod(deps.db, userId, [...months, next])).slice(0, months.length);
  const now = deps.clock.now();
  const first = (await findFirstPayment(deps.db, userId)) ?? now;
  return {
    year,
    timeZone: TAX_ZONE,
    years: listYears(getYear(first, TAX_ZONE), getYear(now, TAX_ZONE)),
    earned: toDecimal(earned.reduce((sum, { payCents, tipCents }) => sum + payCents + tipCents, 0)),
    ...sumYear(
      parts,
      months.map(({ date }) => date.slice(0, 7)),
    ),
  };
}

export async function drawYearSummary(deps: Deps, caller: Caller, year: number): Promise<Buffer> {
  const summary = await getYearSummary(deps, caller, year);
  const email = (await loadContacts(deps.db, [caller.userId])).get(caller.userId)?.email ?? '';
  const name = (await loadNameParts(deps.db, [caller.userId])).get(caller.userId);
  return drawYear(summary, { name: formatFullName(name) || email, email, at: deps.clock.now() });
}
