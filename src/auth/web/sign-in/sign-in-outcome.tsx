import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import classes from './email-confirmation.module.css';

/** Shown for the second before the browser leaves. */
export function SignedInNotice() {
  return (
    <output className={classes.done}>
      <span className={classes.tick}>
        <IconCheck size={24} aria-hidden />
      </span>
      {t('You are signed in. Opening Promenade...')}
    </output>
  );
}

export function SignInProblem({ error, remedy }: { error: CallError; remedy: ReactNode }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" title={t('Not confirmed')}>
      {error.code === 'request/invalid'
        ? t('This link is incomplete or has expired.')
        : getErrorText(error, t('Something went wrong. Please try again.'))}{' '}
      {remedy}
    </Alert>
  );
}

/** Returns true if the code was wrong or malformed. The message then appears beside the field. */
export function isWrongCode(error: CallError | null): boolean {
  return error?.code === 'auth/wrong-code' || error?.code === 'request/invalid';
}

/** Returns what the user can do if a code was refused for another reason, or an empty string. */
export function getRemedy({ code }: CallError): string {
  if (code === 'auth/code-expired') return t('Choose Resend email to get one.');
  if (code === 'auth/no-pending') return t('Use the browser where you requested the code.');
  return '';
}

/**
 * Returns true if the link was used, has expired or is malformed, so that pressing its button again cannot
 * help.
 */
export function isDeadLink(error: CallError | null): boolean {
  return error?.code === 'auth/code-expired' || error?.code === 'request/invalid';
}

/** `isMain` makes this the main button, because the user can do nothing else here. */
export function BackToSignIn({ isMain = false }: { isMain?: boolean }) {
  return (
    <Button component={Link} to="/auth/signin" variant={isMain ? 'filled' : 'default'}>
      {t('Back to Sign In')}
    </Button>
  );
}
