import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { t } from '#kernel/text.ts';
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
    <Panel title={t('Teams you are in')}>
      <p className={classes.note}>{t('Their campaigns appear on your dashboard.')}</p>
      <RowList label={t('Teams you are in')}>
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
    onSuccess: ({ message }) =>
      showToast({ title: t('You left {business}', { business }), message, tone: 'success' }),
  });
  const askToLeave = () =>
    modals.openConfirmModal({
      title: t('Leave the team of {business}?', { business }),
      children: t('You’ll lose access to its campaigns. Only the owner can invite you again.'),
      labels: { confirm: t('Leave'), cancel: t('Stay') },
      confirmProps: { color: 'red' },
      onConfirm: () => leave.run({ params: { id } }),
    });
  return (
    <Row
      picture={<Monogram name={business} size={42} />}
      name={
        <>
          {business}
          <StatusBadge>{t(roleNames[role])}</StatusBadge>
          {isPaused ? <StatusBadge tone="negative">{t('Paused')}</StatusBadge> : null}
        </>
      }
      detail={
        isPaused
          ? t('The owner’s account is unavailable, so the team has no access right now.')
          : t('Since {day}', { day: formatDay(joinedAt) })
      }
      below={
        <ul className={classes.people} aria-label={t('Team of {business}', { business })}>
          {people.map((person, index) => (
            <li key={index}>
              {person.isYou
                ? t('{name} (you), {role, select, owner {owner} manager {manager} other {viewer}}', {
                    name: person.name,
                    role: person.role,
                  })
                : t('{name}, {role, select, owner {owner} manager {manager} other {viewer}}', {
                    name: person.name,
                    role: person.role,
                  })}
            </li>
          ))}
        </ul>
      }
    >
      <Button
        variant="danger"
        size="sm"
        aria-label={t('Leave {business}', { business })}
        loading={leave.isPending}
        onClick={askToLeave}
      >
        {t('Leave')}
      </Button>
    </Row>
  );
}
