import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Reconciliation } from '#payments/admin-contract.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { formatMoney, Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import admin from './admin.module.css';
import classes from './money.module.css';

type Difference = Reconciliation['differences'][number];

/** What one comparison has found: the verdict, both balances, and every difference. */
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
        title="The wallet’s books and ours differ"
      >
        {differences.length === 1 ? 'One difference' : `${differences.length} differences`}, {span}. Look each
        up at the wallet by its reference. {problem}
      </Alert>
    );
  }
  if (problem !== null) {
    return (
      <Alert
        color="yellow"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title="This comparison could not be finished"
      >
        {problem}
      </Alert>
    );
  }
  if (finishedAt === null) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="This comparison has no result">
        It is still under way, or the server stopped in the middle of it.
      </Alert>
    );
  }
  return (
    <Alert
      color="moss"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the component renders a div
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title="The wallet’s books and ours agree"
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
        label="By our books"
        value={<Money amount={ours} />}
        hint="what the wallet should hold for us, payouts that nobody has claimed yet not counted"
      />
      <StatTile label="At the wallet" value={<Money amount={theirs} />} hint="held back included" />
      <StatTile label="Gap" value={<Money amount={gapCents} />} hint={allowanceOf(run)} />
    </StatTiles>
  );
}

/** In words for somebody who knows neither the ledger nor how late the wallet reports. */
function allowanceOf({ wayOut, wayIn }: Reconciliation): string {
  const parts = [
    isSomething(wayOut)
      ? `Up to ${formatMoney(wayOut)} less is normal: payouts and refunds on their way may be off the wallet’s balance, and the newest payments not yet on it.`
      : null,
    isSomething(wayIn)
      ? `Up to ${formatMoney(wayIn)} more is normal: payments on their way may be on the wallet’s balance, and the newest payouts not yet off it.`
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0
    ? [...parts, 'Such a gap closes by itself; there is nothing to do.'].join(' ')
    : 'No money is on its way, so there should be no gap.';
}

function isSomething(amount: string | null): amount is string {
  return amount !== null && toCents(amount) !== 0;
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

const kinds: Record<Difference['kind'], string> = {
  capture: 'Payment in',
  refund: 'Refund',
  payout: 'Payout',
  fee: 'Wallet’s fee',
  dispute: 'Dispute',
  balance: 'Balance',
  other: 'Something else',
};

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <div className={admin.frame}>
      <table className={admin.table}>
        <caption>+ came in, - went out</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className={admin.amount}>
              Ours
            </th>
            <th scope="col" className={admin.amount}>
              Wallet’s
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference, index) => (
            // One reference may differ in more than one way.
            <tr key={`${index} ${difference.reference}`}>
              <td>
                <span className={admin.name}>{kinds[difference.kind]}</span>
                <span className={classes.reference}>{difference.reference}</span>
              </td>
              <td className={admin.amount}>{amountOf(difference.ours)}</td>
              <td className={admin.amount}>{amountOf(difference.theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function amountOf(amount: string | null) {
  return amount === null ? <span className={classes.shown}>nothing</span> : formatMoney(amount);
}
