import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Campaign } from '../../contract.ts';
import type { EscrowStatus } from '../../funding-contract.ts';
import { closeReasonNames, stateNames } from '../campaign-labels.ts';
import { Line, Lines } from '../form/cost/cost-card.tsx';
import { listMissingFields } from '../form/missing-fields.ts';
import classes from './payment-panels.module.css';
import { WalletButton, type WalletButtonProps } from './wallet-button.tsx';
import type { WalletFailure } from './wallet-failure.ts';

type Ways = Pick<WalletButtonProps, 'onApproved' | 'onCancelled' | 'leave'>;

interface PaymentPanelProps extends Ways {
  campaign: Campaign;
  escrow: EscrowStatus;
  isJustFunded: boolean;
}

export function PaymentPanel({ campaign, escrow, isJustFunded, ...ways }: PaymentPanelProps) {
  if (isJustFunded || escrow.escrowStatus === 'funded') {
    return <Funded campaign={campaign} escrow={escrow} isJustFunded={isJustFunded} />;
  }
  if (!campaign.can.fund || !escrow.due) return <NotReady campaign={campaign} />;
  return <AmountDue campaign={campaign} due={escrow.due} {...ways} />;
}

interface AmountDueProps extends Ways {
  campaign: Campaign;
  due: NonNullable<EscrowStatus['due']>;
}

function AmountDue({ campaign, due, ...ways }: AmountDueProps) {
  const config = usePublicConfig();
  const { pay, fee, total } = due;
  return (
    <Panel title={t('Payment details')} sticky>
      <Lines>
        <Line
          name={t('Marketer payments ({places, number} × pay rate)', {
            places: campaign.totalMarketersNeeded,
          })}
        >
          <Money amount={pay} />
        </Line>
        <Line
          name={
            config ? t('Platform fee ({feePercent}%)', { feePercent: config.feePercent }) : t('Platform fee')
          }
        >
          <Money amount={fee} />
        </Line>
        <Line name={t('Amount due')} isTotal>
          <Money amount={total} />
        </Line>
      </Lines>
      <p className={classes.note}>
        {t(
          'We hold the money in escrow, pay each marketer when their proof is approved, and refund the rest to you.',
        )}
      </p>
      <WalletButton campaignId={campaign.id} amount={total} {...ways} />
    </Panel>
  );
}

function formatState({ status, closeReason }: Campaign, isJustFunded: boolean): string {
  if (isJustFunded) return t(stateNames.active);
  return status === 'completed' && closeReason ? t(closeReasonNames[closeReason]) : t(stateNames[status]);
}

function Funded({ campaign, escrow, isJustFunded }: Omit<PaymentPanelProps, keyof Ways>) {
  const isActive = campaign.status === 'active';
  return (
    <Panel
      title={isJustFunded ? t('Campaign Funded Successfully!') : t('Campaign Already Funded!')}
      aside={
        <StatusBadge tone={isActive ? 'positive' : 'neutral'}>
          {formatState(campaign, isJustFunded)}
        </StatusBadge>
      }
    >
      <p className={classes.done}>
        <IconCircleCheck size={20} aria-hidden />
        {isJustFunded ? t('Your campaign is now active and marketers can apply.') : t('Nothing left to pay.')}
      </p>
      <Lines>
        {escrow.escrowAmount ? (
          <Line name={t('Escrow amount')}>
            <Money amount={escrow.escrowAmount} />
          </Line>
        ) : null}
        {escrow.platformFee ? (
          <Line name={t('Platform fee')}>
            <Money amount={escrow.platformFee} />
          </Line>
        ) : null}
      </Lines>
      <div className={classes.buttons}>
        <ToDashboard />
        <Button component={Link} to={`/campaigns/${campaign.id}`} variant="default">
          {t('View campaign')}
        </Button>
      </div>
    </Panel>
  );
}

function NotReady({ campaign }: { campaign: Campaign }) {
  const missing = listMissingFields(campaign, useClock().now());
  return (
    <Panel title={t('Not ready to fund')}>
      {missing.length > 0 ? (
        <>
          <p className={classes.note}>{t('Before you can pay, this campaign needs:')}</p>
          <ul className={classes.missing}>
            {missing.map(({ name, text }) => (
              <li key={name}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className={classes.note}>{t('This campaign is ready. Only its owner can pay for it.')}</p>
      )}
      <div className={classes.buttons}>
        <Button component={Link} to={`/campaigns/${campaign.id}`}>
          {t('Edit campaign')}
        </Button>
        <ToDashboard />
      </div>
    </Panel>
  );
}

interface FailedPaymentProps {
  failure: WalletFailure;
  onAgain: () => void;
  onRestart: () => void;
}

export function FailedPayment({ failure, onAgain, onRestart }: FailedPaymentProps) {
  const { title, text, reason, remedy } = failure;
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // This panel replaces the payment in progress, so take the focus unless something has it.
    if (document.activeElement === document.body) area.current?.focus();
  }, []);
  return (
    <Panel title={title}>
      <div role="alert" ref={area} tabIndex={-1}>
        <p className={classes.note}>{text}</p>
        {reason ? <p className={classes.note}>{reason}</p> : null}
        {remedy === 'wait' ? <p className={classes.note}>{t('Checking again every 10 seconds.')}</p> : null}
        {remedy === 'same' ? (
          <p className={classes.note}>{t('Trying again continues the same payment. You won’t pay twice.')}</p>
        ) : null}
      </div>
      <div className={classes.buttons}>
        {remedy === 'restart' ? (
          <Button onClick={onRestart}>{t('Start the payment again')}</Button>
        ) : (
          <Button onClick={onAgain}>{remedy === 'wait' ? t('Check now') : t('Try again')}</Button>
        )}
        <ToDashboard />
      </div>
    </Panel>
  );
}

export function ToDashboard() {
  return (
    <Button component={Link} to="/advertiser" variant="default">
      {t('Back to Dashboard')}
    </Button>
  );
}
