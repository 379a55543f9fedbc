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

/** Wrong, or not even a code: what is said beside the field. */
export function isWrongCode(error: CallError | null): boolean {
  return error?.code === 'auth/wrong-code' || error?.code === 'request/invalid';
}

/** What to do where a code was refused for another reason. */
export function remedyFor({ code }: CallError): string {
  if (code === 'auth/code-expired') return 'Press Resend email below for a fresh one.';
  if (code === 'auth/no-pending') return 'A code works only in the browser that asked for it.';
  return '';
}

export function BackToSignIn() {
  return (
    <Button component={Link} to="/auth/signin" variant="default">
      Back to Sign In
    </Button>
  );
}
