import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';

// Lazy: few users see it, and it loads the passkey code.
const SecondFactorScreen = lazy(() => import('./second-factor-screen.tsx'));

interface SecondFactorGateProps {
  user: CurrentUser | null | undefined;
  children: ReactNode;
}

/** Draws the second-factor screen at every address, unless the session is complete. */
export function SecondFactorGate({ user, children }: SecondFactorGateProps) {
  const client = useQueryClient();
  const lack = user?.secondFactor ?? null;
  // Setup completes the session before the user has read the recovery codes, so the screen stays until they
  // finish.
  const [isSettingUp, setIsSettingUp] = useState(false);
  // Set only when the lack begins: after the setup, the old `user` may render once more.
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
          // Queries failed until now. Retry them.
          void client.invalidateQueries().then(() => setIsSettingUp(false));
        }}
      />
    </Suspense>
  );
}
