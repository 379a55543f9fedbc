import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import type { Message } from '#messages/contract.ts';
import { viewThread } from '#messages/report-contract.ts';
import { MessageItem } from '#messages/web/message-item.tsx';
import { mergeMessages } from '#messages/web/message-labels.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { CallAlert } from '#platform/web/ui/states/call-alert.tsx';
import own from './message-reports.module.css';

interface Props {
  applicationId: string | null;
  onClose: () => void;
}

export function ReadThreadModal({ applicationId, onClose }: Props) {
  return (
    <SubjectModal subject={applicationId} title={t('Read messages')} size="lg" onClose={onClose}>
      {(id) => <ReadThread applicationId={id} onClose={onClose} />}
    </SubjectModal>
  );
}

function ReadThread({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const view = useCallMutation(viewThread, {
    onSuccess: (page) => setMessages((present) => mergeMessages(page.messages, present)),
  });
  const { data, error } = view;
  const failedText = t('The messages could not be loaded. Please try again.');
  if (messages.length === 0 && !data) {
    return (
      <ReasonForm
        description={t(
          'It’s saved in the audit log with your name. Both sides are told that an administrator read their messages once the case is closed.',
        )}
        maxLength={500}
        call={view}
        failedText={failedText}
        submitLabel={t('Read messages')}
        onCancel={onClose}
        onSubmit={(given) => {
          setReason(given);
          view.mutate({ params: { id: applicationId }, body: { reason: given } });
        }}
      />
    );
  }
  const [first] = messages;
  return (
    <Stack gap="sm">
      <CallAlert error={error} field="reason" text={failedText} />
      {data ? (
        <Text>
          {t('{marketer} (left) and {business} (right), {campaign}', {
            marketer: data.marketerName,
            business: data.businessName,
            campaign: data.campaignTitle,
          })}
        </Text>
      ) : null}
      {data?.hasEarlier && first ? (
        <Button
          variant="default"
          size="sm"
          loading={view.isPending}
          onClick={() =>
            view.mutate({ params: { id: applicationId }, body: { reason, before: first.sequence } })
          }
        >
          {t('Load earlier messages')}
        </Button>
      ) : null}
      {first ? (
        <Text c="dimmed">{t('From {day}', { day: formatDay(first.createdAt) })}</Text>
      ) : (
        <Text>{t('No messages.')}</Text>
      )}
      {/* Keyboard users scroll it, so it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={own.messages} tabIndex={0} aria-label={t('Messages')}>
        {messages.map((message) => (
          <MessageItem message={message} isRight={message.side === 'advertiser'} key={message.id} />
        ))}
      </ol>
    </Stack>
  );
}
