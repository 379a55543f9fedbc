import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { deleteReturnPath, returnState, readReturnPath } from '#auth/web/return-path.ts';
import { t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { dashboardPaths } from './gates/access.ts';
import classes from './app-frame.module.css';
import { AppHeader } from './header/app-header.tsx';
import { SecondFactorGate } from './gates/second-factor-gate.tsx';

/**
 * The server sends the app at '/' only if there is a session cookie. If that has expired, the landing page is
 * shown.
 */
export default function Home({ landing }: { landing: ReactNode }) {
  const { user, error, refetch } = useCurrentUser();
  const [search] = useSearchParams();
  const hasJustSignedIn = search.get('auth') === 'success';
  useEffect(() => {
    if (!user || user.secondFactor || !hasJustSignedIn) return;
    showToast({
      title: t('Welcome to Promenade!'),
      message: t("You've successfully signed in."),
      tone: 'success',
    });
  }, [user, hasJustSignedIn]);

  if (error) {
    return (
      <div className={classes.frame}>
        <AppHeader user={undefined} />
        <main className={classes.content}>
          <ErrorState error={error} title={t('We cannot reach the server')} onRetry={() => void refetch()} />
        </main>
      </div>
    );
  }
  if (user === undefined) return <LoadingState />;
  if (user === null) return landing;
  return (
    <SecondFactorGate user={user}>
      {hasJustSignedIn ? <ReturnToRememberedPage user={user} /> : <RedirectHome user={user} />}
    </SecondFactorGate>
  );
}

function ReturnToRememberedPage({ user }: { user: CurrentUser }) {
  const clock = useClock();
  const [path] = useState(() => readReturnPath(user.id, clock.now()));
  useEffect(deleteReturnPath, []);
  return path === null ? <RedirectHome user={user} /> : <Navigate to={path} state={returnState} replace />;
}

function RedirectHome({ user: { userType } }: { user: CurrentUser }) {
  return <Navigate to={userType ? dashboardPaths[userType] : '/user-type-selection'} replace />;
}
