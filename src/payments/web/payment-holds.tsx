import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import {
  paymentStatusMessage,
  type PaymentStatusMessage,
  type PaymentProgress,
} from './payment-status-messages.ts';
import classes from './payments.module.css';

export function PaymentHolds({ payment }: { payment: PaymentProgress }) {
  // Only the tax ID text needs a setting, so only that text waits for the settings to load.
  if (payment.waitsFor.includes('tax-id')) return <WithSettings payment={payment} />;
  return <Holds payment={payment} taxThresholdDollars={null} />;
}

function WithSettings({ payment }: { payment: PaymentProgress }) {
  const config = usePublicConfig();
  return <Holds payment={payment} taxThresholdDollars={config?.taxThresholdDollars ?? null} />;
}

interface HoldsProps {
  payment: PaymentProgress;
  taxThresholdDollars: number | null;
}

function Holds({ payment, taxThresholdDollars }: HoldsProps) {
  const { user } = useCurrentUser();
  const story = paymentStatusMessage(payment, {
    walletEmail: user?.paypalEmail ?? null,
    kycStatus: user?.kycStatus ?? 'incomplete',
    taxThresholdDollars,
  });
  return story && <StatusMessage story={story} />;
}

function StatusMessage({ story: { tone, lines } }: { story: PaymentStatusMessage }) {
  return (
    <ul className={classes.story} data-tone={tone}>
      {lines.map(({ text, link }) => (
        <li key={text}>
          {text}{' '}
          {link ? (
            <Anchor component={Link} to={link.to} fw={600} inherit>
              {link.label}
            </Anchor>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
