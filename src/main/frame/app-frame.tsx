import { useEffect, useRef } from 'react';
import { Outlet } from 'react-router';
import { usePolledCurrentUser } from '#auth/web/use-current-user.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { AccessDenied } from './access-denied.tsx';
import { decideAccess } from './access.ts';
import '../pages.tsx';
import classes from './app-frame.module.css';
import { AppHeader } from './app-header.tsx';
import { FullNavigation } from './full-navigation.tsx';
import { usePageHandle } from './page-handle.ts';
import { UserTypeSelection } from './user-type-selection.tsx';

/** The layout of every page of the app: header, guard, page. */
export default function AppFrame() {
  const { user, error, refetch } = usePolledCurrentUser();
  useFreshStartForAnotherAccount(user?.id);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <AppHeader user={user} />
      <main className={classes.content} id="content" tabIndex={-1}>
        {error ? (
          <ErrorState error={error} title="We cannot reach the server" onRetry={() => void refetch()} />
        ) : (
          <GuardedPage user={user} />
        )}
      </main>
    </div>
  );
}

function GuardedPage({ user }: { user: ReturnType<typeof usePolledCurrentUser>['user'] }) {
  const handle = usePageHandle();
  switch (decideAccess(user, handle)) {
    case 'wait':
      return <LoadingState />;
    case 'landing':
      return <FullNavigation to="/" />;
    case 'selection':
      return <UserTypeSelection />;
    case 'denied':
      return <AccessDenied roles={handle.roles ?? []} />;
    case 'show':
      return <Outlet />;
  }
}

/** Another tab may have signed in as somebody else; what this page has read belongs to the person before. */
function useFreshStartForAnotherAccount(userId: string | undefined) {
  const seen = useRef(userId);
  useEffect(() => {
    if (userId === undefined) return;
    if (seen.current !== undefined && seen.current !== userId) window.location.assign('/');
    seen.current = userId;
  }, [userId]);
}
