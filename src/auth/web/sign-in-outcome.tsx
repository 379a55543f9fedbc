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
      You are signed in. One moment...
    </output>
  );
}

/** Why the sign-in did not work and what to do about it. */
export function SignInProblem({ error, remedy }: { error: CallError; remedy: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" title="That did not work">
      {error.code === 'request/invalid'
        ? 'This link is not complete, or has ended.'
        : textOf(error, 'Something went wrong. Please try again.')}{' '}
      {remedy}
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

/** Used, expired, or not even a link of ours: pressing its button again cannot help. */
export function isDeadLink(error: CallError | null): boolean {
  return error?.code === 'auth/code-expired' || error?.code === 'request/invalid';
}

/** `isMain`: there is nothing else to do. */
export function BackToSignIn({ isMain = false }: { isMain?: boolean }) {
  return (
    <Button component={Link} to="/auth/signin" variant={isMain ? 'filled' : 'default'}>
      Back to Sign In
    </Button>
  );
}
