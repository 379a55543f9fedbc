import { sql } from 'drizzle-orm';
import { toDecimal } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import type { getTrialBalance } from '../../contract.ts';

/** From one snapshot. */
export function loadTrialBalance(deps: Deps): Promise<ResponseInput<typeof getTrialBalance>> {
  return transact(deps.db, (tx) => readTrialBalance(tx), { readOnlySnapshot: true });
}

/** For an open transaction. */
export async function readTrialBalance(reader: Reader): Promise<ResponseInput<typeof getTrialBalance>> {
  const lines = await reader.execute<{ family: string; accounts: number; debit: number; credit: number }>(sql`
    select family, accounts, debit_cents as debit, credit_cents as credit from ledger.trial_balance
    order by array_position(array['asset', 'liability', 'revenue', 'expense'], kind), family`);
  const totals = await reader.execute<{ cents: number; transactions: number }>(sql`
    select (select coalesce(sum(amount), 0)::bigint from ledger.entry) as cents,
           (select count(*) from ledger.txn) as transactions`);
  const violations = await reader.execute<{ rule: string; reference: string }>(sql`
    select rule, reference from ledger.violation limit 100`);
  const { cents = 0, transactions = 0 } = totals.rows[0] ?? {};
  return {
    lines: lines.rows.map(({ family, accounts, debit, credit }) => ({
      account: family,
      accounts,
      debit: toDecimal(debit),
      credit: toDecimal(credit),
    })),
    sum: toDecimal(cents),
    transactions,
    violations: violations.rows,
  };
}
