import { Button } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { AuthTitle } from './auth-frame.tsx';
import classes from './email-confirmation.module.css';
import type { Leave } from '../browser-navigation.ts';
import { BackToSignIn, isDeadLink, SignedInNotice, SignInProblem } from './sign-in-outcome.tsx';
import { useConfirmSignIn } from './use-confirm-sign-in.ts';

/** Opening the link changes nothing, because mail scanners open links. */
export function LinkConfirmation({ token, leave }: { token: string; leave: Leave }) {
  const confirm = useConfirmSignIn(leave);
  const isDead = isDeadLink(confirm.error);
  if (confirm.isSuccess) return <SignedInNotice />;
  return (
    <>
      <AuthTitle title={t('Finish signing in')}>{t('The link in our email works once.')}</AuthTitle>
      {confirm.error ? (
        <SignInProblem error={confirm.error} remedy={t('Request a new email on the sign-in page.')} />
      ) : null}
      <div className={classes.ways}>
        {isDead ? null : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
            {t('Sign in')}
          </Button>
        )}
        <BackToSignIn isMain={isDead} />
      </div>
    </>
  );
}
