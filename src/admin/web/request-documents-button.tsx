import { Button } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { requestVerification } from '../contract.ts';

interface AskToVerifyProps {
  id: string;
  name: string;
  className?: string | undefined;
}

export function RequestDocumentsButton({ id, name, className }: AskToVerifyProps) {
  const ask = useCallMutation(requestVerification, {
    onSuccess: ({ message }) => showToast({ title: t('Request sent'), message, tone: 'success' }),
    onError: (error) => showErrorToast(error, t('We couldn’t send the request. Please try again.')),
  });
  return (
    <Button
      {...(className ? { className } : {})}
      size="sm"
      variant="default"
      loading={ask.isPending}
      disabled={ask.isSuccess}
      aria-label={t('Request documents from {name}', { name })}
      onClick={() => ask.mutate({ params: { id } })}
    >
      {t('Request documents')}
    </Button>
  );
}
