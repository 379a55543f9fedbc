/**
 * Watches one ledger over a run: its rows are only ever added (invariant 31), its sums are right by arithmetic of our own
 * (1-3), and its own audit finds nothing.
 */
import { createHash } from 'node:crypto';
import type { Cents } from '#kernel/money.ts';
import type { TestDatabase } from '../database.ts';

interface Row {
  kind: 'txn' | 'entry';
  id: number;
  row: string;
  txn: number;
  account: string;
  cents: Cents;
}

export interface LedgerWatch {
  /** Reads what has been added since the last look, and answers what is wrong, in words; empty where nothing is. */
  look(): Promise<string[]>;
  /** Every account's balance in its normal sign, by our own sums; without those that hold nothing. */
  balances(): Promise<Map<string, Cents>>;
  /** Reads everything once more: is it still what it was when it was first read? */
  unchanged(): Promise<boolean>;
}

const READ = `
  select 'txn' as kind, id, row(t.*)::text as row, id as txn, '' as account, 0::bigint as cents from ledger.txn t where id > $1
  union all
  select 'entry', e.id, row(e.*)::text, e.txn_id, a.code, e.amount
    from ledger.entry e join ledger.account a on a.id = e.account_id where e.id > $2
  order by kind desc, id`;

export function watchLedger(database: TestDatabase): LedgerWatch {
  let [lastTxn, lastEntry] = [0, 0];
  /** Each link is the hash of the one before it and of the rows that a look has found. */
  const chain: { link: string; txn: number; entry: number }[] = [];
  const sums = new Map<string, Cents>();
  let lastWrite = '';

  /** Changes with everything that is ever written, so that nothing is read again where nothing was. */
  const newestWrite = async (): Promise<string> =>
    (await database.pool.query('select pg_snapshot_xmax(pg_current_snapshot())::text as xid')).rows[0].xid;
  const read = async (txn: number, entry: number): Promise<Row[]> =>
    (await database.pool.query(READ, [txn, entry])).rows;
  const linked = (before: string, rows: readonly Row[]) =>
    createHash('sha256')
      .update(before + rows.map(({ row }) => row).join('\n'))
      .digest('hex');

  return {
    async look() {
      const write = await newestWrite();
      if (write === lastWrite) return [];
      lastWrite = write;
      const rows = await read(lastTxn, lastEntry);
      const wrong: string[] = [];
      const bySum = new Map<number, Cents>();
      for (const { kind, id, txn, account, cents } of rows) {
        if (kind === 'txn') lastTxn = Math.max(lastTxn, id);
        else lastEntry = Math.max(lastEntry, id);
        bySum.set(txn, (bySum.get(txn) ?? 0) + cents);
        if (kind === 'entry') sums.set(account, (sums.get(account) ?? 0) + cents);
      }
      for (const [txn, cents] of bySum) if (cents !== 0) wrong.push(`transaction ${txn} sums to ${cents}`);
      if (rows.length > 0) {
        chain.push({ link: linked(chain.at(-1)?.link ?? '', rows), txn: lastTxn, entry: lastEntry });
      }
      const { rows: violations } = await database.pool.query('select rule, reference from ledger.violation');
      wrong.push(...violations.map(({ rule, reference }) => `${rule} ${reference}`));
      return wrong;
    },
    async balances() {
      const { rows } = await database.pool.query<{ code: string; kind: string; balance: Cents | null }>(
        'select code, kind, case when has_balance then balance end as balance from ledger.account',
      );
      const balances = new Map<string, Cents>();
      for (const { code, kind, balance } of rows) {
        const own = (sums.get(code) ?? 0) * (kind === 'asset' || kind === 'expense' ? 1 : -1);
        if (balance !== null && balance !== own)
          throw new Error(`${code} holds ${balance}, its entries ${own}`);
        if (own !== 0) balances.set(code, own);
      }
      return balances;
    },
    async unchanged() {
      const rows = await read(0, 0);
      let link = '';
      let [txn, entry] = [0, 0];
      for (const known of chain) {
        const part = rows.filter(
          (row) =>
            (row.kind === 'txn' && row.txn > txn && row.txn <= known.txn) ||
            (row.kind === 'entry' && row.id > entry && row.id <= known.entry),
        );
        link = linked(link, part);
        if (link !== known.link) return false;
        [txn, entry] = [known.txn, known.entry];
      }
      return (
        rows.length === rows.filter((row) => (row.kind === 'txn' ? row.id <= txn : row.id <= entry)).length
      );
    },
  };
}
