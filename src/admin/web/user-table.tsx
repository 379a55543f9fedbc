import { Select, TextInput } from '@mantine/core';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Role } from '#kernel/endpoint.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { AdminUser } from '../contract.ts';
import classes from './admin.module.css';
import { MOST_USERS, useUsers } from './use-users.ts';

const everybody = 'all';
const typeOptions = [
  { value: everybody, label: 'All Users' },
  { value: Role.enum.marketer, label: 'Marketers' },
  { value: Role.enum.advertiser, label: 'Advertisers' },
  { value: Role.enum.admin, label: 'Admins' },
];
const typeNames: Record<Role, string> = { marketer: 'Marketer', advertiser: 'Advertiser', admin: 'Admin' };

/** Every account, found by name, address or type. */
export function UserTable() {
  const [search, setSearch] = useState('');
  const [type, setType] = useState(everybody);
  const users = useUsers(search, Role.safeParse(type).data ?? null);
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          label="Search users"
          type="search"
          placeholder="Name or email"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          label="Type"
          data={typeOptions}
          allowDeselect={false}
          value={type}
          onChange={(chosen) => setType(chosen ?? everybody)}
        />
      </div>
      {users.data ? (
        <Users users={users.data} isBehind={users.isPlaceholderData} />
      ) : users.error ? (
        <ErrorState error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <LoadingState text="Loading users..." />
      )}
    </>
  );
}

function Users({ users, isBehind }: { users: readonly AdminUser[]; isBehind: boolean }) {
  if (users.length === 0) {
    return <EmptyState icon={<IconUsers />} title="No users found matching your criteria." />;
  }
  return (
    <div className={classes.frame} data-behind={isBehind || undefined}>
      <table className={classes.table}>
        <caption>
          {users.length < MOST_USERS
            ? `${users.length} ${users.length === 1 ? 'user' : 'users'}`
            : `The newest ${MOST_USERS} users. Search to find others.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col" className={classes.wide}>
              Type
            </th>
            <th scope="col">Status</th>
            <th scope="col" className={classes.wide}>
              Joined
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow user={user} key={user.id} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const type = user.userType ? typeNames[user.userType] : 'No type yet';
  const joined = formatDay(user.createdAt);
  return (
    <tr>
      <td>
        <div className={classes.person}>
          <Monogram name={name || user.email} size={38} shape="round" />
          <div className={classes.words}>
            <span className={classes.name}>{name || user.email}</span>
            {name ? <span className={classes.email}>{user.email}</span> : null}
            <span className={classes.small}>
              {type}, joined {joined}
            </span>
          </div>
        </div>
      </td>
      <td className={classes.wide}>{type}</td>
      <td>
        <StatusBadge tone={user.isVerified ? 'positive' : 'neutral'}>
          {user.isVerified ? 'Verified' : 'Pending'}
        </StatusBadge>
      </td>
      <td className={classes.wide}>{joined}</td>
    </tr>
  );
}
