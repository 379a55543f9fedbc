import { sql } from 'drizzle-orm';
import type { Cents } from '#kernel/money.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { Figures } from '#platform/server/metrics/figures.ts';
import { StuckMoney } from '../admin-contract.ts';
import { getEscrowHeld } from './ledger/balance-service.ts';
import type { Deps } from './ports.ts';
import { countStuckMoney } from './stuck/stuck.ts';

const ESCROW = 'promenade_escrow_held_cents';
const WAITING = 'promenade_payouts_waiting';
const WAITING_CENTS = 'promenade_payouts_waiting_cents';
const OLDEST = 'promenade_payouts_oldest_waiting_seconds';
const STUCK = 'promenade_money_stuck';
const CIRCUIT = 'promenade_wallet_paused';

export function paymentsFigures(deps: Deps): Figures[] {
  return [
    {
      gauges: [
        { name: ESCROW, help: 'Escrow of all campaigns: pay, and fees not earned yet', labels: ['part'] },
      ],
      read: async () => {
        const { payCents, feeCents } = await getEscrowHeld(deps.db);
        return [
          { name: ESCROW, labels: { part: 'pay' }, value: payCents },
          { name: ESCROW, labels: { part: 'fee' }, value: feeCents },
        ];
      },
      freshMs: MINUTE,
    },
    {
      gauges: [
        { name: WAITING, help: 'Pending payments to marketers, held ones included' },
        { name: WAITING_CENTS, help: 'Sum of these payments' },
        { name: OLDEST, help: 'Age of the oldest of these payments that does not wait for a tax ID' },
      ],
      read: () => readWaiting(deps),
    },
    {
      gauges: [{ name: STUCK, help: 'Entries of the admin’s Stuck list', labels: ['kind'] }],
      read: async () => {
        const counts = await countStuckMoney(deps);
        return StuckMoney.shape.kind.options.map((kind) => ({
          name: STUCK,
          labels: { kind },
          value: counts.get(kind) ?? 0,
        }));
      },
      freshMs: MINUTE,
    },
    {
      gauges: [{ name: CIRCUIT, help: '1 while calls to the wallet are paused because it does not answer' }],
      read: () => [{ name: CIRCUIT, value: deps.ports.getWalletCircuit() === 'closed' ? 0 : 1 }],
    },
  ];
}

async function readWaiting({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  // The index payment_unpaid contains these rows.
  const { rows } = await db.execute<{ count: number; cents: Cents; oldest: Date | null }>(sql`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents,
      min(created_at) filter (where not is_tax_held) as oldest
    from payment where status = 'pending'`);
  return rows.flatMap(({ count, cents, oldest }) => [
    { name: WAITING, value: count },
    { name: WAITING_CENTS, value: cents },
    { name: OLDEST, value: oldest ? (clock.now().getTime() - oldest.getTime()) / SECOND : 0 },
  ]);
}
