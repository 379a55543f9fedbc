import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import classes from './email-confirmation.module.css';

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

export function isWrongCode(error: CallError | null): boolean {
  return error?.code === 'auth/wrong-code' || error?.code === 'request/invalid';
}

export function getRemedy({ code }: CallError): string {
  if (code === 'auth/code-expired') return t('Choose Resend email to get one.');
  if (code === 'auth/no-pending') return t('Use the browser where you requested the code.');
  return '';
}

export function isDeadLink(error: CallError | null): boolean {
  return error?.code === 'auth/code-expired' || error?.code === 'request/invalid';
}

export function BackToSignIn({ isMain = false }: { isMain?: boolean }) {
  return (
    <Button component={Link} to="/auth/signin" variant={isMain ? 'filled' : 'default'}>
      {t('Back to Sign In')}
    </Button>
  );
}
