import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { confirmIdentity, requestIdentityCode } from '../../contract.ts';
import { CodeField } from '../sign-in/code-field.tsx';
import { MailboxNote } from '../sign-in/mailbox-note.tsx';
import { ResendButton } from '../sign-in/resend-button.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { isWrongCode, getRemedy, SignInProblem } from '../sign-in/sign-in-outcome.tsx';
import { useCodeForm } from '../sign-in/use-code-form.ts';
import { useCurrentUser } from '../use-current-user.ts';

export interface IdentityConfirmation {
  /**
   * Returns true for 'auth/recent-required'. The dialog then asks for a mailed code or the second factor, and runs
   * `again` if it is right.
   */
  isNeededFor(error: CallError, again: () => void): boolean;
  /** Must be rendered outside any form. */
  dialog: ReactNode;
}

/** For calls that can be refused with 'auth/recent-required': call `isNeededFor` first in their error handler. */
export function useIdentityConfirmation(): IdentityConfirmation {
  const [again, setAgain] = useState<(() => void) | null>(null);
  const request = useCallMutation(requestIdentityCode);
  const retryCall = () => {
    setAgain(null);
    again?.();
  };
  return {
    isNeededFor(error, next) {
      if (error.code !== 'auth/recent-required') return false;
      setAgain(() => next);
      request.mutate({});
      return true;
    },
    dialog: (
      <Modal
        opened={again !== null}
        onClose={() => setAgain(null)}
        title={
          <Text component="span" ff="heading" fw={680} fz="xl">
            {t('Confirm it’s you')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        {asksForSecondFactor(request.error) ? (
          <SecondFactorConfirmation onConfirmed={retryCall} />
        ) : request.isPending && !request.error ? (
          <LoadingState />
        ) : hasFailed(request.error) ? (
          <NotSent error={request.error} isBusy={request.isPending} onRetry={() => request.mutate({})} />
        ) : (
          <IdentityForm onConfirmed={retryCall} />
        )}
      </Modal>
    ),
  };
}

function asksForSecondFactor(error: CallError | null): boolean {
  return error?.code === 'auth/second-factor-required';
}

function SecondFactorConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  return (
    <Stack gap="md">
      <Text>{t('To make this change, confirm with your second factor.')}</Text>
      <SecondFactorForm action={t('Confirm')} onProven={onConfirmed} />
    </Stack>
  );
}

/** If it was too soon for another code, the one mailed less than a minute ago still works. */
function hasFailed(error: CallError | null): error is CallError {
  return error !== null && error.code !== 'auth/resend-too-soon';
}

function NotSent({ error, isBusy, onRetry }: { error: CallError; isBusy: boolean; onRetry: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
        {getErrorText(error, t('We could not send you a code. Please try again.'))}
      </Alert>
      <Group justify="flex-end">
        <Button loading={isBusy} onClick={onRetry}>
          {t('Try again')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Mounted only while the dialog is open, so that its field starts empty. */
function IdentityForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { user } = useCurrentUser();
  const confirm = useCallMutation(confirmIdentity, { onSuccess: onConfirmed });
  const { field, onSubmit, startOver } = useCodeForm((code, select) => {
    if (!confirm.isPending) confirm.mutate({ body: { code } }, { onError: select });
  });
  const isWrong = isWrongCode(confirm.error);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>
          {rich(
            'To make this change, enter the six-digit code we sent to <b>{email}</b>. It expires in 10 minutes.',
            { b: <b /> },
            { email: user?.email ?? t('your email') },
          )}
        </Text>
        <CodeField {...field} isBusy={confirm.isPending} isWrong={isWrong} />
        {confirm.error && !isWrong ? (
          <SignInProblem error={confirm.error} remedy={getRemedy(confirm.error)} />
        ) : null}
        <MailboxNote email={user?.email ?? null} />
        <Stack gap="xs">
          <Button type="submit" loading={confirm.isPending}>
            {t('Confirm')}
          </Button>
          <ResendButton endpoint={requestIdentityCode} onSending={confirm.reset} onSent={startOver} />
        </Stack>
      </Stack>
    </form>
  );
}
