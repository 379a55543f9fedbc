import { Alert, type MantineSpacing } from '@mantine/core';
import { IconUserEdit } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';

/** Links to the profile if the user has never filled it in. Otherwise renders nothing. */
export function ProfileHint({ user, mb = 0 }: { user: CurrentUser; mb?: MantineSpacing }) {
  if (user.userType === 'admin' || user.firstName !== null) return null;
  return (
    <Alert mb={mb} icon={<IconUserEdit aria-hidden />} title="Complete your profile">
      People you work with see your name.{' '}
      <Link to="/profile?first_login=true" style={{ color: 'var(--pen-text)', fontWeight: 600 }}>
        Fill in your profile
      </Link>
    </Alert>
  );
}
