import { Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorText } from '#platform/web/call.ts';
import { getQueryKey, useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Row, RowList } from '#platform/web/ui/layout/row-list.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import {
  OptionalTopic,
  getNotificationChoices,
  type NotificationTopic,
  setNotificationChoice,
  topicNames,
} from '../choices-contract.ts';
import classes from './notification-choices.module.css';

const topicLabels: Record<NotificationTopic, { name: string; about: string }> = {
  money: {
    name: topicNames.money,
    about: 'Payments, refunds and PayPal disputes.',
  },
  work: {
    name: topicNames.work,
    about: 'Applications, approvals, confirmations, strikes and campaign endings.',
  },
  proofs: {
    name: topicNames.proofs,
    about: 'Proof to review, decisions on your proof, and disputes.',
  },
  messages: {
    name: topicNames.messages,
    about: 'Messages you haven’t read for ten minutes, once per conversation.',
  },
  searches: {
    name: topicNames.searches,
    about: 'New matches for your saved searches, once a day.',
  },
  account: {
    name: topicNames.account,
    about: 'Sign-in codes, changes to your account, and your identity check.',
  },
};

/** Switches emails per topic. Changes are saved at once and can be undone. */
export function NotificationChoicesPanel() {
  const read = useEndpoint(getNotificationChoices);
  return (
    <Panel title="Notifications">
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

interface Choice {
  topic: NotificationTopic;
  isMailed: boolean;
  isFixed: boolean;
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  const client = useQueryClient();
  const [saved, setSaved] = useState<{ topic: OptionalTopic; isMailed: boolean } | null>(null);
  const save = useCallMutation(setNotificationChoice, {
    onSuccess: (answer, { body }) => {
      client.setQueryData(getQueryKey(getNotificationChoices), answer);
      setSaved(body);
    },
    onError: (error) =>
      showToast({ title: 'Not saved', message: getErrorText(error, 'Please try again.'), tone: 'error' }),
  });
  const pendingChoice = save.isPending ? save.variables.body : null;
  const choose = (topic: OptionalTopic, isMailed: boolean) => {
    if (!save.isPending) save.mutate({ body: { topic, isMailed } });
  };
  return (
    <>
      <p className={classes.note}>
        You get every notification in the app. Choose which ones to also get by email.
      </p>
      <RowList>
        {choices.map(({ topic, isMailed, isFixed }) => (
          <Row
            name={topicLabels[topic].name}
            detail={topicLabels[topic].about}
            detailId={`about-${topic}`}
            key={topic}
          >
            {isFixed ? (
              <span className={classes.fixed}>Always on</span>
            ) : (
              <Switch
                aria-label={`${topicLabels[topic].name} by email`}
                aria-describedby={`about-${topic}`}
                size="md"
                checked={pendingChoice?.topic === topic ? pendingChoice.isMailed : isMailed}
                onChange={({ currentTarget }) => choose(OptionalTopic.parse(topic), currentTarget.checked)}
              />
            )}
          </Row>
        ))}
      </RowList>
      <output className={classes.saved}>
        {saved ? (
          <>
            <span>
              Saved: {topicLabels[saved.topic].name}{' '}
              {saved.isMailed ? 'by email and in the app.' : 'in the app only.'}
            </span>
            <Button variant="subtle" size="compact-md" onClick={() => choose(saved.topic, !saved.isMailed)}>
              Undo
            </Button>
          </>
        ) : null}
      </output>
    </>
  );
}
