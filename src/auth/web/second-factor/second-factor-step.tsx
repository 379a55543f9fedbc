import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SessionLack } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { signOut } from '../../contract.ts';
import { AuthFrame, AuthTitle } from '../sign-in/auth-frame.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

interface SecondFactorStepProps {
  lack: SessionLack;
  artwork: ReactNode;
  onComplete: () => void;
}

/** The user can only finish this step or sign out. */
export function SecondFactorStep({ lack, artwork, onComplete }: SecondFactorStepProps) {
  return (
    <AuthFrame artwork={artwork} showsWhenSignedIn>
      {lack === 'proof' ? (
        <>
          <AuthTitle title={t('One more step')}>{t('Confirm it’s you with your second factor.')}</AuthTitle>
          <SecondFactorForm action={t('Continue')} onProven={onComplete} />
        </>
      ) : (
        <>
          <AuthTitle title={t('Set up a second factor')}>
            {t('Administrators need a second factor to continue.')}
          </AuthTitle>
          <SecondFactorSetUp hasApp={false} onAdded={onComplete} />
        </>
      )}
      <Button component="a" href={signOut.path} variant="subtle" color="gray">
        {t('Sign out')}
      </Button>
    </AuthFrame>
  );
}
