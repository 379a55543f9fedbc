import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Application } from '../contract.ts';

interface ApplicantRejectionProps {
  /** Whom it is about; null while it is closed. */
  application: Application | null;
  onClose: () => void;
  onReject: (application: Application, reason: string) => void;
}

/** Asks before an applicant is rejected, and for a reason, which they are told. */
export function ApplicantRejection({ application, onClose, onReject }: ApplicantRejectionProps) {
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened={application !== null}
      onClose={onClose}
      title={`Reject ${application?.marketerName ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Textarea
        label="Reason"
        description="Optional. The marketer reads it."
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        rows={3}
        maxLength={1000}
        data-autofocus
      />
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => application && onReject(application, reason.trim())}>Reject applicant</Button>
      </Group>
    </Modal>
  );
}
