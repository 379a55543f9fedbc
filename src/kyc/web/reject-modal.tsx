import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { CallError } from '#platform/web/call.ts';

interface RejectModalProps {
  name: string;
  opened: boolean;
  isPending: boolean;
  error: CallError | null;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** A rejection needs its reason, which the person reads and can mend. */
export function RejectModal({ opened, onClose, name, ...rest }: RejectModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Reject ${name}’s verification`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReasonForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function ReasonForm({ isPending, error, onClose, onReject }: Omit<RejectModalProps, 'opened' | 'name'>) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(reason.trim() === '');
        if (reason.trim() !== '' && !isPending) onReject(reason.trim());
      }}
    >
      <Stack gap="md">
        <Textarea
          label="Reason"
          description="They read this as it stands and can submit again."
          required
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setIsMissing(false);
          }}
          error={isMissing ? 'Please say why, so that the person can mend it' : error?.fields['reason']}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Reject verification
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
