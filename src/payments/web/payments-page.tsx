import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { fromDecimal } from '#kernel/money.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { formatMoney, Money } from '#platform/web/ui/money.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel, SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import type { Payment } from '../contract.ts';
import type { Earnings } from '../earnings-contract.ts';
import { EarningsChart } from './earnings-chart.tsx';
import { PaymentEntry } from './payment-entry.tsx';
import classes from './payments.module.css';
import { usePaymentHistory } from './use-payments.ts';
import { WalletEmailForm } from './wallet-email-form.tsx';

export const handle: PageHandle = { roles: ['marketer'], appearsAtOnce: true };
export const meta = pageMeta(msg('Payments'));

export default function PaymentsPage() {
  const { user } = useCurrentUser();
  // Stays in its place when the first email is saved, so that the focus stays too.
  const [isEmailFirst] = useState(user?.paypalEmail === null);
  const { history, error, refetch, older } = usePaymentHistory();
  return (
    <>
      <PageHeader
        title={t('Payments')}
        back={{ to: '/marketer', label: t('Back to Dashboard') }}
        actions={
          <Button component={Link} to="/payments/year" variant="default">
            {t('Yearly summary')}
          </Button>
        }
      />
      {history ? <Figures earnings={history.earnings} /> : null}
      {user && isEmailFirst ? (
        <div className={classes.first}>
          <WalletEmailForm present={user.paypalEmail} />
        </div>
      ) : null}
      <SplitPage
        aside={
          <div className={classes.stack}>
            <EarningsChart />
            {user && !isEmailFirst ? <WalletEmailForm present={user.paypalEmail} /> : null}
          </div>
        }
      >
        <Panel
          title={t('Payment history')}
          aside={
            history?.payments.some(({ waitsFor }) => waitsFor.length > 0) ? (
              <HelpLink to="waitingPayout">{t('Why payments wait')}</HelpLink>
            ) : null
          }
        >
          {history ? (
            <History payments={history.payments} older={older} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState text={t('Loading payments...')} />
          )}
        </Panel>
      </SplitPage>
    </>
  );
}

function Figures({ earnings }: { earnings: Earnings }) {
  const { paid, completed, pending, failed } = earnings;
  return (
    <StatTiles>
      <StatTile
        label={t('Total Earnings')}
        value={<Money amount={paid} />}
        hint={t('paid to your PayPal account')}
      />
      <StatTile label={t('Completed Payments')} value={completed} />
      <StatTile label={t('Pending Payments')} value={pending} hint={notArrived(earnings)} />
      {failed > 0 ? (
        <StatTile label={t('Failed Payments')} value={failed} hint={t('see next steps below')} />
      ) : null}
    </StatTiles>
  );
}

function notArrived({ inFlight, waiting }: Earnings): string | null {
  const cents = fromDecimal(inFlight) + fromDecimal(waiting);
  return cents > 0 ? t('{amount} not paid out yet', { amount: formatMoney(cents) }) : null;
}

interface HistoryProps {
  payments: readonly Payment[];
  older: ReturnType<typeof usePaymentHistory>['older'];
}

function History({ payments, older }: HistoryProps) {
  if (payments.length === 0) {
    return (
      <EmptyState
        drawing="wallet"
        title={t('No payments received yet')}
        text={t('Payments for your approved proofs appear here.')}
        action={
          <Button component={Link} to="/marketplace" variant="default">
            {t('Browse campaigns')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={classes.history}>
        {payments.map((payment) => (
          <PaymentEntry key={payment.id} payment={payment} />
        ))}
      </ul>
      {older.exist ? (
        <div className={classes.older}>
          {older.hasFailed ? (
            <p role="alert">{t('Couldn’t load older payments. Please try again.')}</p>
          ) : null}
          <Button variant="default" loading={older.isLoading} onClick={older.show}>
            {t('Show older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
