import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { type CampaignClosing, getCampaignClosing } from '../../closing-contract.ts';
import type { Campaign } from '../../contract.ts';
import { CampaignClosingDialog } from './campaign-closing-dialog.tsx';
import classes from './campaign-page.module.css';
import { blockedTexts, closeReasonNames, isClosing, formatHeldPlaces } from '../campaign-labels.ts';

export function CampaignClosingPanel({ campaign }: { campaign: Campaign }) {
  const area = useRef<HTMLDivElement>(null);
  const couldClose = useRef(campaign.can.close);
  useEffect(() => {
    // The button and its dialog are gone, so move the focus to the new state.
    if (couldClose.current && !campaign.can.close) area.current?.focus();
    couldClose.current = campaign.can.close;
  }, [campaign.can.close]);
  return (
    <div ref={area} tabIndex={-1}>
      <ClosingState campaign={campaign} />
    </div>
  );
}

function ClosingState({ campaign }: { campaign: Campaign }) {
  if (campaign.can.close) return <OpenCampaign campaign={campaign} />;
  if (isClosing(campaign)) return <ClosingCampaign campaign={campaign} />;
  return campaign.closeReason ? <ClosedCampaign campaign={campaign} reason={campaign.closeReason} /> : null;
}

function OpenCampaign({ campaign }: { campaign: Campaign }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title={t('Close early')}>
      <p className={classes.plain}>
        {campaign.chargebackSince === null
          ? t(
              'We’ll refund open places to your wallet, including their share of the fee. Hired marketers keep their places.',
            )
          : t(
              'Hired marketers keep their places. You disputed the payment, so we refund nothing until their work is paid.',
            )}
      </p>
      <Button variant="danger" mt="md" fullWidth onClick={() => setAsking(true)}>
        {t('Close campaign')}
      </Button>
      <CampaignClosingDialog campaign={campaign} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Panel>
  );
}

function ClosingCampaign({ campaign }: { campaign: Campaign }) {
  const closing = useEndpoint(
    getCampaignClosing,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );
  return (
    <Panel title={t('This campaign is closing')}>
      <p className={classes.plain}>
        {campaign.closingSince
          ? t('Since {time}, new marketers can’t join.', { time: formatDayTime(campaign.closingSince) })
          : t('New marketers can’t join.')}{' '}
        {closing.data ? remainingText(closing.data) : null}
      </p>
      <MoneyLink id={campaign.id} />
    </Panel>
  );
}

function remainingText({ heldPlaces, blockedBy }: CampaignClosing): string {
  if (blockedBy === 'dispute' && heldPlaces > 0)
    return `${formatHeldPlaces(heldPlaces)} ${t(blockedTexts[blockedBy])}`;
  if (blockedBy) return t(blockedTexts[blockedBy]);
  if (heldPlaces === 0) return t('All work is decided. The campaign completes in a few minutes.');
  const then = t('Then the campaign completes and we refund the rest to your wallet.');
  return `${formatHeldPlaces(heldPlaces)} ${then}`;
}

function ClosedCampaign({ campaign, reason }: { campaign: Campaign; reason: keyof typeof closedTexts }) {
  return (
    <Panel title={t(closeReasonNames[reason])}>
      <p className={classes.plain}>{t(closedTexts[reason])}</p>
      <MoneyLink id={campaign.id} />
    </Panel>
  );
}

const closedTexts = {
  finished: msg('Every place was paid.'),
  expired: msg(
    'This campaign ended. Places that were not paid are refunded to your wallet, including their share of the fee.',
  ),
  cancelled: msg(
    'You closed it early. Places that were not paid are refunded to your wallet, including their share of the fee.',
  ),
} as const;

function MoneyLink({ id }: { id: string }) {
  return (
    <Button component={Link} to={`/campaigns/${id}?tab=money`} variant="default" mt="md" fullWidth>
      {t('View payments')}
    </Button>
  );
}
