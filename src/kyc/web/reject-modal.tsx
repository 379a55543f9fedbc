import { Modal } from '@mantine/core';
import type { CallError } from '#platform/web/call.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';

interface RejectModalProps {
  name: string;
  opened: boolean;
  isPending: boolean;
  error: CallError | null;
  onClose: () => void;
  onReject: (reason: string) => void;
}

export function RejectModal({ name, opened, isPending, error, onClose, onReject }: RejectModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Reject ${name}’s identity check`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReasonForm
        description="The user sees this and can submit again."
        maxLength={1000}
        missingText="Tell the user what to fix"
        error={error?.fields['reason']}
        submitLabel="Reject identity check"
        isDangerous
        isPending={isPending}
        onCancel={onClose}
        onSubmit={onReject}
      />
    </Modal>
  );
}
