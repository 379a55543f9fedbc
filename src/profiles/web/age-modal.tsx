import { Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getCurrentUser } from '#auth/contract.ts';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { updateCompliance } from '../contract.ts';

interface AgeModalProps {
  opened: boolean;
  /** The flags are set at the server. */
  onConfirmed: () => void;
  /** Before the person is sent home. */
  onCancelled?: () => void;
}

/** Asks once for age, terms and privacy. Both boxes are needed; cancelling sends home. */
export function AgeModal({ opened, onConfirmed, onCancelled }: AgeModalProps) {
  const navigate = useNavigate();
  const cancel = () => {
    onCancelled?.();
    void navigate('/');
  };
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      title={
        <Text component="span" ff="heading" fw={680} fz="xl">
          Before you take part
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Cancel' }}
    >
      <AgeForm onConfirmed={onConfirmed} onCancel={cancel} />
    </Modal>
  );
}

/** Lives only while the modal is open, so that the boxes are empty each time it is asked. */
function AgeForm({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const [acceptsTexts, setAcceptsTexts] = useState(false);
  const [isAdult, setIsAdult] = useState(false);
  const confirm = useCallMutation(updateCompliance, {
    invalidates: [getCurrentUser],
    onSuccess: onConfirmed,
    onError: (error) =>
      showToast({
        title: 'Error',
        message: textOf(error, 'Failed to update compliance status.'),
        tone: 'error',
      }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!acceptsTexts || !isAdult || confirm.isPending) return;
        confirm.mutate({ body: { ageVerified: true, termsAccepted: true, privacyAccepted: true } });
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">Promenade is for adults. Please confirm both points; we ask only once.</Text>
        <Checkbox
          radius="xs"
          checked={acceptsTexts}
          onChange={(event) => setAcceptsTexts(event.currentTarget.checked)}
          label={
            <>
              I accept the{' '}
              <Anchor href="/terms" target="_blank" rel="noreferrer" inherit>
                Terms of Service
              </Anchor>{' '}
              and the{' '}
              <Anchor href="/privacy" target="_blank" rel="noreferrer" inherit>
                Privacy Policy
              </Anchor>
            </>
          }
        />
        <Checkbox
          radius="xs"
          checked={isAdult}
          onChange={(event) => setIsAdult(event.currentTarget.checked)}
          label="I am 18 or older"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!acceptsTexts || !isAdult} loading={confirm.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
