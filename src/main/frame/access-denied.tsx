import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';
import { deniedText } from './access.ts';
import { Notice } from './notice.tsx';

export function AccessDenied({ roles }: { roles: readonly Role[] }) {
  return (
    <Notice title="Access Denied" text={deniedText(roles)}>
      <Button component={Link} to="/">
        Go to your dashboard
      </Button>
    </Notice>
  );
}
