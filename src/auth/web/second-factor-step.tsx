import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SessionLack } from '#kernel/endpoint.ts';
import { signOut } from '../contract.ts';
import { AuthFrame, AuthTitle } from './auth-frame.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

interface SecondFactorStepProps {
  lack: SessionLack;
  artwork: ReactNode;
  /** The session is complete: whatever stands at this address can be shown. */
  onComplete: () => void;
}

/** Stands before every page while the session is not complete. The only other way is out. */
export function SecondFactorStep({ lack, artwork, onComplete }: SecondFactorStepProps) {
  return (
    <AuthFrame artwork={artwork} isForEverybody>
      {lack === 'proof' ? (
        <>
          <AuthTitle title="One more step">
            Your account has a second factor. Please confirm with it.
          </AuthTitle>
          <SecondFactorForm action="Continue" onProven={onComplete} />
        </>
      ) : (
        <>
          <AuthTitle title="Set up a second factor">
            Administrators need one here: reading your email must not be enough to act in your name. Until
            then nothing else is open to you.
          </AuthTitle>
          <SecondFactorSetUp hasApp={false} onAdded={onComplete} />
        </>
      )}
      <Button component="a" href={signOut.path} variant="subtle" color="gray">
        Sign out
      </Button>
    </AuthFrame>
  );
}
