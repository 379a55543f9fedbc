import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { resendSignIn } from '../contract.ts';
import { AuthTitle } from './auth-frame.tsx';
import { CodeField, isCompleteCode } from './code-field.tsx';
import classes from './email-confirmation.module.css';
import type { Leave } from './leave.ts';
import { MailboxNote } from './mailbox-note.tsx';
import { ResendButton } from './resend-button.tsx';
import { BackToSignIn, isWrongCode, remedyFor, SignedInNotice, SignInProblem } from './sign-in-outcome.tsx';
import { useConfirmSignIn } from './use-confirm-sign-in.ts';

interface CodeConfirmationProps {
  /** As the address bar says; null where it says nothing. */
  email: string | null;
  leave: Leave;
}

export function CodeConfirmation({ email, leave }: CodeConfirmationProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const confirm = useConfirmSignIn(leave);
  const submit = (complete: string) => {
    if (confirm.isPending || confirm.isSuccess) return;
    confirm.mutate(
      { body: { code: complete } },
      // What was typed stays, selected, so that the next digit begins a new code.
      { onError: () => input.current?.select() },
    );
  };
  const startOver = () => {
    setCode('');
    confirm.reset();
    input.current?.focus();
  };
  const isWrong = isWrongCode(confirm.error);

  if (confirm.isSuccess) return <SignedInNotice />;
  return (
    <>
      <AuthTitle title="Check your email">
        We sent a six-digit code and a link to <b>{email ?? 'your email'}</b>. Both work once, for 10 minutes.
      </AuthTitle>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isCompleteCode(code)) submit(code);
          else input.current?.focus();
        }}
      >
        <CodeField
          ref={input}
          value={code}
          onChange={setCode}
          onComplete={submit}
          isBusy={confirm.isPending}
          isWrong={isWrong}
        />
        {confirm.error && !isWrong ? (
          <SignInProblem error={confirm.error} remedy={remedyFor(confirm.error)} />
        ) : null}
        <Button type="submit" size="lg" loading={confirm.isPending}>
          Sign in
        </Button>
      </form>
      <MailboxNote email={email} />
      <div className={classes.ways}>
        <ResendButton endpoint={resendSignIn} onSent={startOver} />
        <BackToSignIn />
      </div>
    </>
  );
}
