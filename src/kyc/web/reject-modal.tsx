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

/** A rejection needs its reason, which the person reads and can mend. */
export function RejectModal({ name, opened, isPending, error, onClose, onReject }: RejectModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Reject ${name}’s verification`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReasonForm
        description="They read this as it stands and can submit again."
        maxLength={1000}
        missingText="Please say why, so that the person can mend it"
        error={error?.fields['reason']}
        submitLabel="Reject verification"
        isPending={isPending}
        onCancel={onClose}
        onSubmit={onReject}
      />
    </Modal>
  );
}
