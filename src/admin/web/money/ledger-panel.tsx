import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { type Message, msg, t } from '#kernel/text.ts';
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
          {t('Check again')}
        </Button>
      </div>
    </div>
  );
}

function Verdict({ balance: { sum, violations } }: { balance: TrialBalance }) {
  if (isZero(sum) && violations.length === 0) {
    return (
      <Alert color="moss" icon={<IconCircleCheck aria-hidden />} title={t('The books balance')}>
        {t('All entries add up to zero and no rule is broken.')}
      </Alert>
    );
  }
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('The books do not balance')}
    >
      {isZero(sum)
        ? null
        : `${t('All entries add up to {amount} instead of zero.', { amount: formatMoney(sum) })} `}
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
          {t('{count, plural, one {# transaction} other {# transactions}}', { count: transactions })}
        </caption>
        <thead>
          <tr>
            <SortHeader label={t('Account')} {...header('account')} />
            <SortHeader
              label={t('Accounts')}
              className={`${classes.amount} ${classes.wide}`}
              {...header('accounts')}
            />
            <SortHeader label={t('Debit')} className={classes.amount} {...header('debit')} />
            <SortHeader label={t('Credit')} className={classes.amount} {...header('credit')} />
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
            <th scope="row">{t('Sum of all entries')}</th>
            <td className={`${classes.amount} ${classes.wide}`}>
              {lines.reduce((total, { accounts }) => total + accounts, 0)}
            </td>
            <td className={classes.amount} colSpan={2}>
              <span className={classes.sum} data-right={isZero(sum)}>
                {formatMoney(sum)}
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

const familyNames: Readonly<Record<string, Message | undefined>> = {
  psp: msg('Wallet provider'),
  psp_held: msg('Wallet provider held'),
  receivable: msg('Receivable'),
  suspense: msg('Suspense'),
  escrow: msg('Escrow'),
  fee_unearned: msg('Fee unearned'),
  dispute_hold: msg('Dispute hold'),
  payable: msg('Payable'),
  tax_hold: msg('Tax hold'),
  payout_in_flight: msg('Payout in flight'),
  refund_in_flight: msg('Refund in flight'),
  fee_revenue: msg('Fee revenue'),
  psp_fees: msg('Wallet provider fees'),
  chargeback_loss: msg('Chargeback loss'),
  platform_loss: msg('Platform loss'),
  tip: msg('Tip'),
};

/** 'fee_revenue' becomes 'Fee revenue'. */
function formatAccountFamily(family: string): string {
  const name = familyNames[family];
  if (name) return t(name);
  const words = family.replaceAll(/[_.-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
