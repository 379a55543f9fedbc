import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { msg, t, type Message } from '#kernel/text.ts';
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
      aria-label={isNewest ? t('The newest comparison') : t('An earlier comparison')}
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
  const span = { from: formatDayTime(run.from), to: formatDayTime(run.to) };
  if (differences.length > 0) {
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('Our books don’t match the wallet')}
      >
        {t(
          '{count, plural, one {One difference} other {# differences}}, {from} to {to}. Look up each reference in the wallet.',
          { count: differences.length, ...span },
        )}{' '}
        {problem}
      </Alert>
    );
  }
  if (problem !== null) {
    return (
      <Alert
        color="yellow"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('This comparison could not be completed')}
      >
        {problem}
      </Alert>
    );
  }
  if (finishedAt === null) {
    return (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('This comparison has no result')}
      >
        {t('It is still running, or the server stopped before it finished.')}
      </Alert>
    );
  }
  return (
    <Alert
      color="moss"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the component renders a div
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={t('Our books match the wallet')}
    >
      {t('{compared, plural, one {# movement was} other {# movements were}} compared, {from} to {to}.', {
        compared,
        ...span,
      })}
    </Alert>
  );
}

function Balances({ run, ours, theirs }: { run: Reconciliation; ours: string; theirs: string }) {
  const gapCents = toCents(theirs) - toCents(ours);
  return (
    <StatTiles>
      <StatTile
        label={t('Our books')}
        value={<Money amount={ours} />}
        hint={t('expected balance, without unclaimed payouts')}
      />
      <StatTile label={t('Wallet')} value={<Money amount={theirs} />} hint={t('including money on hold')} />
      <StatTile label={t('Difference')} value={<Money amount={gapCents} />} hint={formatAllowance(run)} />
    </StatTiles>
  );
}

function formatAllowance({ wayOut, wayIn }: Reconciliation): string {
  const parts = [
    isNonZero(wayOut)
      ? t(
          'Up to {amount} less is normal: payouts and refunds in transit, or new payments not yet in the wallet’s balance.',
          { amount: formatMoney(wayOut) },
        )
      : null,
    isNonZero(wayIn)
      ? t('Up to {amount} more is normal: payments in transit, or new payouts not yet deducted.', {
          amount: formatMoney(wayIn),
        })
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0
    ? [...parts, t('No action needed.')].join(' ')
    : t('No money is in transit, so this should be zero.');
}

function isNonZero(amount: string | null): amount is string {
  return amount !== null && toCents(amount) !== 0;
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

const kinds: Record<Difference['kind'], Message> = {
  capture: msg('Incoming payment'),
  refund: msg('Refund'),
  payout: msg('Payout'),
  fee: msg('Wallet fee'),
  dispute: msg('Dispute'),
  balance: msg('Balance'),
  other: msg('Other'),
};

const sortKeys = {
  kind: ({ kind, reference }: Difference) => `${t(kinds[kind])} ${reference}`,
  ours: ({ ours }: Difference) => toCents(ours ?? '0'),
  theirs: ({ theirs }: Difference) => toCents(theirs ?? '0'),
};

function Differences({ differences }: { differences: readonly Difference[] }) {
  const { rows, header } = useSortedRows(differences, sortKeys);
  return (
    <div className={admin.frame}>
      <table className={admin.table}>
        <caption>{t('+ incoming, − outgoing')}</caption>
        <thead>
          <tr>
            <SortHeader label={t('Type')} {...header('kind')} />
            <SortHeader label={t('Ours')} className={admin.amount} {...header('ours')} />
            <SortHeader label={t('Wallet')} className={admin.amount} {...header('theirs')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((difference, index) => (
            // One reference can have several differences.
            <tr key={`${index} ${difference.reference}`}>
              <td>
                <span className={admin.name}>{t(kinds[difference.kind])}</span>
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
  return amount === null ? <span className={classes.shown}>{t('none')}</span> : formatMoney(amount);
}
