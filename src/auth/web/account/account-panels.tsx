import { Button, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { msg, t, type Message } from '#kernel/text.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { type CurrentUser, signOut } from '../../contract.ts';
import classes from './account-panels.module.css';
import { prepareSignOut } from '../sign-in/sign-out.ts';
import { formatFullName, formatUserType } from './user-labels.ts';

export function AccountPanel({ user }: { user: CurrentUser }) {
  const name = formatFullName(user);
  const type = formatUserType(user);
  return (
    <Panel title={t('Account')}>
      <div className={classes.person}>
        <Monogram name={name || user.email} imageUrl={user.profileImageUrl} size={56} shape="round" />
        <div className={classes.words}>
          <p className={classes.name}>{name || user.email}</p>
          {name ? <p className={classes.detail}>{user.email}</p> : null}
          <p className={classes.detail}>
            {t('{type}, joined {day}', { type, day: formatDay(user.createdAt) })}
          </p>
        </div>
        <div className={classes.ways}>
          <Button component={Link} to="/profile" variant="default">
            {t('Edit Profile')}
          </Button>
          {user.userType === 'admin' ? null : (
            <Button component={Link} to="/change-user-type" variant="default">
              {t('Change account type')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

const schemes = [
  { value: 'light', label: msg('Light') },
  { value: 'dark', label: msg('Dark') },
  { value: 'auto', label: msg('System') },
] as const satisfies readonly { value: MantineColorScheme; label: Message }[];

export function AppearancePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t('Appearance')}>
      <p className={classes.note}>{t('Applies to this browser only.')}</p>
      <SegmentedControl
        aria-label={t('Appearance')}
        radius="xl"
        data={schemes.map(({ value, label }) => ({ value, label: t(label) }))}
        value={colorScheme}
        // The control types its options as plain strings; they are the three above.
        onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
      />
    </Panel>
  );
}

export function SignOutPanel() {
  return (
    <Panel title={t('Sign out')}>
      <p className={classes.note}>{t('Ends your session in this browser.')}</p>
      <Button
        component="a"
        href={signOut.path}
        onClick={prepareSignOut}
        variant="default"
        leftSection={<IconLogout size={18} aria-hidden />}
      >
        {t('Log out')}
      </Button>
    </Panel>
  );
}
