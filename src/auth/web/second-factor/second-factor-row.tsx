import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { Row } from '#platform/web/ui/layout/row-list.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import {
  factorNames,
  removeSecondFactor,
  renameSecondFactor,
  type SecondFactor,
} from '../../second-factor-contract.ts';
import type { IdentityConfirmation } from './identity-confirmation.tsx';
import { secondFactorQueries } from './second-factor-changes.ts';
import classes from './second-factor.module.css';

interface SecondFactorRowProps {
  factor: SecondFactor;
  /** Removing it also ends the recovery codes, and sign-ins ask for no second factor. */
  isLast: boolean;
  identity: IdentityConfirmation;
}

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
      showErrorToast(error);
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
  const times = {
    kind: factor.name === t(factorNames[factor.kind]) ? 'named' : factor.kind,
    added: formatDay(factor.createdAt),
  };
  const detail = factor.lastUsedAt
    ? t(
        '{kind, select, named {Added} totp {Authenticator app, added} other {Passkey, added}} {added}, last used {used}',
        { ...times, used: formatDay(factor.lastUsedAt) },
      )
    : t(
        '{kind, select, named {Added} totp {Authenticator app, added} other {Passkey, added}} {added}, not used yet',
        times,
      );
  return (
    <Row
      picture={
        <span className={classes.icon} aria-hidden>
          {factor.kind === 'totp' ? <IconDeviceMobile size={22} /> : <IconFingerprint size={22} />}
        </span>
      }
      name={factor.name}
      detail={detail}
    >
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={t('Rename {name}', { name: factor.name })}
          onClick={() => {
            setName(factor.name);
            setAsked('rename');
          }}
        >
          {t('Rename')}
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-label={t('Remove {name}', { name: factor.name })}
          loading={remove.isPending}
          onClick={() => setAsked('remove')}
        >
          {t('Remove')}
        </Button>
      </div>
      <Modal
        opened={asked === 'rename'}
        onClose={() => setAsked(null)}
        title={<DialogTitle text={t('Rename')} />}
        closeButtonProps={{ 'aria-label': t('Cancel') }}
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
              label={t('Name')}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={name.trim() ? undefined : t('Enter a name')}
            />
            <Button type="submit" loading={rename.isPending}>
              {t('Save')}
            </Button>
          </Stack>
        </form>
      </Modal>
      <Modal
        opened={asked === 'remove'}
        onClose={() => setAsked(null)}
        title={<DialogTitle text={t('Remove {name}?', { name: factor.name })} />}
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        <Stack gap="md">
          <Text>
            {isLast
              ? t(
                  'This is your last second factor. You’ll sign in with an emailed code only, and your recovery codes will stop working.',
                )
              : t('You won’t be able to sign in with it. Your other second factors still work.')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsked(null)}>
              {t('Keep it')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ params })}>
              {t('Remove')}
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
