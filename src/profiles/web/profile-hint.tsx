import { Alert, type MantineSpacing } from '@mantine/core';
import { IconUserEdit } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';

export function ProfileHint({ user, mb = 0 }: { user: CurrentUser; mb?: MantineSpacing }) {
  if (user.userType === 'admin' || user.firstName !== null) return null;
  return (
    <Alert mb={mb} icon={<IconUserEdit aria-hidden />} title={t('Complete your profile')}>
      {rich('People you work with see your name. <link>Fill in your profile</link>', {
        link: <Link to="/profile?first_login=true" style={{ color: 'var(--pen-text)', fontWeight: 600 }} />,
      })}
    </Alert>
  );
}
