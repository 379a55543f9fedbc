import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { acceptsMarketers } from '#campaigns/web/campaign-labels.ts';
import { BusyButton } from '#campaigns/web/page/busy-button.tsx';
import { type Message, msg, t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import {
  type CampaignInvitation,
  type InvitationState,
  listInvitations,
  revokeCampaignInvitation,
} from '../../invitation-contract.ts';
import classes from './invitations.module.css';

const states: Readonly<Record<InvitationState, { label: Message; tone: StatusTone }>> = {
  open: { label: msg('Invited'), tone: 'waiting' },
  accepted: { label: msg('Applied'), tone: 'positive' },
  declined: { label: msg('Declined'), tone: 'neutral' },
  revoked: { label: msg('Taken back'), tone: 'neutral' },
};
const ended = { label: msg('Ended'), tone: 'neutral' } as const;

export function CampaignInvitations({ campaign }: { campaign: Campaign }) {
  const invitations = useEndpoint(
    listInvitations,
    { params: { id: campaign.id } },
    { refetchOnMount: 'always' },
  );
  const mayInvite = campaign.businessId !== null && acceptsMarketers(campaign);
  if (invitations.data?.length === 0 && !mayInvite) return null;
  return (
    <div className={classes.panel}>
      <Panel
        title={t('Invitations')}
        aside={
          mayInvite ? (
            <Button
              component={Link}
              to={`/marketers?business=${campaign.businessId}`}
              variant="default"
              size="sm"
            >
              {t('Find marketers')}
            </Button>
          ) : null
        }
      >
        {invitations.data ? (
          <InvitationList campaign={campaign} invitations={invitations.data} />
        ) : invitations.isError ? (
          <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />
        ) : (
          <LoadingState />
        )}
      </Panel>
    </div>
  );
}

interface InvitationListProps {
  campaign: Campaign;
  invitations: readonly CampaignInvitation[];
}

function InvitationList({ campaign, invitations }: InvitationListProps) {
  const revoke = useCallMutation(revokeCampaignInvitation, {
    invalidates: [listInvitations],
    onError: (error) => showErrorToast(error, t('Please try again.'), t('Not taken back')),
  });
  // The pressed button disappears.
  const list = useFocusAfter<HTMLUListElement>(revoke.isPending);
  if (invitations.length === 0)
    return <p className={classes.quiet}>{t('You haven’t invited anyone yet.')}</p>;
  const isOver = campaign.status !== 'active' || campaign.closingSince !== null;
  return (
    <ul className={classes.list} aria-label={t('Invitations')} ref={list} tabIndex={-1}>
      {invitations.map(({ id, marketerName, status, reason, invitedAt, can }) => {
        const { label, tone } = status === 'open' && isOver ? ended : states[status];
        return (
          <li className={classes.row} key={id}>
            <div className={classes.words}>
              <span className={classes.top}>
                <b>{marketerName}</b>
                <StatusBadge tone={tone}>{t(label)}</StatusBadge>
              </span>
              <span className={classes.quiet}>{t('Invited {day}', { day: formatDay(invitedAt) })}</span>
              {reason ? <span>“{reason}”</span> : null}
            </div>
            {can.revoke && !isOver ? (
              <BusyButton
                size="sm"
                variant="default"
                aria-label={t('Take back the invitation of {marketerName}', { marketerName })}
                isBusy={revoke.isPending && revoke.variables.params.id === id}
                disabled={revoke.isPending}
                onClick={() => revoke.mutate({ params: { id } })}
              >
                {t('Take back')}
              </BusyButton>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
