import { Button, Group, Modal } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { formatMoney, Money } from '#platform/web/ui/money.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { type CampaignClosing, closeCampaign, getCampaignClosing } from '../../closing-contract.ts';
import {
  type Campaign,
  getAdvertiserStats,
  getCampaign,
  listCampaigns,
  listOwnCampaigns,
} from '../../contract.ts';
import { getEscrowStatus } from '../../funding-contract.ts';
import { getCampaignLedger } from '../../ledger-contract.ts';
import { BusyButton } from './busy-button.tsx';
import classes from './campaign-page.module.css';
import { blockedTexts, formatHeldPlaces } from '../campaign-labels.ts';
import { Line, Lines } from '../form/cost/cost-card.tsx';

interface CampaignClosingDialogProps {
  campaign: Campaign;
  isOpen: boolean;
  onClose: () => void;
}

export function CampaignClosingDialog({ campaign, isOpen, onClose }: CampaignClosingDialogProps) {
  const params = { id: campaign.id };
  // Always refetch: marketers may have applied or been paid since the dialog was last open.
  const closing = useEndpoint(
    getCampaignClosing,
    { params },
    { enabled: isOpen, staleTime: 0, refetchOnMount: 'always' },
  );
  const close = useCallMutation(closeCampaign, {
    invalidates: changed,
    onSuccess: ({ status }) => {
      onClose();
      showToast({
        title: status === 'completed' ? t('Campaign closed') : t('Campaign closing'),
        message:
          status === 'completed'
            ? t('Any remaining escrow is on its way to your wallet.')
            : t('No new marketers can join. Those hired keep their places.'),
        tone: 'success',
      });
    },
    onError: (error) => showErrorToast(error, t('We couldn’t close the campaign. Please try again.')),
  });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('Close “{title}”?', { title: campaign.title })}
      closeButtonProps={{ 'aria-label': t('Cancel closing') }}
    >
      {closing.data && !closing.isFetching ? (
        <Consequences closing={closing.data} />
      ) : closing.isError ? (
        <ErrorState error={closing.error} onRetry={() => void closing.refetch()} />
      ) : (
        <LoadingState />
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Go back')}
        </Button>
        <BusyButton
          color="red"
          disabled={!closing.data || closing.isFetching}
          isBusy={close.isPending}
          onClick={() => close.mutate({ params })}
        >
          {close.isPending ? t('Closing...') : t('Close campaign')}
        </BusyButton>
      </Group>
    </Modal>
  );
}

const changed = [
  getCampaign,
  getCampaignClosing,
  getCampaignLedger,
  getEscrowStatus,
  getAdvertiserStats,
  listOwnCampaigns,
  listCampaigns,
];

function Consequences({ closing }: { closing: CampaignClosing }) {
  const { refund, fee, total, keptForDebt, heldPlaces, paidPlaces, openPlaces, blockedBy } = closing;
  return (
    <>
      <p className={classes.plain}>
        {t('New marketers can’t join, and we’ll notify pending applicants. This can’t be undone.')}
      </p>
      <ul className={classes.consequences}>
        {openPlaces > 0 && total !== '0.00' ? (
          <li>
            {t(
              '{count, plural, one {# place is open: its} other {# places are open: their}} pay is refunded to your PayPal wallet now.',
              { count: openPlaces },
            )}
          </li>
        ) : null}
        {heldPlaces > 0 ? <li>{formatHeldPlaces(heldPlaces)}</li> : null}
        {paidPlaces > 0 ? (
          <li>
            {t('{count, plural, one {# place is already paid.} other {# places are already paid.}}', {
              count: paidPlaces,
            })}
          </li>
        ) : null}
        {blockedBy ? <li>{t(blockedTexts[blockedBy])}</li> : null}
        {keptForDebt === '0.00' ? null : (
          <li>
            {t('We keep {amount} for what you owe after disputing the payment.', {
              amount: formatMoney(keptForDebt),
            })}
          </li>
        )}
      </ul>
      <Lines>
        <Line name={t('Pay for open places')}>
          <Money amount={refund} />
        </Line>
        <Line name={t('Platform fee on open places')}>
          <Money amount={fee} />
        </Line>
        <Line name={t('Refunded now')} isTotal>
          <Money amount={total} />
        </Line>
      </Lines>
    </>
  );
}
