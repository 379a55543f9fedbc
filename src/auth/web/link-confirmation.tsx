import { Button } from '@mantine/core';
import { AuthTitle } from './auth-frame.tsx';
import classes from './email-confirmation.module.css';
import type { Leave } from './leave.ts';
import { BackToSignIn, isDeadLink, SignedInNotice, SignInProblem } from './sign-in-outcome.tsx';
import { useConfirmSignIn } from './use-confirm-sign-in.ts';

/** The mailed link. Opening it changes nothing, because mail scanners open links too; the button does. */
export function LinkConfirmation({ token, leave }: { token: string; leave: Leave }) {
  const confirm = useConfirmSignIn(leave);
  const isDead = isDeadLink(confirm.error);
  if (confirm.isSuccess) return <SignedInNotice />;
  return (
    <>
      <AuthTitle title="One more press">You opened the link from our email. It signs you in once.</AuthTitle>
      {confirm.error ? (
        <SignInProblem
          error={confirm.error}
          remedy="You can ask for a new email on the sign-in page; it takes a moment."
        />
      ) : null}
      <div className={classes.ways}>
        {isDead ? null : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
            Sign in
          </Button>
        )}
        <BackToSignIn isMain={isDead} />
      </div>
    </>
  );
}
