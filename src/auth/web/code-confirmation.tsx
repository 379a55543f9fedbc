import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CallError } from '#platform/web/call.ts';
import { usePublicConfig } from '#platform/web/use-public-config.ts';
import { AuthTitle } from './auth-frame.tsx';
import classes from './email-confirmation.module.css';
import type { Leave } from './leave.ts';
import { ResendButton } from './resend-button.tsx';
import { BackToSignIn, SignedInNotice, SignInProblem } from './sign-in-outcome.tsx';
import { useConfirmSignIn } from './use-confirm-sign-in.ts';

const CODE_LENGTH = 6;

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
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH && digits !== code) submit(digits);
  };
  const startOver = () => {
    setCode('');
    confirm.reset();
    input.current?.focus();
  };
  const isWrong = confirm.error?.code === 'auth/wrong-code' || confirm.error?.code === 'request/invalid';

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
          if (code.length === CODE_LENGTH) submit(code);
          else input.current?.focus();
        }}
      >
        <TextInput
          ref={input}
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
          classNames={{ input: classes.code }}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          readOnly={confirm.isPending}
          error={isWrong ? 'That code is not right. Please check the email and try again.' : undefined}
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
        <ResendButton onSent={startOver} />
        <BackToSignIn />
      </div>
    </>
  );
}

function remedyFor({ code }: CallError): string {
  if (code === 'auth/code-expired') return 'Press Resend email below for a fresh one.';
  if (code === 'auth/no-pending') return 'A code works only in the browser that asked for it.';
  return '';
}

/** Where mail goes in a local installation, and where to look for it elsewhere. */
function MailboxNote({ email }: { email: string | null }) {
  const config = usePublicConfig();
  if (!config) return null;
  if (!config.developmentMailbox) {
    return <p className={classes.note}>Nothing there? Please look in the spam folder too.</p>;
  }
  const search = email ? `?${new URLSearchParams({ to: email })}` : '';
  return (
    <p className={classes.note}>
      This installation sends no real mail. Read it in the{' '}
      <a href={`/dev/mailbox${search}`} target="_blank" rel="noreferrer">
        development mailbox
      </a>
      .
    </p>
  );
}
