import { Alert, Divider } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#kernel/text.ts';
import { RichLink } from '#platform/web/rich-link.tsx';
import { rich } from '#platform/web/rich.ts';
import { AuthFrame, AuthTitle } from './auth-frame.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { GoogleButton } from './google-button.tsx';
import { type Leave, assignLocation } from '../browser-navigation.ts';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-form.module.css';

interface SignInPageProps {
  artwork?: ReactNode;
  leave?: Leave;
}

export function SignInPage({ artwork, leave = assignLocation }: SignInPageProps) {
  const [search] = useSearchParams();
  return (
    <AuthFrame artwork={artwork}>
      <AuthTitle title={t('Sign in or sign up')}>
        {t('We’ll email you a code, so there’s no password to remember.')}
      </AuthTitle>
      {search.get('error') === 'auth_failed' ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" title={t('Sign In Failed')}>
          {t('Unable to sign in with Google. Please try again.')}
        </Alert>
      ) : null}
      {search.get('session') === 'ended' ? (
        <Alert icon={<IconInfoCircle aria-hidden />} title={t('You were signed out')}>
          {t('Your session has ended. Sign in again to continue.')}
        </Alert>
      ) : null}
      {search.get('account') === 'deleted' ? (
        <Alert color="moss" icon={<IconCheck aria-hidden />}>
          {t('Your account has been deleted. We emailed you a confirmation.')}
        </Alert>
      ) : null}
      <GoogleButton />
      <Divider label={t('or')} />
      <SignInForm />
      <DemoAccounts leave={leave} />
      <p className={classes.terms}>
        {rich(
          'You must be 18 or older. See our <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>.',
          {
            terms: <RichLink href="/terms" />,
            privacy: <RichLink href="/privacy" />,
          },
        )}
      </p>
    </AuthFrame>
  );
}
