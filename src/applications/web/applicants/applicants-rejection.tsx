import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import type { Application } from '../../contract.ts';

interface ApplicantRejectionProps {
  applications: readonly Application[];
  onClose: () => void;
  onReject: (reason: string) => void;
}

export function ApplicantRejection({ applications, onClose, onReject }: ApplicantRejectionProps) {
  return (
    <SubjectModal
      subject={applications.length > 0 ? applications : null}
      title={(rejected) =>
        rejected.length === 1 && rejected[0]
          ? t('Reject {marketerName}', { marketerName: rejected[0].marketerName })
          : t('Reject {count, plural, one {# applicant} other {# applicants}}', { count: rejected.length })
      }
      onClose={onClose}
    >
      {({ length }) => <RejectionForm isOne={length === 1} onClose={onClose} onReject={onReject} />}
    </SubjectModal>
  );
}

interface ReasonQuestionProps extends Omit<ApplicantRejectionProps, 'applications'> {
  isOne: boolean;
}

function RejectionForm({ isOne, onClose, onReject }: ReasonQuestionProps) {
  const [reason, setReason] = useState('');
  return (
    <>
      <Textarea
        label={t('Reason')}
        description={isOne ? t('Optional. The marketer sees it.') : t('Optional. Each marketer sees it.')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        rows={3}
        maxLength={1000}
        data-autofocus
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('Marketers can apply to a campaign only once.')}
      </Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button color="red" onClick={() => onReject(reason.trim())}>
          {isOne ? t('Reject applicant') : t('Reject applicants')}
        </Button>
      </Group>
    </>
  );
}
