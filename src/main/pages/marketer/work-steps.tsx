import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { PaymentHolds } from '#payments/web/payment-holds.tsx';
import { paymentStatusLabel } from '#payments/web/payment-status-labels.ts';
import { usePayments } from '#payments/web/use-payments.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Proof } from '#proofs/contract.ts';
import { OwnProof } from '#proofs/web/own-proof.tsx';
import { SpotCheckResults } from '#proofs/web/spot-check/spot-check-notice.tsx';
import { SendAgain } from '#proofs/web/sending/send-again.tsx';
import { SubmitProof } from '#proofs/web/sending/submit-proof.tsx';
import { TrackingPanel } from '#tracking/web/tracker/panel/tracking-panel.tsx';
import classes from './marketer.module.css';

interface WorkStepsProps {
  campaign: Campaign;
  proofs: readonly Proof[];
}

export function WorkSteps({ campaign, proofs }: WorkStepsProps) {
  const now = useNow(15_000);
  const [newest] = proofs;
  const isInTime = campaign.proofDueAt === null || now <= new Date(campaign.proofDueAt);
  const maySend = newest ? newest.can.resend && isInTime : true;
  return (
    <>
      {newest?.status === 'approved' ? <PayStep campaignId={campaign.id} /> : null}
      {newest?.can.sendAgain ? <SendAgain campaign={campaign} proof={newest} /> : null}
      {newest ? <OwnProof proof={newest} /> : null}
      {maySend && campaign.campaignType === 'wearable' ? (
        <>
          <SpotCheckResults campaign={campaign} />
          <TrackingPanel campaign={campaign} />
        </>
      ) : null}
      {maySend ? <SubmitProof campaign={campaign} previous={newest} /> : null}
    </>
  );
}

function PayStep({ campaignId }: { campaignId: string }) {
  const { data } = usePayments();
  const payment = data?.find((one) => one.campaignId === campaignId);
  if (!payment) return null;
  const { label, tone } = paymentStatusLabel(payment.status);
  return (
    <Panel title={t('Your pay')} aside={<StatusBadge tone={tone}>{label}</StatusBadge>}>
      <div className={classes.stack}>
        <div className={classes.row}>
          <span className={classes.pay}>
            <Money amount={payment.amount} />
          </span>
          <Anchor component={Link} to="/payments" fw={600}>
            {t('All payments')}
          </Anchor>
        </div>
        <PaymentHolds payment={payment} />
      </div>
    </Panel>
  );
}
