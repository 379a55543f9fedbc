import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { type CallError, textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { confirmIdentity, requestIdentityCode } from '../contract.ts';
import { CodeField, isCompleteCode } from './code-field.tsx';
import { MailboxNote } from './mailbox-note.tsx';
import { ResendButton } from './resend-button.tsx';
import { isWrongCode, remedyFor, SignInProblem } from './sign-in-outcome.tsx';
import { useCurrentUser } from './use-current-user.ts';

export interface IdentityConfirmation {
  /**
   * True where a call was refused because the sign-in is too long ago: a code is then mailed, the dialog takes it, and
   * `again` runs once it was right. What was typed stays where it is.
   */
  isNeededFor(error: CallError, again: () => void): boolean;
  /** Must stand on the screen, outside any form. */
  dialog: ReactNode;
}

/** For calls that may be refused with 'auth/recent-required': ask `isNeededFor` first where they fail. */
export function useIdentityConfirmation(): IdentityConfirmation {
  const [again, setAgain] = useState<(() => void) | null>(null);
  const request = useCallMutation(requestIdentityCode);
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
            Confirm that it is you
          </Text>
        }
        closeButtonProps={{ 'aria-label': 'Cancel' }}
      >
        {hasFailed(request.error) ? (
          <NotSent error={request.error} isBusy={request.isPending} onRetry={() => request.mutate({})} />
        ) : (
          <IdentityForm
            onConfirmed={() => {
              setAgain(null);
              again?.();
            }}
          />
        )}
      </Modal>
    ),
  };
}

/** Too soon means that a code was mailed a moment ago, and it still works. */
function hasFailed(error: CallError | null): error is CallError {
  return error !== null && error.code !== 'auth/resend-too-soon';
}

function NotSent({ error, isBusy, onRetry }: { error: CallError; isBusy: boolean; onRetry: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
        {textOf(error, 'We could not send you a code. Please try again.')}
      </Alert>
      <Group justify="flex-end">
        <Button loading={isBusy} onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Stack>
  );
}

/** Lives only while the dialog is open, so that its field is empty each time. */
function IdentityForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { user } = useCurrentUser();
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const confirm = useCallMutation(confirmIdentity, {
    onSuccess: onConfirmed,
    // What was typed stays, selected, so that the next digit begins a new code.
    onError: () => input.current?.select(),
  });
  const submit = (complete: string) => {
    if (!confirm.isPending) confirm.mutate({ body: { code: complete } });
  };
  const startOver = () => {
    setCode('');
    confirm.reset();
    input.current?.focus();
  };
  const isWrong = isWrongCode(confirm.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isCompleteCode(code)) submit(code);
        else input.current?.focus();
      }}
    >
      <Stack gap="md">
        <Text>
          You signed in a while ago. For this change we sent a six-digit code to{' '}
          <b>{user?.email ?? 'your email'}</b>; it works once, for 10 minutes.
        </Text>
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
        <MailboxNote email={user?.email ?? null} />
        <Stack gap="xs">
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
          <ResendButton endpoint={requestIdentityCode} onSent={startOver} />
        </Stack>
      </Stack>
    </form>
  );
}
