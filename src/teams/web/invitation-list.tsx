import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import { Row, RowList } from '#platform/web/ui/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { resendInvitation, revokeInvitation, type TeamInvitation } from '../contract.ts';
import { roleNames } from './team-words.ts';
import classes from './team.module.css';
import { useTeamChange } from './use-team-change.ts';

/** Whom one has asked and who has not answered. */
export function InvitationList({ invitations }: { invitations: readonly TeamInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Panel title={`Invitations (${invitations.length})`}>
      <p className={classes.note}>
        An invitation waits here until it is accepted, or you take it back; 30 days after it has expired it is
        forgotten. Whether an address has an account is not shown.
      </p>
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
        message: `${email} has a new link; the one before no longer works.`,
        tone: 'success',
      }),
  });
  const revoke = useTeamChange(revokeInvitation, {
    onSuccess: ({ message }) => showToast({ title: 'Invitation taken back', message, tone: 'success' }),
  });
  const askToRevoke = () =>
    modals.openConfirmModal({
      title: 'Take this invitation back?',
      children: `The link that we mailed to ${email} no longer lets anybody in. You can invite them again.`,
      labels: { confirm: 'Take back', cancel: 'Keep' },
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
      detail={`Sent ${formatDay(sentAt)}, ${isExpired ? 'ended' : 'good until'} ${formatDay(expiresAt)}`}
    >
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={`Send again to ${email}`}
          loading={resend.isPending}
          onClick={() => resend.run({ params: { id } })}
        >
          Send again
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={`Take back the invitation to ${email}`}
          loading={revoke.isPending}
          onClick={askToRevoke}
        >
          Take back
        </Button>
      </div>
      {resend.dialog}
    </Row>
  );
}
