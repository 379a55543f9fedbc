import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import type { Application } from '../../contract.ts';
import { formatApplicantCount } from './applicant-labels.ts';

interface ApplicantRejectionProps {
  applications: readonly Application[];
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Asks for confirmation and an optional reason, which every rejected applicant sees. */
export function ApplicantRejection({ applications, onClose, onReject }: ApplicantRejectionProps) {
  return (
    <SubjectModal
      subject={applications.length > 0 ? applications : null}
      title={(rejected) => `Reject ${formatApplicants(rejected)}`}
      onClose={onClose}
    >
      {({ length }) => <RejectionForm isOne={length === 1} onClose={onClose} onReject={onReject} />}
    </SubjectModal>
  );
}

function formatApplicants(applications: readonly Application[]): string {
  const [first] = applications;
  return first && applications.length === 1 ? first.marketerName : formatApplicantCount(applications.length);
}

interface ReasonQuestionProps extends Omit<ApplicantRejectionProps, 'applications'> {
  isOne: boolean;
}

function RejectionForm({ isOne, onClose, onReject }: ReasonQuestionProps) {
  const [reason, setReason] = useState('');
  return (
    <>
      <Textarea
        label="Reason"
        description={isOne ? 'Optional. The marketer sees it.' : 'Optional. Each marketer sees it.'}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        rows={3}
        maxLength={1000}
        data-autofocus
      />
      <Text size="sm" c="dimmed" mt="sm">
        Marketers can apply to a campaign only once.
      </Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" onClick={() => onReject(reason.trim())}>
          {isOne ? 'Reject applicant' : 'Reject applicants'}
        </Button>
      </Group>
    </>
  );
}
