import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { createWebhook, listOwnWebhooks, type NewWebhook } from '../contract.ts';
import { EventsField } from './events-field.tsx';
import { NewSecret } from './new-secret.tsx';
import { listEventsFor } from './webhook-labels.ts';

export function CreateWebhook({ userType }: { userType: CurrentUser['userType'] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const identity = useIdentityConfirmation();
  const create = useCallMutation(createWebhook, {
    invalidates: [listOwnWebhooks],
    onSuccess: (created) => {
      setIsOpen(false);
      setSecret(created.secret);
    },
    onError: (error, sent) => {
      // Otherwise the form stays as it was filled in.
      if (identity.isNeededFor(error, () => create.mutate(sent))) setIsOpen(false);
      else if (!getAddressError(error)) showErrorToast(error);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Add a webhook')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Add a webhook')}
        closeButtonProps={{ 'aria-label': t('Cancel') }}
      >
        <WebhookForm
          userType={userType}
          isBusy={create.isPending}
          addressError={create.error && getAddressError(create.error)}
          onSubmit={(body) => create.mutate({ body })}
        />
      </Modal>
      <NewSecret secret={secret} onSaved={() => setSecret(null)} />
      {identity.dialog}
    </>
  );
}

/** Null if the error is about something else. */
function getAddressError(error: CallError): string | null {
  if (error.code === 'webhook/address')
    return getErrorText(error, t('Enter an address that starts with https://'));
  return error.fields['url'] ?? null;
}

interface WebhookFormProps {
  userType: CurrentUser['userType'];
  isBusy: boolean;
  addressError: string | null;
  onSubmit: (body: NewWebhook) => void;
}

function WebhookForm({ userType, isBusy, addressError, onSubmit }: WebhookFormProps) {
  const [url, setUrl] = useState('');
  const [refusedUrl, setRefusedUrl] = useState<string | null>(null);
  const [events, setEvents] = useState(() => listEventsFor(userType));
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = !/^https?:\/\/./.test(url.trim());
  const urlError =
    isChecked && isMissing
      ? t('Enter an address that starts with https://')
      : refusedUrl === url
        ? addressError
        : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        setRefusedUrl(url);
        if (!isMissing && events.length > 0) onSubmit({ url: url.trim(), events });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('Address')}
          description={t('We send each event there as a signed POST request.')}
          placeholder="https://example.com/webhooks"
          type="url"
          withAsterisk
          data-autofocus
          maxLength={1000}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={urlError}
        />
        <EventsField userType={userType} value={events} onChange={setEvents} isChecked={isChecked} />
        <Button type="submit" loading={isBusy}>
          {t('Add')}
        </Button>
      </Stack>
    </form>
  );
}
