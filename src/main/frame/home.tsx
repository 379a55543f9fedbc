import { type ReactNode, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { dashboardOf } from './access.ts';

/**
 * '/' in the browser. The server sends the app here only where there is a session cookie; one that has run out
 * leads to the landing page after all.
 */
export default function Home({ landing }: { landing: ReactNode }) {
  const { user, error, refetch } = useCurrentUser();
  const [search] = useSearchParams();
  const hasJustSignedIn = search.get('auth') === 'success';
  useEffect(() => {
    if (!user || !hasJustSignedIn) return;
    showToast({
      title: 'Welcome to Promenade!',
      message: "You've successfully signed in.",
      tone: 'success',
    });
  }, [user, hasJustSignedIn]);

  if (error)
    return <ErrorState error={error} title="We cannot reach the server" onRetry={() => void refetch()} />;
  if (user === undefined) return <LoadingState />;
  if (user === null) return landing;
  return <Navigate to={user.userType ? dashboardOf[user.userType] : '/user-type-selection'} replace />;
}
