import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';
import { getDeniedMessage } from './access.ts';
import { Notice } from '../notice.tsx';

export function AccessDenied({ roles }: { roles: readonly Role[] }) {
  return (
    <Notice title="Access Denied" text={getDeniedMessage(roles)}>
      <Button component={Link} to="/">
        Go to your dashboard
      </Button>
    </Notice>
  );
}
