import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type CallError, textOf } from '#platform/web/call.ts';
import classes from './email-confirmation.module.css';

/** For the second in which the browser is about to leave. */
export function SignedInNotice() {
  return (
    <output className={classes.done}>
      <span className={classes.tick}>
        <IconCheck size={24} aria-hidden />
      </span>
      You are signed in. Taking you home...
    </output>
  );
}

/** Why the sign-in did not work and what to do about it. */
export function SignInProblem({ error, remedy }: { error: CallError; remedy: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" title="That did not work">
      {textOf(error, 'Something went wrong. Please try again.')} {remedy}
    </Alert>
  );
}

export function BackToSignIn() {
  return (
    <Button component={Link} to="/auth/signin" variant="default">
      Back to Sign In
    </Button>
  );
}
