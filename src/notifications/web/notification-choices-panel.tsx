import { Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallArguments, ResponseOf } from '#kernel/endpoint.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { getQueryKey, useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import {
  type OptionalTopic,
  getNotificationChoices,
  type NotificationTopic,
  setNotificationChoice,
  topicNames,
} from '../choices-contract.ts';
import classes from './notification-choices.module.css';

const topicLabels: Record<NotificationTopic, { name: Message; about: Message }> = {
  money: {
    name: topicNames.money,
    about: msg('Payments, refunds and PayPal disputes.'),
  },
  work: {
    name: topicNames.work,
    about: msg('Applications, approvals, confirmations, strikes and campaign endings.'),
  },
  proofs: {
    name: topicNames.proofs,
    about: msg('Proof to review, decisions on your proof, and disputes.'),
  },
  messages: {
    name: topicNames.messages,
    about: msg('Messages you haven’t read for ten minutes, once per conversation.'),
  },
  searches: {
    name: topicNames.searches,
    about: msg('New matches for your saved searches, once a day.'),
  },
  account: {
    name: topicNames.account,
    about: msg('Sign-in codes, changes to your account, and your identity check.'),
  },
};

export function NotificationChoicesPanel() {
  const read = useEndpoint(getNotificationChoices);
  return (
    <Panel title={t('Notifications')}>
      {read.data ? (
        <Choices choices={read.data.choices} />
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

type Choice = ResponseOf<typeof getNotificationChoices>['choices'][number];

interface Change {
  topic: NotificationTopic;
  channel: 'email' | 'push';
  isOn: boolean;
}

const isOnNow = (choice: Choice, channel: Change['channel']) =>
  channel === 'email' ? choice.isMailed : choice.isPushed;

function Choices({ choices }: { choices: readonly Choice[] }) {
  const client = useQueryClient();
  const [saved, setSaved] = useState<Change | null>(null);
  const save = useCallMutation(setNotificationChoice, {
    onSuccess: (answer, { body }) => {
      client.setQueryData(getQueryKey(getNotificationChoices), answer);
      setSaved(toChange(body));
    },
    onError: (error) => showErrorToast(error, t('Please try again.'), t('Not saved')),
  });
  const pending = save.isPending ? toChange(save.variables.body) : null;
  const choose = (change: Change) => {
    if (!save.isPending) save.mutate({ body: toBody(change) });
  };
  const drawSwitch = (choice: Choice, channel: Change['channel'], label: string) => {
    const { topic } = choice;
    const isPending = pending?.topic === topic && pending.channel === channel;
    return (
      <Switch
        label={label}
        labelPosition="left"
        aria-label={t('{topic} by {channel, select, email {email} other {push}}', {
          topic: topicLabels[topic].name,
          channel,
        })}
        aria-describedby={`about-${topic}`}
        size="md"
        checked={isPending ? pending.isOn : isOnNow(choice, channel)}
        onChange={({ currentTarget }) => choose({ topic, channel, isOn: currentTarget.checked })}
      />
    );
  };
  return (
    <>
      <p className={classes.note}>
        {t(
          'You get every notification in the app. Choose which ones to also get by email and as push messages.',
        )}
      </p>
      <RowList>
        {choices.map((choice) => {
          const { topic, isFixed } = choice;
          return (
            <Row
              name={t(topicLabels[topic].name)}
              detail={t(topicLabels[topic].about)}
              detailId={`about-${topic}`}
              key={topic}
            >
              <div className={classes.channels}>
                {isFixed ? (
                  <span className={classes.fixed}>{t('Email always on')}</span>
                ) : (
                  drawSwitch(choice, 'email', t('Email'))
                )}
                {drawSwitch(choice, 'push', t('Push'))}
              </div>
            </Row>
          );
        })}
      </RowList>
      <output className={classes.saved}>
        {saved ? (
          <>
            <span>
              {t(
                'Saved: {topic} {isOn, select, true {also} other {not}} {channel, select, email {by email} other {as push messages}}.',
                {
                  topic: topicLabels[saved.topic].name,
                  isOn: String(saved.isOn),
                  channel: saved.channel,
                },
              )}
            </span>
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => choose({ ...saved, isOn: !saved.isOn })}
            >
              {t('Undo')}
            </Button>
          </>
        ) : null}
      </output>
    </>
  );
}

type Body = CallArguments<typeof setNotificationChoice>['body'];

function toBody({ topic, channel, isOn }: Change): Body {
  if (channel === 'push') return { topic, isPushed: isOn };
  // The email switch is not shown for the other topics.
  return { topic: topic as OptionalTopic, isMailed: isOn };
}

function toChange(body: Body): Change {
  return 'isPushed' in body
    ? { topic: body.topic, channel: 'push', isOn: body.isPushed }
    : { topic: body.topic, channel: 'email', isOn: body.isMailed };
}
