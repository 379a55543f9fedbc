import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import {
  deleteWebhook,
  listOwnWebhooks,
  listWebhookDeliveries,
  replaceWebhookSecret,
  sendTestEvent,
  updateWebhook,
  type Webhook,
} from '../contract.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EventsField } from './events-field.tsx';
import { disabledTexts } from './webhook-labels.ts';

interface WebhookDetailsProps {
  webhook: Webhook;
  userType: CurrentUser['userType'];
  onNewSecret: (secret: string) => void;
  onDeleted: () => void;
}

export function WebhookDetails({ webhook, userType, onNewSecret, onDeleted }: WebhookDetailsProps) {
  return (
    <Stack gap="xl">
      <OnSwitch webhook={webhook} />
      <Stack gap="md">
        <DeliveryLog webhook={webhook} />
        <TestButton webhook={webhook} />
      </Stack>
      <EventsForm webhook={webhook} userType={userType} />
      <SecretPart webhook={webhook} onNewSecret={onNewSecret} />
      <Deletion webhook={webhook} onDeleted={onDeleted} />
    </Stack>
  );
}

function OnSwitch({ webhook: { id, disabledReason, failingSince } }: { webhook: Webhook }) {
  const update = useCallMutation(updateWebhook, {
    invalidates: [listOwnWebhooks, listWebhookDeliveries],
    onError: (error) => showErrorToast(error),
  });
  return (
    <Stack gap="sm">
      <Switch
        label={t('Send events')}
        description={t('While it’s off, events are not kept for later.')}
        checked={disabledReason === null}
        disabled={update.isPending}
        onChange={({ currentTarget }) =>
          update.mutate({ params: { id }, body: { isEnabled: currentTarget.checked } })
        }
      />
      {disabledReason && disabledReason !== 'owner' ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t(disabledTexts[disabledReason])}
        </Alert>
      ) : disabledReason === null && failingSince ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('No event was accepted since {time}. After three days we turn the webhook off.', {
            time: formatDayTime(failingSince),
          })}
        </Alert>
      ) : null}
    </Stack>
  );
}

function TestButton({ webhook: { id, disabledReason } }: { webhook: Webhook }) {
  const send = useCallMutation(sendTestEvent, {
    invalidates: [listWebhookDeliveries],
    onSuccess: () =>
      showToast({
        title: t('Test event'),
        message: t('It’s on its way. Refresh the log to see it.'),
        tone: 'success',
      }),
    onError: (error) => showErrorToast(error),
  });
  return (
    <Group>
      <Button
        variant="default"
        loading={send.isPending}
        disabled={disabledReason !== null}
        onClick={() => send.mutate({ params: { id } })}
      >
        {t('Send a test event')}
      </Button>
    </Group>
  );
}

function EventsForm({ webhook, userType }: Pick<WebhookDetailsProps, 'webhook' | 'userType'>) {
  const [events, setEvents] = useState(webhook.events);
  const [isChecked, setIsChecked] = useState(false);
  const update = useCallMutation(updateWebhook, {
    invalidates: [listOwnWebhooks],
    onSuccess: () =>
      showToast({ title: t('Saved'), message: t('The webhook gets the events you chose.'), tone: 'success' }),
    onError: (error) => showErrorToast(error),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (events.length > 0) update.mutate({ params: { id: webhook.id }, body: { events } });
      }}
    >
      <Stack gap="md">
        <EventsField userType={userType} value={events} onChange={setEvents} isChecked={isChecked} />
        <Group>
          <Button type="submit" variant="default" loading={update.isPending}>
            {t('Save events')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SecretPart({ webhook, onNewSecret }: Pick<WebhookDetailsProps, 'webhook' | 'onNewSecret'>) {
  const { id, formerSecretUntil } = webhook;
  const identity = useIdentityConfirmation();
  const replace = useCallMutation(replaceWebhookSecret, {
    invalidates: [listOwnWebhooks],
    onSuccess: ({ secret }) => onNewSecret(secret),
    onError: (error, sent) => {
      if (!identity.isNeededFor(error, () => replace.mutate(sent))) showErrorToast(error);
    },
  });
  return (
    <Stack gap="sm">
      <Text>
        {formerSecretUntil
          ? t('Calls are signed with the new and the former secret until {time}.', {
              time: formatDayTime(formerSecretUntil),
            })
          : t('A new secret replaces the present one, which stays valid for 24 hours.')}
      </Text>
      <Group>
        <Button
          variant="default"
          loading={replace.isPending}
          onClick={() => replace.mutate({ params: { id } })}
        >
          {t('Create a new secret')}
        </Button>
      </Group>
      {identity.dialog}
    </Stack>
  );
}

function Deletion({ webhook, onDeleted }: Pick<WebhookDetailsProps, 'webhook' | 'onDeleted'>) {
  const { id, url } = webhook;
  const [isAsked, setIsAsked] = useState(false);
  // The pressed button disappears with the question, or with its answer.
  const cancel = useFocusAfter<HTMLButtonElement>(!isAsked);
  const ask = useFocusAfter<HTMLButtonElement>(isAsked);
  const remove = useCallMutation(deleteWebhook, {
    invalidates: [listOwnWebhooks],
    onSuccess: ({ message }) => {
      showToast({ title: new URL(url).host, message, tone: 'success' });
      onDeleted();
    },
    onError: (error) => {
      setIsAsked(false);
      showErrorToast(error);
    },
  });
  if (!isAsked)
    return (
      <Group>
        <Button variant="danger" ref={ask} onClick={() => setIsAsked(true)}>
          {t('Delete this webhook')}
        </Button>
      </Group>
    );
  return (
    <Stack gap="sm">
      <Text role="alert">{t('Its log is deleted too. This can’t be undone.')}</Text>
      <Group>
        <Button variant="default" ref={cancel} onClick={() => setIsAsked(false)}>
          {t('Cancel')}
        </Button>
        <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate({ params: { id } })}>
          {t('Delete')}
        </Button>
      </Group>
    </Stack>
  );
}
