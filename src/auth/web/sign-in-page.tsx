import { Alert, Divider } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame, AuthTitle } from './auth-frame.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { GoogleButton } from './google-button.tsx';
import { type Leave, leaveByBrowser } from './leave.ts';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-form.module.css';

interface SignInPageProps {
  artwork?: ReactNode;
  leave?: Leave;
}

/** /auth/signin: the identity provider, or email and role. New and known addresses take the same way. */
export function SignInPage({ artwork, leave = leaveByBrowser }: SignInPageProps) {
  const [search] = useSearchParams();
  return (
    <AuthFrame artwork={artwork}>
      <AuthTitle title="Come on in.">
        Sign in or create your account. We send you a code, so there is no password to remember.
      </AuthTitle>
      {search.get('error') === 'auth_failed' ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" title="Sign In Failed">
          Unable to sign in with Google. Please try again.
        </Alert>
      ) : null}
      {search.get('session') === 'ended' ? (
        <Alert color="ember" icon={<IconInfoCircle aria-hidden />} title="You were signed out">
          Your session has ended. Sign in again to go on.
        </Alert>
      ) : null}
      {search.get('account') === 'deleted' ? (
        <Alert color="moss" icon={<IconCheck aria-hidden />}>
          Your account is deleted. We sent a last mail to its address.
        </Alert>
      ) : null}
      <GoogleButton />
      <Divider label="or" />
      <SignInForm />
      <DemoAccounts leave={leave} />
      <p className={classes.terms}>
        You must be 18 or older. What we agree on stands in the <a href="/terms">Terms of Service</a> and the{' '}
        <a href="/privacy">Privacy Policy</a>.
      </p>
    </AuthFrame>
  );
}
