import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { usePolledCurrentUser } from '#auth/web/use-current-user.ts';
import { useExpireReturnPath } from '#auth/web/return-path.ts';
import { t } from '#kernel/text.ts';
import { useKeepPush } from '#notifications/web/use-push.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { usePageHandle } from '#platform/web/page.ts';
import { Settling } from '#platform/web/ui/states/settling.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import '../pages.tsx';
import classes from './app-frame.module.css';
import { AppHeader } from './header/app-header.tsx';
import { useFollowLanguage } from './use-follow-language.ts';
import { GuardedPage } from './gates/guarded-page.tsx';
import { SecondFactorGate } from './gates/second-factor-gate.tsx';
import { SessionGate } from './gates/session-gate.tsx';

/** Lazy: only an installation that creates its demo world needs it. */
const DemoWorldProgress = lazy(() => import('./gates/demo-world-progress.tsx'));
/** Lazy: only marketers need it. */
const TrackingKeeper = lazy(() => import('#tracking/web/tracker/background-tracking.tsx'));
const ProofKeeper = lazy(() => import('#proofs/web/draft/proof-keeper.tsx'));

/** The header and the gates around a page of the app. */
export function Frame({ children }: { children: ReactNode }) {
  const { user, error, refetch } = usePolledCurrentUser();
  const handle = usePageHandle();
  const demoWorldPercent = usePublicConfig()?.demoWorldPercent ?? null;
  const route = useMatches().at(-1)?.id;
  // A field named by the URL is focused at once, which a hidden one cannot be.
  const { hash } = useLocation();
  useReloadOnAccountChange(user?.id);
  useExpireReturnPath();
  useKeepPush(user?.id);
  useFollowLanguage(user);
  return (
    <SessionGate user={user}>
      <SecondFactorGate user={user}>
        <div className={classes.frame}>
          <a className={classes.skip} href="#content">
            {t('Skip to content')}
          </a>
          <AppHeader user={user} />
          {/* Also if the user cannot be loaded: without a connection, tracking continues and proofs wait. */}
          {error || user?.userType === 'marketer' ? (
            <Suspense fallback={null}>
              <TrackingKeeper accountId={user?.id} />
              <ProofKeeper accountId={user?.id} />
            </Suspense>
          ) : null}
          <main className={classes.content} id="content" tabIndex={-1}>
            {demoWorldPercent !== null ? (
              <Suspense fallback={null}>
                <DemoWorldProgress percent={demoWorldPercent} onEnd={refetch} />
              </Suspense>
            ) : error ? (
              <ErrorState
                error={error}
                title={t('We cannot reach the server')}
                onRetry={() => void refetch()}
              />
            ) : (
              <GuardedPage user={user} handle={handle}>
                <Settling isOn={handle.appearsAtOnce === true && hash === ''} key={route}>
                  {children}
                </Settling>
              </GuardedPage>
            )}
          </main>
        </div>
      </SecondFactorGate>
    </SessionGate>
  );
}

/** If another tab has signed in as another user, the loaded data belongs to the previous one. */
function useReloadOnAccountChange(userId: string | undefined) {
  const seen = useRef(userId);
  useEffect(() => {
    if (userId === undefined) return;
    if (seen.current !== undefined && seen.current !== userId) window.location.assign('/');
    seen.current = userId;
  }, [userId]);
}
