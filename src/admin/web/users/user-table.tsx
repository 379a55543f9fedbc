import { Button, Group, Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { lazyDialog } from '#platform/web/ui/layout/lazy-dialog.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { AdminUser, UserSort } from '../../contract.ts';
import classes from '../admin.module.css';
import { SortHeader } from '../sort-header.tsx';
import type { ChosenAction } from './user-action-modal.tsx';
import { UserRow } from './user-row.tsx';
import { toRole, useUserTable } from './use-users.ts';

const UserActionModal = lazyDialog(async () => (await import('./user-action-modal.tsx')).UserActionModal, {
  isOpen: ({ chosen }) => chosen !== null,
  close: ({ onClose }) => onClose(),
});
const UserDetailsModal = lazyDialog(async () => (await import('./user-details-modal.tsx')).UserDetailsModal, {
  isOpen: ({ id }) => id !== null,
  close: ({ onClose }) => onClose(),
});

const allTypes = 'all';
const typeOptions = [
  { value: allTypes, label: msg('All Users') },
  { value: 'marketer', label: msg('Marketers') },
  { value: 'advertiser', label: msg('Advertisers') },
  { value: 'admin', label: msg('Admins') },
] as const;

export function UserTable() {
  const table = useUserTable();
  const { filters, users, error, change } = table;
  const [chosen, setChosen] = useState<ChosenAction | null>(null);
  const [search, setSearch] = useSearchParams();
  const viewed = search.get('user');
  const view = (id: string | null) =>
    setSearch(
      (present) => {
        if (id === null) present.delete('user');
        else present.set('user', id);
        return present;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          label={t('Search users')}
          placeholder={t('Name, email or business')}
          value={filters.q}
          onSearch={(q) => change({ q })}
        />
        <Select
          label={t('Type')}
          data={typeOptions.map(({ value, label }) => ({ value, label: t(label) }))}
          allowDeselect={false}
          value={filters.userType ?? allTypes}
          onChange={(type) => change({ userType: toRole(type) })}
        />
      </div>
      {users ? (
        <Users
          users={users}
          isBehind={table.isBehind}
          sort={filters.sort}
          onSort={(sort) => change({ sort })}
          onView={view}
          onAct={setChosen}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void table.refetch()} />
      ) : (
        <LoadingState text={t('Loading users...')} />
      )}
      <Pager {...table} />
      <UserDetailsModal id={viewed} onClose={() => view(null)} onAct={setChosen} />
      <UserActionModal
        chosen={chosen}
        onClose={() => setChosen(null)}
        onDone={({ act }) => {
          if (act === 'delete') view(null);
        }}
      />
    </>
  );
}

interface UsersProps {
  users: readonly AdminUser[];
  isBehind: boolean;
  sort: UserSort;
  onSort: (sort: UserSort) => void;
  onView: (id: string) => void;
  onAct: (chosen: ChosenAction) => void;
}

function Users({ users, isBehind, sort, onSort, onView, onAct }: UsersProps) {
  if (users.length === 0) {
    return <EmptyState icon={<IconUsers />} title={t('No users found matching your criteria.')} />;
  }
  return (
    <div className={classes.frame} data-behind={isBehind || undefined}>
      <table className={classes.table}>
        <caption>
          {t(
            '{count, plural, one {# user} other {# users}} on this page, {sort, select, newest {newest first} oldest {oldest first} other {by email}}',
            { count: users.length, sort },
          )}
        </caption>
        <thead>
          <tr>
            <SortHeader
              label={t('User')}
              direction={sort === 'email' ? 'ascending' : null}
              // Phones hide the Joined column, so this header also leads back to the newest first.
              onSort={() => onSort(sort === 'email' ? 'newest' : 'email')}
            />
            <th scope="col" className={classes.wide}>
              {t('Type')}
            </th>
            <th scope="col" className={classes.wide}>
              {t('Status')}
            </th>
            <SortHeader
              label={t('Joined')}
              className={classes.wide}
              direction={sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : null}
              onSort={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
            />
            <th scope="col" className={classes.acts}>
              <span className={classes.actsWord}>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow user={user} onView={() => onView(user.id)} onAct={onAct} key={user.id} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PagerProps = Pick<
  ReturnType<typeof useUserTable>,
  'hasNext' | 'hasPrevious' | 'showNext' | 'showPrevious' | 'isBehind'
>;

function Pager({ hasNext, hasPrevious, showNext, showPrevious, isBehind }: PagerProps) {
  if (!hasNext && !hasPrevious) return null;
  return (
    <Group justify="space-between" mt="md" component="nav" aria-label={t('Pages of users')}>
      <Button variant="default" disabled={!hasPrevious || isBehind} onClick={showPrevious}>
        {t('Previous')}
      </Button>
      <Button variant="default" disabled={!hasNext || isBehind} onClick={showNext}>
        {t('Next')}
      </Button>
    </Group>
  );
}
