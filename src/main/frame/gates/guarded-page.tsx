import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { type Leave, replaceLocation } from '#auth/web/browser-navigation.ts';
import { useIsReturning, useRememberReturnPath } from '#auth/web/return-path.ts';
import type { Role } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { PageHandle } from '#platform/web/page.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Notice } from '../notice.tsx';
import { decideAccess, getDeniedMessage } from './access.ts';
import { UserTypeSelection } from './user-type-selection.tsx';

interface GuardedPageProps {
  user: CurrentUser | null | undefined;
  handle: PageHandle;
  leave?: Leave;
  children: ReactNode;
}

/** Otherwise draws the type selection or a refusal, or redirects. */
export function GuardedPage({ user, handle, leave = replaceLocation, children }: GuardedPageProps) {
  const isOnWayBack = useIsReturning();
  // Also on pages open to visitors: without a type, a new user could do nothing there.
  const mustChoose = isOnWayBack && user?.userType === null && !handle.givesType;
  switch (mustChoose ? 'selection' : decideAccess(user, handle)) {
    case 'wait':
      return <LoadingState />;
    case 'sign-in':
      return <RedirectToSignIn handle={handle} leave={leave} />;
    case 'selection':
      return <UserTypeSelection isOnWayBack={isOnWayBack} />;
    case 'denied':
      // The page was requested before the user signed in with another role, so go home without an error.
      return isOnWayBack ? <Navigate to="/" replace /> : <AccessDenied roles={handle.roles ?? []} />;
    case 'show':
      return children;
  }
}

/** Remembers the requested page for after the sign-in. */
function RedirectToSignIn({ handle: { isPassing }, leave }: { handle: PageHandle; leave: Leave }) {
  const remember = useRememberReturnPath();
  useEffect(() => {
    if (!isPassing) remember();
    leave('/auth/signin');
  }, [isPassing, remember, leave]);
  return <LoadingState />;
}

function AccessDenied({ roles }: { roles: readonly Role[] }) {
  return (
    <Notice drawing="closed" title={t('Access Denied')} text={getDeniedMessage(roles)}>
      <Button component={Link} to="/" size="lg">
        {t('Go to your dashboard')}
      </Button>
    </Notice>
  );
}
