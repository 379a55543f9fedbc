import { Button } from '@mantine/core';
import { useCountdown } from '#platform/web/clock.ts';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { requestIdentityCode, resendSignIn } from '../contract.ts';

const RESEND_AFTER_SECONDS = 60;

interface ResendButtonProps {
  endpoint: typeof resendSignIn | typeof requestIdentityCode;
  onSent: () => void;
}

/** Locked for a minute, then mails the code again; pressing it begins the next minute, whatever comes of it. */
export function ResendButton({ endpoint, onSent }: ResendButtonProps) {
  const { secondsLeft, restart } = useCountdown(RESEND_AFTER_SECONDS);
  const resend = useCallMutation(endpoint, {
    onSuccess: ({ message }) => {
      showToast({ title: 'Email sent', message, tone: 'success' });
      onSent();
    },
    onError: (error) =>
      showToast({
        title: 'Failed to resend email',
        message: textOf(error, 'Please try again in a minute.'),
        tone: 'error',
      }),
  });
  return (
    <Button
      variant="default"
      disabled={secondsLeft > 0}
      loading={resend.isPending}
      onClick={() => {
        restart();
        resend.mutate({});
      }}
    >
      {secondsLeft > 0 ? `Resend email in ${secondsLeft} s` : 'Resend email'}
    </Button>
  );
}
