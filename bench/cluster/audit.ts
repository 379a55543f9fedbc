/** Compares what was acknowledged with what the cluster knows at the end. */
import { getCurrentUser } from '#auth/contract.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import type { Cluster } from './cluster.ts';
import { DATABASE, queryServer } from './database-servers.ts';
import { until } from './until.ts';
import type { Acknowledged } from './load.ts';

export interface Finding {
  what: string;
  found: string;
  isRight: boolean;
}

/** Retries of payouts wait for leases of killed workers. */
const PAYMENT_LIMIT_MS = 3 * MINUTE;

export async function auditCluster(cluster: Cluster, acknowledged: Acknowledged): Promise<Finding[]> {
  const { messageIds, fixes, proofIds } = acknowledged;
  const unpaid = await untilAllPaid(cluster, proofIds);
  const lost = {
    messages: await countMissing(cluster, messageIds, 'select id from message where id = any($1::uuid[])'),
    positions: await countMissing(
      cluster,
      fixes.map(({ sessionId, recordedAt }) => `${sessionId} ${recordedAt}`),
      `select session_id || ' ' || to_char(recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as id
         from location_fix where session_id || ' ' || to_char(recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') = any($1)`,
    ),
    approvals: await countMissing(
      cluster,
      proofIds,
      "select id from proof where status = 'approved' and id = any($1::uuid[])",
    ),
  };
  const payouts = await comparePayouts(cluster);
  const ledger = await read<ResponseOf<typeof getTrialBalance>>(cluster, getTrialBalance.path);
  const psp = ledger.lines.find(({ account }) => account === 'psp') ?? { debit: '0.00', credit: '0.00' };
  const ours = psp.credit === '0.00' ? psp.debit : `-${psp.credit}`;
  const { balance } = await cluster.wallet.books();
  return [
    toFinding(`messages lost, of ${messageIds.length} acknowledged`, lost.messages),
    toFinding(`positions lost, of ${fixes.length} acknowledged`, lost.positions),
    toFinding(`approvals lost, of ${proofIds.length} acknowledged`, lost.approvals),
    toFinding('sessions that ended', await countSignedOut(cluster)),
    toFinding('approved proofs without a completed payment', unpaid),
    toFinding(`payments paid twice, of ${payouts.paid}`, payouts.twice),
    toFinding('payouts that only the wallet knows', payouts.unknown),
    toFinding('ledger rules broken', ledger.violations.length),
    { what: 'sum of the trial balance', found: ledger.sum, isRight: ledger.sum === '0.00' },
    {
      what: 'money at the wallet: our books, the wallet’s',
      found: `$${ours}, $${balance}`,
      isRight: ours === balance,
    },
  ];
}

const toFinding = (what: string, count: number): Finding => ({
  what,
  found: String(count),
  isRight: count === 0,
});

async function countMissing({ primary }: Cluster, ids: readonly string[], text: string): Promise<number> {
  const { rows } = await queryServer(primary, text, DATABASE, [ids]);
  const present = new Set(rows.map(({ id }) => String(id)));
  return ids.filter((id) => !present.has(id)).length;
}

/** Returns the number of approved proofs that are still unpaid at the end of the limit. */
async function untilAllPaid({ primary }: Cluster, proofIds: readonly string[]): Promise<number> {
  const countUnpaid = async () => {
    const { rows } = await queryServer(
      primary,
      `select count(*)::int as unpaid from unnest($1::uuid[]) as approved (id)
        where not exists (select from payment where source_id = approved.id and status = 'completed')`,
      DATABASE,
      [proofIds],
    );
    return Number(rows[0]?.unpaid);
  };
  const isPaid = async () => (await countUnpaid()) === 0;
  await until('the payments', isPaid, PAYMENT_LIMIT_MS).catch(() => undefined);
  return countUnpaid();
}

/** Each payment has at most one payout at the wallet that arrived, and our books know all payouts. */
async function comparePayouts({ primary, wallet }: Cluster) {
  const { payouts } = await wallet.books();
  const { rows } = await queryServer(
    primary,
    `select payout.provider_item_id as item, payment.id as payment from payout join payment on payment.id = payout.payment_id`,
  );
  const payments = new Map(rows.map(({ item, payment }) => [String(item), String(payment)]));
  const arrived = payouts.filter(({ status }) => status === 'SUCCESS');
  const known = arrived.filter(({ id = '' }) => payments.has(id));
  const paid = new Set(known.map(({ id = '' }) => payments.get(id)));
  return {
    paid: paid.size,
    twice: known.length - paid.size,
    unknown: arrived.length - known.length,
  };
}

async function countSignedOut(cluster: Cluster): Promise<number> {
  const { advertiser, admin, walkers } = cluster.world;
  const cookies = [advertiser, admin, ...walkers.map(({ cookie }) => cookie)];
  const answers = await Promise.all(
    cookies.map((cookie) => fetch(cluster.proxy.address + getCurrentUser.path, { headers: { cookie } })),
  );
  return answers.filter(({ status }) => status !== 200).length;
}

async function read<Body>({ proxy, world }: Cluster, path: string): Promise<Body> {
  const answer = await fetch(proxy.address + path, { headers: { cookie: world.admin } });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}
