import { Button } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useCountdown } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import type { requestIdentityCode, resendSignIn } from '../../contract.ts';

const RESEND_AFTER_SECONDS = 60;

interface ResendButtonProps {
  endpoint: typeof resendSignIn | typeof requestIdentityCode;
  onSending: () => void;
  onSent: () => void;
}

export function ResendButton({ endpoint, onSending, onSent }: ResendButtonProps) {
  const { secondsLeft, restart, end } = useCountdown(RESEND_AFTER_SECONDS);
  const resend = useCallMutation(endpoint, {
    onSuccess: ({ message }) => {
      showToast({ title: t('Email sent'), message, tone: 'success' });
      onSent();
    },
    onError: (error) => {
      // The server mailed a code less than a minute ago, so the countdown stays.
      if (error.code !== 'auth/resend-too-soon') end();
      showErrorToast(error, t('Please try again in a minute.'), t('Failed to resend email'));
    },
  });
  return (
    <Button
      variant="default"
      disabled={secondsLeft > 0}
      loading={resend.isPending}
      onClick={() => {
        restart();
        onSending();
        resend.mutate({});
      }}
    >
      {secondsLeft > 0 ? t('Resend email in {seconds} s', { seconds: secondsLeft }) : t('Resend email')}
    </Button>
  );
}
