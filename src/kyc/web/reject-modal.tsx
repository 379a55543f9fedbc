import { Modal } from '@mantine/core';
import { t } from '#kernel/text.ts';
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
      title={t('Reject {name}’s identity check', { name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <ReasonForm
        description={t('The user sees this and can submit again.')}
        maxLength={1000}
        missingText={t('Tell the user what to fix')}
        call={{ error, isPending }}
        failedText={null}
        submitLabel={t('Reject identity check')}
        isDangerous
        onCancel={onClose}
        onSubmit={onReject}
      />
    </Modal>
  );
}
