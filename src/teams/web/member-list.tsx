import { Button, Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconUsers } from '@tabler/icons-react';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { Row, RowList } from '#platform/web/ui/row-list.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { changeTeamRole, removeFromTeam, type TeamMember, TeamRole } from '../contract.ts';
import { roleNames, roleOptions } from './team-words.ts';
import classes from './team.module.css';
import { useTeamChange } from './use-team-change.ts';

/** Who works for one's business, what each may do, and the way out. */
export function MemberList({ members }: { members: readonly TeamMember[] }) {
  if (members.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers />}
        title="Nobody works for your business yet"
        text="Invite people to see your campaigns, or to decide applicants and proofs for you. Paying, closing and refunds stay yours."
      />
    );
  }
  return (
    <Panel title={`Members (${members.length})`}>
      <RowList label="Members">
        {members.map((member) => (
          <MemberRow member={member} key={member.id} />
        ))}
      </RowList>
    </Panel>
  );
}

function MemberRow({ member: { id, name, email, role, joinedAt } }: { member: TeamMember }) {
  const change = useTeamChange(changeTeamRole, {
    onSuccess: ({ role: given }) =>
      showToast({ title: `${name} is a ${roleNames[given].toLowerCase()} now`, tone: 'success' }),
  });
  const remove = useTeamChange(removeFromTeam, {
    onSuccess: () =>
      showToast({
        title: `${name} is no longer in your team`,
        message: 'They see nothing of your business any more.',
        tone: 'success',
      }),
  });
  const askToRemove = () =>
    modals.openConfirmModal({
      title: `Take ${name} out of your team?`,
      children: `From that moment ${name === email ? 'this person' : `${name} (${email})`} sees nothing of your campaigns. What they have decided stays. You can invite them again.`,
      labels: { confirm: 'Take out of the team', cancel: 'Keep' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.run({ params: { id } }),
    });
  return (
    <Row
      picture={<Monogram name={name} size={42} shape="round" />}
      name={name}
      detail={`${name === email ? 'Since' : `${email}, since`} ${formatDay(joinedAt)}`}
    >
      <div className={classes.actions}>
        <Select
          className={classes.role}
          aria-label={`What ${name} may do`}
          data={roleOptions}
          value={role}
          allowDeselect={false}
          disabled={change.isPending}
          onChange={(chosen) => {
            const next = TeamRole.safeParse(chosen);
            if (next.success && next.data !== role) change.run({ params: { id }, body: { role: next.data } });
          }}
        />
        <Button
          variant="default"
          size="sm"
          aria-label={`Remove ${name}`}
          loading={remove.isPending}
          onClick={askToRemove}
        >
          Remove
        </Button>
      </div>
      {change.dialog}
    </Row>
  );
}
