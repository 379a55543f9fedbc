import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import type { Application } from '../contract.ts';
import { applicantCount } from './applicants-words.ts';

interface ApplicantRejectionProps {
  /** Whom it is about; nobody while it is closed. */
  applications: readonly Application[];
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Asks before applicants are rejected, and for a reason, which each of them is told. */
export function ApplicantRejection({ applications, onClose, onReject }: ApplicantRejectionProps) {
  return (
    <SubjectModal
      subject={applications.length > 0 ? applications : null}
      title={(rejected) => `Reject ${whomOf(rejected)}`}
      onClose={onClose}
    >
      {({ length }) => <ReasonQuestion isOne={length === 1} onClose={onClose} onReject={onReject} />}
    </SubjectModal>
  );
}

function whomOf(applications: readonly Application[]): string {
  const [first] = applications;
  return first && applications.length === 1 ? first.marketerName : applicantCount(applications.length);
}

interface ReasonQuestionProps extends Omit<ApplicantRejectionProps, 'applications'> {
  isOne: boolean;
}

function ReasonQuestion({ isOne, onClose, onReject }: ReasonQuestionProps) {
  const [reason, setReason] = useState('');
  return (
    <>
      <Textarea
        label="Reason"
        description={isOne ? 'Optional. The marketer reads it.' : 'Optional. Each of them reads it.'}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        rows={3}
        maxLength={1000}
        data-autofocus
      />
      <Text size="sm" c="dimmed" mt="sm">
        This cannot be undone: nobody applies to a campaign twice.
      </Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onReject(reason.trim())}>
          {isOne ? 'Reject applicant' : 'Reject applicants'}
        </Button>
      </Group>
    </>
  );
}
