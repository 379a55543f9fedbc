import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';

// Lazy: nearly nobody sees it, and it brings the means of passkeys along.
const SecondFactorScreen = lazy(() => import('./second-factor-screen.tsx'));

interface SecondFactorGateProps {
  user: CurrentUser | null | undefined;
  children: ReactNode;
}

/** Shows what is asked of a session that is not complete, instead of the page, at whatever address. */
export function SecondFactorGate({ user, children }: SecondFactorGateProps) {
  const client = useQueryClient();
  const lack = user?.secondFactor ?? null;
  // Setting one up completes the session before the recovery codes are read, so that screen stays until its end.
  const [isSettingUp, setIsSettingUp] = useState(false);
  // It begins where the lack begins: at the end `user` may be rendered one last time as it was before.
  const [knownLack, setKnownLack] = useState<typeof lack>(null);
  if (lack !== knownLack) {
    setKnownLack(lack);
    if (lack === 'enrolment') setIsSettingUp(true);
  }
  const shown = lack === null && isSettingUp && user ? 'enrolment' : lack;
  if (shown === null) return children;
  return (
    <Suspense fallback={<LoadingState />}>
      <SecondFactorScreen
        lack={shown}
        onComplete={() => {
          // What was refused until now is asked again.
          void client.invalidateQueries().then(() => setIsSettingUp(false));
        }}
      />
    </Suspense>
  );
}
