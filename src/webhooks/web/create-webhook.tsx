import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { createWebhook, listOwnWebhooks, type NewWebhook } from '../contract.ts';
import { EventsField } from './events-field.tsx';
import { listEventsFor } from './webhook-labels.ts';

interface CreateWebhookProps {
  userType: CurrentUser['userType'];
  onNewSecret: (secret: string) => void;
}

export function CreateWebhook({ userType, onNewSecret }: CreateWebhookProps) {
  const [isOpen, setIsOpen] = useState(false);
  const identity = useIdentityConfirmation();
  const create = useCallMutation(createWebhook, {
    invalidates: [listOwnWebhooks],
    onSuccess: (created) => {
      setIsOpen(false);
      onNewSecret(created.secret);
    },
    onError: (error, sent) => {
      if (identity.isNeededFor(error, () => create.mutate(sent))) setIsOpen(false);
      else {
        // The dialog that confirmed the identity had replaced the form.
        setIsOpen(true);
        if (!getAddressError(error)) showErrorToast(error);
      }
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
          // What was sent stays in the form until it is accepted.
          initial={create.isSuccess ? undefined : create.variables?.body}
          isBusy={create.isPending}
          addressError={create.error && getAddressError(create.error)}
          onSubmit={(body) => create.mutate({ body })}
        />
      </Modal>
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
  /** Read only when the form opens. */
  initial: NewWebhook | undefined;
  isBusy: boolean;
  addressError: string | null;
  onSubmit: (body: NewWebhook) => void;
}

function WebhookForm({ userType, initial, isBusy, addressError, onSubmit }: WebhookFormProps) {
  const [url, setUrl] = useState(initial?.url ?? '');
  const [refusedUrl, setRefusedUrl] = useState(initial?.url);
  const [events, setEvents] = useState(() => initial?.events ?? listEventsFor(userType));
  const [isChecked, setIsChecked] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  // The button is below all events, so on a phone the field is out of sight.
  useEffect(() => {
    if (addressError !== null) address.current?.focus();
  }, [addressError]);
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
        if (isMissing) address.current?.focus();
        if (!isMissing && events.length > 0) onSubmit({ url: url.trim(), events });
      }}
    >
      <Stack gap="md">
        <TextInput
          ref={address}
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
