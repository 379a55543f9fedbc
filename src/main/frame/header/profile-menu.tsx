import { Menu } from '@mantine/core';
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type CurrentUser, signOut } from '#auth/contract.ts';
import { formatFullName, formatUserType } from '#auth/web/account/user-labels.ts';
import { prepareSignOut } from '#auth/web/sign-in/sign-out.ts';
import { t } from '#kernel/text.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './app-header.module.css';
import { menuLinks } from './navigation.ts';

const icons: Readonly<Record<string, ReactNode>> = {
  '/profile': <IconUser size={18} aria-hidden />,
  '/settings': <IconSettings size={18} aria-hidden />,
};

export default function ProfileMenu({ user }: { user: CurrentUser }) {
  const name = formatFullName(user);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes.profile} aria-label={t('Profile menu')}>
          <Monogram name={name || user.email} imageUrl={user.profileImageUrl} size={38} shape="round" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          {name ? <p className={classes.name}>{name}</p> : null}
          <p className={classes.email}>{user.email}</p>
          <StatusBadge>{formatUserType(user)}</StatusBadge>
        </div>
        <Menu.Divider />
        {menuLinks.map(({ to, label }) => (
          <Menu.Item component={Link} to={to} leftSection={icons[to]} key={to}>
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Item
          component="a"
          href={signOut.path}
          onClick={prepareSignOut}
          leftSection={<IconLogout size={18} aria-hidden />}
        >
          {t('Log out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
