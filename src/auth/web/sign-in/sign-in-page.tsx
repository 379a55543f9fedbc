import { Alert, Divider } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
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

/** /auth/signin: sign-in with Google, or with email and role. New and existing accounts use the same form. */
export function SignInPage({ artwork, leave = assignLocation }: SignInPageProps) {
  const [search] = useSearchParams();
  return (
    <AuthFrame artwork={artwork}>
      <AuthTitle title="Sign in or sign up">
        We’ll email you a code, so there’s no password to remember.
      </AuthTitle>
      {search.get('error') === 'auth_failed' ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" title="Sign In Failed">
          Unable to sign in with Google. Please try again.
        </Alert>
      ) : null}
      {search.get('session') === 'ended' ? (
        <Alert icon={<IconInfoCircle aria-hidden />} title="You were signed out">
          Your session has ended. Sign in again to continue.
        </Alert>
      ) : null}
      {search.get('account') === 'deleted' ? (
        <Alert color="moss" icon={<IconCheck aria-hidden />}>
          Your account has been deleted. We emailed you a confirmation.
        </Alert>
      ) : null}
      <GoogleButton />
      <Divider label="or" />
      <SignInForm />
      <DemoAccounts leave={leave} />
      <p className={classes.terms}>
        You must be 18 or older. See our <a href="/terms">Terms of Service</a> and{' '}
        <a href="/privacy">Privacy Policy</a>.
      </p>
    </AuthFrame>
  );
}
