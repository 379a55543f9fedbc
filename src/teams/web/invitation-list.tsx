import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
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
    <Panel title={`Invitations (${invitations.length})`}>
      <p className={classes.note}>Expired invitations are removed after 30 days.</p>
      <RowList label="Invitations">
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
        title: 'Invitation sent again',
        message: `${email} has a new link. The old one no longer works.`,
        tone: 'success',
      }),
  });
  const revoke = useTeamChange(revokeInvitation, {
    onSuccess: ({ message }) => showToast({ title: 'Invitation revoked', message, tone: 'success' }),
  });
  const askToRevoke = () =>
    modals.openConfirmModal({
      title: 'Revoke this invitation?',
      children: `The link we emailed to ${email} will stop working. You can invite them again.`,
      labels: { confirm: 'Revoke', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.run({ params: { id } }),
    });
  return (
    <Row
      name={
        <>
          {email}
          <StatusBadge>{roleNames[role]}</StatusBadge>
          {isExpired ? (
            <StatusBadge tone="negative">Expired</StatusBadge>
          ) : (
            <StatusBadge tone="waiting">Not accepted yet</StatusBadge>
          )}
        </>
      }
      detail={`Sent ${formatDay(sentAt)}, ${isExpired ? 'expired' : 'expires'} ${formatDay(expiresAt)}`}
    >
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={`Resend the invitation to ${email}`}
          loading={resend.isPending}
          onClick={() => resend.run({ params: { id } })}
        >
          Resend
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-label={`Revoke the invitation to ${email}`}
          loading={revoke.isPending}
          onClick={askToRevoke}
        >
          Revoke
        </Button>
      </div>
      {resend.dialog}
    </Row>
  );
}
