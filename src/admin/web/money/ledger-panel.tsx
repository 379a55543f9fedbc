import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import classes from '../admin.module.css';
import { SortHeader, useSortedRows } from '../sort-header.tsx';

type TrialBalance = ResponseOf<typeof getTrialBalance>;

export function LedgerPanel() {
  const { data, error, refetch, isFetching } = useEndpoint(getTrialBalance, {}, { refetchOnMount: 'always' });
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  }
  return (
    <div className={classes.stack}>
      <Verdict balance={data} />
      <BalanceTable balance={data} />
      <div>
        <Button
          variant="default"
          size="sm"
          loading={isFetching}
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void refetch()}
        >
          Check again
        </Button>
      </div>
    </div>
  );
}

function Verdict({ balance: { sum, violations } }: { balance: TrialBalance }) {
  if (isZero(sum) && violations.length === 0) {
    return (
      <Alert color="moss" icon={<IconCircleCheck aria-hidden />} title="The books balance">
        All entries add up to zero and no rule is broken.
      </Alert>
    );
  }
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title="The books do not balance">
      {isZero(sum) ? null : `All entries add up to ${formatMoney(sum)} instead of zero. `}
      {violations.length > 0 ? (
        <ul className={classes.violations}>
          {violations.map(({ rule, reference }) => (
            <li key={`${rule} ${reference}`}>
              {rule}: {reference}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

const sortKeys = {
  account: (line: TrialBalance['lines'][number]) => formatAccountFamily(line.account),
  accounts: (line: TrialBalance['lines'][number]) => line.accounts,
  debit: (line: TrialBalance['lines'][number]) => Number(line.debit),
  credit: (line: TrialBalance['lines'][number]) => Number(line.credit),
};

function BalanceTable({ balance: { lines, sum, transactions } }: { balance: TrialBalance }) {
  const { rows, header } = useSortedRows(lines, sortKeys);
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption>
          {transactions} {transactions === 1 ? 'transaction' : 'transactions'}
        </caption>
        <thead>
          <tr>
            <SortHeader label="Account" {...header('account')} />
            <SortHeader
              label="Accounts"
              className={`${classes.amount} ${classes.wide}`}
              {...header('accounts')}
            />
            <SortHeader label="Debit" className={classes.amount} {...header('debit')} />
            <SortHeader label="Credit" className={classes.amount} {...header('credit')} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ account, accounts, debit, credit }) => (
            <tr key={account}>
              <td>{formatAccountFamily(account)}</td>
              <td className={`${classes.amount} ${classes.wide}`}>{accounts}</td>
              <td className={classes.amount}>{isZero(debit) ? '' : formatMoney(debit)}</td>
              <td className={classes.amount}>{isZero(credit) ? '' : formatMoney(credit)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum of all entries</th>
            <td className={`${classes.amount} ${classes.wide}`}>
              {lines.reduce((total, { accounts }) => total + accounts, 0)}
            </td>
            <td className={classes.amount} colSpan={2}>
              <span className={classes.sum} data-right={isZero(sum)}>
                {sum}
              </span>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function isZero(amount: string): boolean {
  return amount === '0.00';
}

/** Formats an account family: 'fee_revenue' becomes 'Fee revenue'. */
function formatAccountFamily(family: string): string {
  const words = family.replaceAll(/[_.-]+/g, ' ').replace(/^psp/, 'wallet provider');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
