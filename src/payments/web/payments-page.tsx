import { IconCash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Payment } from '../contract.ts';
import { PaymentHolds } from './payment-holds.tsx';
import { completedCents, paymentStateWords } from './payment-words.ts';
import classes from './payments.module.css';
import { usePayments } from './use-payments.ts';
import { WalletEmailForm } from './wallet-email-form.tsx';

/** What a marketer has earned, what is still on its way and why, and where it is sent. */
export function PaymentsPage() {
  const { user } = useCurrentUser();
  const payments = usePayments();
  const { data, error } = payments;
  return (
    <>
      <PageHeader title="Payments" back={{ to: '/marketer', label: 'Back to Dashboard' }} />
      {data ? <Figures payments={data} /> : null}
      <div className={classes.stack}>
        {user ? <WalletEmailForm present={user.paypalEmail} /> : null}
        <Panel title="Payment history">
          {data ? (
            <History payments={data} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void payments.refetch()} />
          ) : (
            <LoadingState text="Loading payments..." />
          )}
        </Panel>
      </div>
    </>
  );
}

function Figures({ payments }: { payments: readonly Payment[] }) {
  const count = (status: Payment['status']) => payments.filter((payment) => payment.status === status).length;
  return (
    <StatTiles>
      <StatTile
        label="Total Earnings"
        value={<Money amount={completedCents(payments)} />}
        hint="arrived in your wallet"
      />
      <StatTile label="Completed Payments" value={count('completed')} />
      <StatTile label="Pending Payments" value={count('pending')} />
    </StatTiles>
  );
}

function History({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) {
    return (
      <EmptyState
        icon={<IconCash />}
        title="No payments received yet"
        text="An approved proof moves its pay from the advertiser’s escrow to you; it appears here."
      />
    );
  }
  return (
    <ul className={classes.history}>
      {payments.map((payment) => (
        <Entry key={payment.id} payment={payment} />
      ))}
    </ul>
  );
}

function Entry({ payment }: { payment: Payment }) {
  const { label, tone } = paymentStateWords(payment.status);
  return (
    <li className={classes.entry}>
      <Link className={classes.campaign} to={`/campaigns/${payment.campaignId}`}>
        {payment.campaignTitle}
      </Link>
      <span className={classes.amount} data-arrived={payment.status === 'completed' || undefined}>
        <Money amount={payment.amount} />
      </span>
      <p className={classes.details}>
        <time dateTime={payment.createdAt}>{formatDay(payment.createdAt)}</time> · Platform fee{' '}
        <Money amount={payment.platformFee} />, paid by the advertiser
      </p>
      <span className={classes.state}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </span>
      <PaymentHolds payment={payment} />
    </li>
  );
}
