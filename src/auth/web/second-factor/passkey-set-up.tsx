import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { call } from '#platform/web/call.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { beginPasskey, confirmPasskey, type PasskeyCreation } from '../../second-factor-contract.ts';
import { createPasskey, passkeyProblem } from './passkey-browser.ts';
import { secondFactorQueries } from './second-factor-changes.ts';

interface PasskeySetUpProps {
  creation: PasskeyCreation | null;
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

export function PasskeySetUp({ creation, onClose, onAdded }: PasskeySetUpProps) {
  return (
    <SubjectModal subject={creation} title={t('Add a passkey')} closeLabel={t('Cancel')} onClose={onClose}>
      {(begun) => <PasskeyForm creation={begun} onAdded={onAdded} />}
    </SubjectModal>
  );
}

interface PasskeyFormProps extends Pick<PasskeySetUpProps, 'onAdded'> {
  creation: PasskeyCreation;
}

function PasskeyForm({ creation, onAdded }: PasskeyFormProps) {
  const [name, setName] = useState('');
  // A challenge can be answered only once, so only the first try uses the one passed in.
  const unused = useRef<PasskeyCreation | null>(creation);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      const asked = unused.current ?? (await call(beginPasskey));
      unused.current = null;
      const passkey = await createPasskey(asked);
      return call(confirmPasskey, { body: { passkey, name: name.trim() || undefined } });
    },
    onSuccess: async ({ recoveryCodes }) => {
      await invalidateEndpoints(client, secondFactorQueries);
      onAdded(recoveryCodes);
    },
    networkMode: 'always',
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) create.mutate();
      }}
    >
      <Stack gap="md">
        <Text>{t('Your device will ask for your fingerprint, face, PIN or security key.')}</Text>
        <TextInput
          data-autofocus
          label={t('Name')}
          description={t('For example, the device it’s on.')}
          placeholder={t('My laptop')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {create.error ? (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {passkeyProblem(create.error)}
          </Alert>
        ) : null}
        <Button type="submit" loading={create.isPending}>
          {t('Create passkey')}
        </Button>
      </Stack>
    </form>
  );
}
