import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Row } from '#platform/web/ui/layout/row-list.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { removeSecondFactor, renameSecondFactor, type SecondFactor } from '../../second-factor-contract.ts';
import type { IdentityConfirmation } from './identity-confirmation.tsx';
import { secondFactorQueries } from './second-factor-changes.ts';
import classes from './second-factor.module.css';

interface SecondFactorRowProps {
  factor: SecondFactor;
  /** Removing the last factor also ends the recovery codes, and sign-ins ask for no second factor. */
  isLast: boolean;
  identity: IdentityConfirmation;
}

const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

export function SecondFactorRow({ factor, isLast, identity }: SecondFactorRowProps) {
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const params = { id: factor.id };
  const after = (again: () => void) => ({
    invalidates: secondFactorQueries,
    onSuccess: ({ message }: { message: string }) => {
      setAsked(null);
      showToast({ title: factor.name, message, tone: 'success' });
    },
    onError: (error: CallError) => {
      setAsked(null);
      if (identity.isNeededFor(error, again)) return;
      showToast({
        title: 'Error',
        message: getErrorText(error, 'Something went wrong. Please try again.'),
        tone: 'error',
      });
    },
  });
  const [name, setName] = useState(factor.name);
  const rename = useCallMutation(
    renameSecondFactor,
    after(() => rename.mutate({ params, body: { name } })),
  );
  const remove = useCallMutation(
    removeSecondFactor,
    after(() => remove.mutate({ params })),
  );
  const added = factor.name === kinds[factor.kind] ? 'Added' : `${kinds[factor.kind]}, added`;
  const lastUse = factor.lastUsedAt ? `last used ${formatDay(factor.lastUsedAt)}` : 'not used yet';
  return (
    <Row
      picture={
        <span className={classes.icon} aria-hidden>
          {factor.kind === 'totp' ? <IconDeviceMobile size={22} /> : <IconFingerprint size={22} />}
        </span>
      }
      name={factor.name}
      detail={`${added} ${formatDay(factor.createdAt)}, ${lastUse}`}
    >
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={`Rename ${factor.name}`}
          onClick={() => {
            setName(factor.name);
            setAsked('rename');
          }}
        >
          Rename
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-label={`Remove ${factor.name}`}
          loading={remove.isPending}
          onClick={() => setAsked('remove')}
        >
          Remove
        </Button>
      </div>
      <Modal
        opened={asked === 'rename'}
        onClose={() => setAsked(null)}
        title={<DialogTitle text="Rename" />}
        closeButtonProps={{ 'aria-label': 'Cancel' }}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) rename.mutate({ params, body: { name } });
          }}
        >
          <Stack gap="md">
            <TextInput
              data-autofocus
              label="Name"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={name.trim() ? undefined : 'Enter a name'}
            />
            <Button type="submit" loading={rename.isPending}>
              Save
            </Button>
          </Stack>
        </form>
      </Modal>
      <Modal
        opened={asked === 'remove'}
        onClose={() => setAsked(null)}
        title={<DialogTitle text={`Remove ${factor.name}?`} />}
        closeButtonProps={{ 'aria-label': 'Cancel' }}
      >
        <Stack gap="md">
          <Text>
            {isLast
              ? 'This is your last second factor. You’ll sign in with an emailed code only, and your recovery codes will stop working.'
              : 'You won’t be able to sign in with it. Your other second factors still work.'}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsked(null)}>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ params })}>
              Remove
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Row>
  );
}

function DialogTitle({ text }: { text: string }) {
  return (
    <Text component="span" ff="heading" fw={680} fz="xl">
      {text}
    </Text>
  );
}
