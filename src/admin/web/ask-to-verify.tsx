import { Button } from '@mantine/core';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { askToVerify } from '../contract.ts';

interface AskToVerifyProps {
  id: string;
  name: string;
  className?: string | undefined;
}

/** Asks somebody to hand in their documents; once a day is enough. */
export function AskToVerify({ id, name, className }: AskToVerifyProps) {
  const ask = useCallMutation(askToVerify, {
    onSuccess: ({ message }) => showToast({ title: 'Asked', message, tone: 'success' }),
    onError: (error) =>
      showToast({
        title: 'Error',
        message: textOf(error, 'They could not be asked. Please try again.'),
        tone: 'error',
      }),
  });
  return (
    <Button
      {...(className ? { className } : {})}
      size="sm"
      variant="default"
      loading={ask.isPending}
      disabled={ask.isSuccess}
      aria-label={`Ask for documents of ${name}`}
      onClick={() => ask.mutate({ params: { id } })}
    >
      Ask for documents
    </Button>
  );
}
