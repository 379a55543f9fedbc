import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { type Leave, replaceByBrowser } from '#auth/web/leave.ts';
import { useIsOnWayBack, useRememberWayBack } from '#auth/web/way-back.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { AccessDenied } from './access-denied.tsx';
import { decideAccess } from './access.ts';
import type { PageHandle } from './page-handle.ts';
import { UserTypeSelection } from './user-type-selection.tsx';

interface GuardedPageProps {
  user: CurrentUser | null | undefined;
  handle: PageHandle;
  leave?: Leave;
  children: ReactNode;
}

/** The page, or what stands in its place for whoever may not see it. */
export function GuardedPage({ user, handle, leave = replaceByBrowser, children }: GuardedPageProps) {
  const isOnWayBack = useIsOnWayBack();
  // Also where visitors may look: somebody new would find nothing there to go on with.
  const mustChoose = isOnWayBack && user?.userType === null && !handle.givesType;
  switch (mustChoose ? 'selection' : decideAccess(user, handle)) {
    case 'wait':
      return <LoadingState />;
    case 'landing':
      return <SentToLanding handle={handle} leave={leave} />;
    case 'selection':
      return <UserTypeSelection isOnWayBack={isOnWayBack} />;
    case 'denied':
      // Nobody who has signed in as who they are asked for this page: they begin at home.
      return isOnWayBack ? <Navigate to="/" replace /> : <AccessDenied roles={handle.roles ?? []} />;
    case 'show':
      return children;
  }
}

/** Visitors learn there what this is about; once they have signed in they see the page that they asked for. */
function SentToLanding({ handle: { isPassing }, leave }: { handle: PageHandle; leave: Leave }) {
  const remember = useRememberWayBack();
  useEffect(() => {
    if (!isPassing) remember();
    // The server answers it without script.
    leave('/');
  }, [isPassing, remember, leave]);
  return <LoadingState />;
}
