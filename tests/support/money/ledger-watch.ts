/**
 * Watches a ledger during a run: rows are only ever added (invariant 31), its sums are right by our own
 * arithmetic (1-3), and its own audit finds nothing.
 */
import type { Cents } from '#kernel/money.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';

interface Row {
  kind: 'txn' | 'entry';
  id: number;
  row: string;
  txn: number;
  account: string;
  cents: Cents;
}

const READ = `
  select 'txn' as kind, id, row(t.*)::text as row, id as txn, '' as account, 0::bigint as cents from ledger.txn t where id > $1
  union all
  select 'entry', e.id, row(e.*)::text, e.txn_id, a.code, e.amount
    from ledger.entry e join ledger.account a on a.id = e.account_id where e.id > $2`;

export type LedgerWatch = ReturnType<typeof watchLedger>;

export function watchLedger({ pool }: TestDatabase) {
  const last = { txn: 0, entry: 0 };
  const known = new Map<string, string>();
  const sums = new Map<string, Cents>();
  let lastWrite = '';
  const add = (to: Map<string | number, Cents>, key: string | number, cents: Cents) =>
    to.set(key, (to.get(key) ?? 0) + cents);

  return {
    /** Reads the rows added since the last call. Returns all faults as sentences. */
    async look(): Promise<string[]> {
      // Changes with every write, so rows are only read again after one.
      const { rows: newest } = await pool.query(
        'select pg_snapshot_xmax(pg_current_snapshot())::text as xid',
      );
      if (newest[0].xid === lastWrite) return [];
      lastWrite = newest[0].xid;
      const { rows } = await pool.query<Row>(READ, [last.txn, last.entry]);
      const ofTxn = new Map<string | number, Cents>();
      for (const { kind, id, row, txn, account, cents } of rows) {
        last[kind] = Math.max(last[kind], id);
        known.set(`${kind} ${id}`, row);
        add(ofTxn, txn, cents);
        if (kind === 'entry') add(sums as Map<string | number, Cents>, account, cents);
      }
      const { rows: violations } = await pool.query('select rule, reference from ledger.violation');
      return [
        ...[...ofTxn].flatMap(([txn, cents]) => (cents === 0 ? [] : `transaction ${txn} sums to ${cents}`)),
        ...violations.map(({ rule, reference }) => `${rule} ${reference}`),
      ];
    },
    /**
     * Returns every account's balance by our own sums; debits count up. Throws if the ledger's own balance
     * differs.
     */
    async balances(): Promise<Map<string, Cents>> {
      const { rows } = await pool.query<{ code: string; balance: Cents }>(
        `select code, balance * case when kind in ('asset', 'expense') then 1 else -1 end as balance
         from ledger.account where has_balance`,
      );
      for (const { code, balance } of rows) {
        const own = sums.get(code) ?? 0;
        if (balance !== own) throw new Error(`${code} has ${balance}, its entries ${own}`);
      }
      return sums;
    },
    /** Reads everything again and returns whether it is unchanged. */
    async unchanged(): Promise<boolean> {
      const { rows } = await pool.query<Row>(READ, [0, 0]);
      return (
        rows.length === known.size && rows.every(({ kind, id, row }) => known.get(`${kind} ${id}`) === row)
      );
    },
  };
}
