import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fillPath } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Payment } from '../contract.ts';
import { getReceipt } from '../earnings-contract.ts';
import { PaymentHolds } from './payment-holds.tsx';
import { paymentStatusLabel } from './payment-status-labels.ts';
import classes from './payments.module.css';

export function PaymentEntry({ payment }: { payment: Payment }) {
  const { kind, campaignId, campaignTitle, amount, platformFee, status, sentTo, createdAt } = payment;
  const { label, tone } = paymentStatusLabel(status);
  const fee = <Money amount={platformFee} />;
  return (
    <li className={classes.entry}>
      <Link className={classes.campaign} to={`/campaigns/${campaignId}`}>
        {campaignTitle}
      </Link>
      <span className={classes.amount} data-arrived={status === 'completed' || undefined}>
        <Money amount={amount} />
      </span>
      <p className={classes.details}>
        <time dateTime={createdAt}>{formatDay(createdAt)}</time> ·{' '}
        {kind === 'tip'
          ? t('Tip from the advertiser')
          : rich('Platform fee <amount></amount>, paid by the advertiser', {
              amount: fee,
            })}
      </p>
      <span className={classes.state}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </span>
      {payment.receipt ? (
        <>
          <p className={classes.sentTo}>{t('Paid to {email}', { email: sentTo ?? '' })}</p>
          <ReceiptLink
            id={payment.id}
            title={kind === 'tip' ? t('the tip for {campaign}', { campaign: campaignTitle }) : campaignTitle}
          />
        </>
      ) : null}
      <PaymentHolds payment={payment} />
    </li>
  );
}

function ReceiptLink({ id, title }: { id: string; title: string }) {
  return (
    <Button
      component="a"
      href={fillPath(getReceipt.path, { id })}
      download
      className={classes.receipt}
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('Receipt for {title} (PDF)', { title })}
    >
      {t('Receipt')}
    </Button>
  );
}
