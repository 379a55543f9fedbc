import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { t } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { resendInvitation, revokeInvitation, type TeamInvitation } from '../contract.ts';
import { roleNames } from './team-labels.ts';
import classes from './team.module.css';
import { useTeamChange } from './use-team-change.ts';

export function InvitationList({ invitations }: { invitations: readonly TeamInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Panel title={t('Invitations ({count})', { count: invitations.length })}>
      <p className={classes.note}>{t('Expired invitations are removed after 30 days.')}</p>
      <RowList label={t('Invitations')}>
        {invitations.map((invitation) => (
          <InvitationRow invitation={invitation} key={invitation.id} />
        ))}
      </RowList>
    </Panel>
  );
}

function InvitationRow({ invitation }: { invitation: TeamInvitation }) {
  const { id, email, role, sentAt, expiresAt, isExpired } = invitation;
  const resend = useTeamChange(resendInvitation, {
    onSuccess: () =>
      showToast({
        title: t('Invitation sent again'),
        message: t('{email} has a new link. The old one no longer works.', { email }),
        tone: 'success',
      }),
  });
  const revoke = useTeamChange(revokeInvitation, {
    onSuccess: ({ message }) => showToast({ title: t('Invitation revoked'), message, tone: 'success' }),
  });
  const askToRevoke = () =>
    modals.openConfirmModal({
      title: t('Revoke this invitation?'),
      children: t('The link we emailed to {email} will stop working. You can invite them again.', { email }),
      labels: { confirm: t('Revoke'), cancel: t('Cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.run({ params: { id } }),
    });
  return (
    <Row
      name={
        <>
          {email}
          <StatusBadge>{t(roleNames[role])}</StatusBadge>
          {isExpired ? (
            <StatusBadge tone="negative">{t('Expired')}</StatusBadge>
          ) : (
            <StatusBadge tone="waiting">{t('Not accepted yet')}</StatusBadge>
          )}
        </>
      }
      detail={
        isExpired
          ? t('Sent {sent}, expired {expired}', { sent: formatDay(sentAt), expired: formatDay(expiresAt) })
          : t('Sent {sent}, expires {expires}', { sent: formatDay(sentAt), expires: formatDay(expiresAt) })
      }
    >
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={t('Resend the invitation to {email}', { email })}
          loading={resend.isPending}
          onClick={() => resend.run({ params: { id } })}
        >
          {t('Resend')}
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-label={t('Revoke the invitation to {email}', { email })}
          loading={revoke.isPending}
          onClick={askToRevoke}
        >
          {t('Revoke')}
        </Button>
      </div>
      {resend.dialog}
    </Row>
  );
}
