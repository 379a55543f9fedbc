import { Button, Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconUsers } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { changeTeamRole, removeFromTeam, type TeamMember, teamRoles } from '../contract.ts';
import { roleNames } from './team-labels.ts';
import classes from './team.module.css';
import { useTeamChange } from './use-team-change.ts';

export function MemberList({ members }: { members: readonly TeamMember[] }) {
  if (members.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers />}
        title={t('No team members yet')}
        text={t(
          'Invite people to view your campaigns or decide applicants and proofs. Only you can pay, close campaigns and get refunds.',
        )}
      />
    );
  }
  return (
    <Panel title={t('Members ({count})', { count: members.length })}>
      <RowList label={t('Members')}>
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
      showToast({
        title: t('{name} is now a {role, select, manager {manager} other {viewer}}', { name, role: given }),
        tone: 'success',
      }),
  });
  const remove = useTeamChange(removeFromTeam, {
    onSuccess: () =>
      showToast({
        title: t('{name} is no longer in your team', { name }),
        message: t('They can no longer see your business.'),
        tone: 'success',
      }),
  });
  const askToRemove = () =>
    modals.openConfirmModal({
      title: t('Remove {name} from your team?', { name }),
      children:
        name === email
          ? t(
              'They’ll lose access to your campaigns immediately. Their past decisions stay. You can invite them again.',
            )
          : t(
              'They’ll lose access to your campaigns immediately. Their past decisions stay. You can invite {name} ({email}) again.',
              { name, email },
            ),
      labels: { confirm: t('Remove from team'), cancel: t('Cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.run({ params: { id } }),
    });
  return (
    <Row
      picture={<Monogram name={name} size={42} shape="round" />}
      name={name}
      detail={
        name === email
          ? t('Since {day}', { day: formatDay(joinedAt) })
          : t('{email}, since {day}', { email, day: formatDay(joinedAt) })
      }
    >
      <div className={classes.actions}>
        <Select
          className={classes.role}
          aria-label={t('Role of {name}', { name })}
          data={teamRoles.map((value) => ({ value, label: t(roleNames[value]) }))}
          value={role}
          allowDeselect={false}
          disabled={change.isPending}
          onChange={(chosen) => {
            const next = teamRoles.find((option) => option === chosen);
            if (next && next !== role) change.run({ params: { id }, body: { role: next } });
          }}
        />
        <Button
          variant="danger"
          size="sm"
          aria-label={t('Remove {name}', { name, context: 'a person' })}
          loading={remove.isPending}
          onClick={askToRemove}
        >
          {t('Remove')}
        </Button>
      </div>
      {change.dialog}
    </Row>
  );
}
