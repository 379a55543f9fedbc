import { Button, Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TokenScope } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { createAccessToken, listAccessTokens, type NewAccessToken } from '../../access-token-contract.ts';
import { useIdentityConfirmation } from '../second-factor/identity-confirmation.tsx';
import { scopeLabels } from './scope-labels.ts';
import { ShownSecret } from './shown-secret.tsx';

// Object.keys loses the type of the keys.
const scopes = Object.keys(scopeLabels) as TokenScope[];

const lifetimes = [30, 90, 180, 365] as const;

export function CreateAccessToken() {
  const [isOpen, setIsOpen] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const identity = useIdentityConfirmation();
  const create = useCallMutation(createAccessToken, {
    invalidates: [listAccessTokens],
    onSuccess: (created) => {
      setIsOpen(false);
      setToken(created.token);
    },
    onError: (error, sent) => {
      // Otherwise the form stays as it was filled in.
      if (identity.isNeededFor(error, () => create.mutate(sent))) setIsOpen(false);
      else showErrorToast(error);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Create a token')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Create a token')}
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        <TokenForm isBusy={create.isPending} onSubmit={(body) => create.mutate({ body })} />
      </Modal>
      <SubjectModal
        subject={token}
        title={t('Copy your token')}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        onClose={() => undefined}
      >
        {(shown) => (
          <ShownSecret
            secret={shown}
            selectText={t('Select the token and copy it.')}
            savedText={t('I saved my token')}
            onSaved={() => setToken(null)}
          />
        )}
      </SubjectModal>
      {identity.dialog}
    </>
  );
}

function TokenForm({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (body: NewAccessToken) => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly TokenScope[]>([]);
  const [days, setDays] = useState<NewAccessToken['expiresInDays']>(90);
  const [isChecked, setIsChecked] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (name.trim() && chosen.length > 0) onSubmit({ name, scopes: [...chosen], expiresInDays: days });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('Name')}
          withAsterisk
          data-autofocus
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={isChecked && !name.trim() ? t('Enter a name') : null}
        />
        <Checkbox.Group
          label={t('What it may do')}
          withAsterisk
          value={[...chosen]}
          onChange={(values) => setChosen(scopes.filter((scope) => values.includes(scope)))}
          error={isChecked && chosen.length === 0 ? t('Choose at least one') : null}
        >
          <Stack gap={10} mt="xs">
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(scopeLabels[scope])} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label={t('Expires')}
          value={String(days)}
          data={lifetimes.map((count) => ({
            value: String(count),
            label: t('After {count, plural, one {# day} other {# days}}', { count }),
          }))}
          onChange={({ currentTarget }) =>
            setDays(lifetimes.find((count) => String(count) === currentTarget.value) ?? 90)
          }
        />
        <Button type="submit" loading={isBusy}>
          {t('Create')}
        </Button>
      </Stack>
    </form>
  );
}
