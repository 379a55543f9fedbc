import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { leaveTeam, type TeamMembership } from '../contract.ts';
import { roleNames } from './team-labels.ts';
import classes from './team.module.css';
import { useTeamChange } from './use-team-change.ts';

export function MembershipList({ memberships }: { memberships: readonly TeamMembership[] }) {
  if (memberships.length === 0) return null;
  return (
    <Panel title="Teams you are in">
      <p className={classes.note}>Their campaigns appear on your dashboard.</p>
      <RowList label="Teams you are in">
        {memberships.map((membership) => (
          <MembershipRow membership={membership} key={membership.id} />
        ))}
      </RowList>
    </Panel>
  );
}

function MembershipRow({ membership }: { membership: TeamMembership }) {
  const { id, business, role, joinedAt, isPaused, people } = membership;
  const leave = useTeamChange(leaveTeam, {
    onSuccess: ({ message }) => showToast({ title: `You left ${business}`, message, tone: 'success' }),
  });
  const askToLeave = () =>
    modals.openConfirmModal({
      title: `Leave the team of ${business}?`,
      children: 'You’ll lose access to its campaigns. Only the owner can invite you again.',
      labels: { confirm: 'Leave', cancel: 'Stay' },
      confirmProps: { color: 'red' },
      onConfirm: () => leave.run({ params: { id } }),
    });
  return (
    <Row
      picture={<Monogram name={business} size={42} />}
      name={
        <>
          {business}
          <StatusBadge>{roleNames[role]}</StatusBadge>
          {isPaused ? <StatusBadge tone="negative">Paused</StatusBadge> : null}
        </>
      }
      detail={
        isPaused
          ? 'The owner’s account is unavailable, so the team has no access right now.'
          : `Since ${formatDay(joinedAt)}`
      }
      below={
        <ul className={classes.people} aria-label={`Team of ${business}`}>
          {people.map((person, index) => (
            <li key={index}>
              {person.name}
              {person.isYou ? ' (you)' : ''}, {roleNames[person.role].toLowerCase()}
            </li>
          ))}
        </ul>
      }
    >
      <Button
        variant="danger"
        size="sm"
        aria-label={`Leave ${business}`}
        loading={leave.isPending}
        onClick={askToLeave}
      >
        Leave
      </Button>
    </Row>
  );
}
