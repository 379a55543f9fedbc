import { Button } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { resendSignIn } from '../../contract.ts';
import { AuthTitle } from './auth-frame.tsx';
import { CodeField } from './code-field.tsx';
import classes from './email-confirmation.module.css';
import type { Leave } from '../browser-navigation.ts';
import { MailboxNote } from './mailbox-note.tsx';
import { ResendButton } from './resend-button.tsx';
import { BackToSignIn, isWrongCode, getRemedy, SignedInNotice, SignInProblem } from './sign-in-outcome.tsx';
import { useCodeForm } from './use-code-form.ts';
import { useConfirmSignIn } from './use-confirm-sign-in.ts';

interface CodeConfirmationProps {
  email: string | null;
  leave: Leave;
}

export function CodeConfirmation({ email, leave }: CodeConfirmationProps) {
  const confirm = useConfirmSignIn(leave);
  const { field, onSubmit, startOver } = useCodeForm((code, select) => {
    if (confirm.isPending || confirm.isSuccess) return;
    confirm.mutate({ body: { code } }, { onError: select });
  });
  const isWrong = isWrongCode(confirm.error);

  if (confirm.isSuccess) return <SignedInNotice />;
  return (
    <>
      <AuthTitle title={t('Check your email')}>
        {email === null
          ? rich(
              'If you asked to sign in, we sent a six-digit code and a link to <b>your email</b>. They work once and expire in 10 minutes.',
              { b: <b /> },
            )
          : rich(
              'We sent a six-digit code and a link to <b>{email}</b>. They work once and expire in 10 minutes.',
              { b: <b /> },
              { email },
            )}
      </AuthTitle>
      <form className={classes.form} noValidate onSubmit={onSubmit}>
        <CodeField {...field} isBusy={confirm.isPending} isWrong={isWrong} />
        {confirm.error && !isWrong ? (
          <SignInProblem error={confirm.error} remedy={getRemedy(confirm.error)} />
        ) : null}
        <Button type="submit" size="lg" loading={confirm.isPending}>
          {t('Sign in')}
        </Button>
      </form>
      <MailboxNote email={email} />
      <div className={classes.ways}>
        <ResendButton endpoint={resendSignIn} onSending={confirm.reset} onSent={startOver} />
        <BackToSignIn />
      </div>
    </>
  );
}
