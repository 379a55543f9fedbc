import { Button, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { type CurrentUser, signOut } from '../../contract.ts';
import classes from './account-panels.module.css';
import { prepareSignOut } from '../sign-in/sign-out.ts';

const roleNames: Record<Role, string> = { marketer: 'Marketer', advertiser: 'Advertiser', admin: 'Admin' };

export function AccountPanel({ user }: { user: CurrentUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const type = user.userType ? roleNames[user.userType] : 'No type chosen yet';
  return (
    <Panel title="Account">
      <div className={classes.person}>
        <Monogram name={name || user.email} imageUrl={user.profileImageUrl} size={56} shape="round" />
        <div className={classes.words}>
          <p className={classes.name}>{name || user.email}</p>
          {name ? <p className={classes.detail}>{user.email}</p> : null}
          <p className={classes.detail}>
            {type}, joined {formatDay(user.createdAt)}
          </p>
        </div>
        <div className={classes.ways}>
          <Button component={Link} to="/profile" variant="default">
            Edit Profile
          </Button>
          {user.userType === 'admin' ? null : (
            <Button component={Link} to="/change-user-type" variant="default">
              Change user type
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const satisfies readonly { value: MantineColorScheme; label: string }[];

export function AppearancePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title="Appearance">
      <p className={classes.note}>Applies to this browser only.</p>
      <SegmentedControl
        aria-label="Appearance"
        radius="xl"
        data={[...schemes]}
        value={colorScheme}
        // The control types its options as plain strings; they are the three above.
        onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
      />
    </Panel>
  );
}

export function SignOutPanel() {
  return (
    <Panel title="Sign out">
      <p className={classes.note}>Ends your session in this browser.</p>
      <Button
        component="a"
        href={signOut.path}
        onClick={prepareSignOut}
        variant="default"
        leftSection={<IconLogout size={18} aria-hidden />}
      >
        Log out
      </Button>
    </Panel>
  );
}
