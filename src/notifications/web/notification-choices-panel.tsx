import { Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { Row, RowList } from '#platform/web/ui/row-list.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import {
  ChosenTopic,
  getNotificationChoices,
  type NoticeTopic,
  setNotificationChoice,
  topicNames,
} from '../choices-contract.ts';
import classes from './notification-choices.module.css';

const words: Record<NoticeTopic, { name: string; about: string }> = {
  money: {
    name: topicNames.money,
    about: 'Payments that arrive or come back, refunds, and disputes at the wallet.',
  },
  work: {
    name: topicNames.work,
    about: 'Who applies, who is approved, places to confirm, strikes, and when a campaign ends.',
  },
  proofs: {
    name: topicNames.proofs,
    about: 'Proof to review, how yours was decided, and disputes about it.',
  },
  searches: {
    name: topicNames.searches,
    about: 'New campaigns that fit what you have saved, once a day.',
  },
  account: {
    name: topicNames.account,
    about: 'Sign-in codes, changes to your account, and your identity check. These always arrive.',
  },
};

/** By mail or not, topic by topic; saved at once, and taken back as easily. */
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
  topic: NoticeTopic;
  isMailed: boolean;
  isFixed: boolean;
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  const client = useQueryClient();
  const [saved, setSaved] = useState<{ topic: ChosenTopic; isMailed: boolean } | null>(null);
  const save = useCallMutation(setNotificationChoice, {
    onSuccess: (answer, { body }) => {
      client.setQueryData(keyOf(getNotificationChoices), answer);
      setSaved(body);
    },
    onError: (error) =>
      showToast({ title: 'Not saved', message: textOf(error, 'Please try again.'), tone: 'error' }),
  });
  const underWay = save.isPending ? save.variables.body : null;
  const choose = (topic: ChosenTopic, isMailed: boolean) => {
    if (!save.isPending) save.mutate({ body: { topic, isMailed } });
  };
  return (
    <>
      <p className={classes.note}>Everything is under the bell. Choose what you also want by mail.</p>
      <RowList>
        {choices.map(({ topic, isMailed, isFixed }) => (
          <Row name={words[topic].name} detail={words[topic].about} detailId={`about-${topic}`} key={topic}>
            {isFixed ? (
              <span className={classes.fixed}>Always on</span>
            ) : (
              <Switch
                aria-label={`${words[topic].name} by mail`}
                aria-describedby={`about-${topic}`}
                size="md"
                checked={underWay?.topic === topic ? underWay.isMailed : isMailed}
                onChange={({ currentTarget }) => choose(ChosenTopic.parse(topic), currentTarget.checked)}
              />
            )}
          </Row>
        ))}
      </RowList>
      <output className={classes.saved}>
        {saved ? (
          <>
            <span>
              Saved: {words[saved.topic].name} {saved.isMailed ? 'by mail too.' : 'only under the bell.'}
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
