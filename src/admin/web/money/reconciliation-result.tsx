import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Reconciliation } from '#payments/admin-contract.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { formatMoney, Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import admin from '../admin.module.css';
import { SortHeader, useSortedRows } from '../sort-header.tsx';
import classes from './money.module.css';

type Difference = Reconciliation['differences'][number];

export function ReconciliationResult({ run, isNewest }: { run: Reconciliation; isNewest: boolean }) {
  return (
    <section
      className={classes.stack}
      aria-label={isNewest ? 'The newest comparison' : 'An earlier comparison'}
    >
      <Verdict run={run} />
      {run.ours !== null && run.theirs !== null ? (
        <Balances run={run} ours={run.ours} theirs={run.theirs} />
      ) : null}
      {run.differences.length > 0 ? <Differences differences={run.differences} /> : null}
    </section>
  );
}

function Verdict({ run }: { run: Reconciliation }) {
  const { finishedAt, problem, differences, compared } = run;
  const span = `${formatDayTime(run.from)} to ${formatDayTime(run.to)}`;
  if (differences.length > 0) {
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title="Our books don’t match the wallet"
      >
        {differences.length === 1 ? 'One difference' : `${differences.length} differences`}, {span}. Look up
        each reference in the wallet. {problem}
      </Alert>
    );
  }
  if (problem !== null) {
    return (
      <Alert
        color="yellow"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title="This comparison could not be completed"
      >
        {problem}
      </Alert>
    );
  }
  if (finishedAt === null) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="This comparison has no result">
        It is still running, or the server stopped before it finished.
      </Alert>
    );
  }
  return (
    <Alert
      color="moss"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the component renders a div
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title="Our books match the wallet"
    >
      {compared === 1 ? '1 movement was' : `${compared} movements were`} compared, {span}.
    </Alert>
  );
}

function Balances({ run, ours, theirs }: { run: Reconciliation; ours: string; theirs: string }) {
  const gapCents = toCents(theirs) - toCents(ours);
  return (
    <StatTiles>
      <StatTile
        label="Our books"
        value={<Money amount={ours} />}
        hint="expected balance, without unclaimed payouts"
      />
      <StatTile label="Wallet" value={<Money amount={theirs} />} hint="including money on hold" />
      <StatTile label="Difference" value={<Money amount={gapCents} />} hint={formatAllowance(run)} />
    </StatTiles>
  );
}

/**
 * Returns a plain explanation of the difference for readers who know neither the ledger nor the wallet's
 * delays.
 */
function formatAllowance({ wayOut, wayIn }: Reconciliation): string {
  const parts = [
    isNonZero(wayOut)
      ? `Up to ${formatMoney(wayOut)} less is normal: payouts and refunds in transit, or new payments not yet in the wallet’s balance.`
      : null,
    isNonZero(wayIn)
      ? `Up to ${formatMoney(wayIn)} more is normal: payments in transit, or new payouts not yet deducted.`
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0
    ? [...parts, 'No action needed.'].join(' ')
    : 'No money is in transit, so this should be zero.';
}

function isNonZero(amount: string | null): amount is string {
  return amount !== null && toCents(amount) !== 0;
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

const kinds: Record<Difference['kind'], string> = {
  capture: 'Incoming payment',
  refund: 'Refund',
  payout: 'Payout',
  fee: 'Wallet fee',
  dispute: 'Dispute',
  balance: 'Balance',
  other: 'Other',
};

const sortKeys = {
  kind: ({ kind, reference }: Difference) => `${kinds[kind]} ${reference}`,
  ours: ({ ours }: Difference) => toCents(ours ?? '0'),
  theirs: ({ theirs }: Difference) => toCents(theirs ?? '0'),
};

function Differences({ differences }: { differences: readonly Difference[] }) {
  const { rows, header } = useSortedRows(differences, sortKeys);
  return (
    <div className={admin.frame}>
      <table className={admin.table}>
        <caption>+ incoming, − outgoing</caption>
        <thead>
          <tr>
            <SortHeader label="Type" {...header('kind')} />
            <SortHeader label="Ours" className={admin.amount} {...header('ours')} />
            <SortHeader label="Wallet" className={admin.amount} {...header('theirs')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((difference, index) => (
            // One reference can have several differences.
            <tr key={`${index} ${difference.reference}`}>
              <td>
                <span className={admin.name}>{kinds[difference.kind]}</span>
                <span className={classes.reference}>{difference.reference}</span>
              </td>
              <td className={admin.amount}>{formatAmount(difference.ours)}</td>
              <td className={admin.amount}>{formatAmount(difference.theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatAmount(amount: string | null) {
  return amount === null ? <span className={classes.shown}>none</span> : formatMoney(amount);
}
