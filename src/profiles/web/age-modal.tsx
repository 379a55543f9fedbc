import { Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useUpdateCompliance } from './use-update-compliance.ts';

interface AgeModalProps {
  opened: boolean;
  /** The flags are set at the server. */
  onConfirmed: () => void;
  /** The dialog is gone without an answer; by its Cancel button, the person is sent home next. */
  onCancelled: () => void;
}

/** Asks once for age, terms and privacy. Both boxes are needed; the button Cancel sends home, only closing it does not. */
export function AgeModal({ opened, onConfirmed, onCancelled }: AgeModalProps) {
  const navigate = useNavigate();
  const cancel = () => {
    onCancelled();
    void navigate('/');
  };
  return (
    <Modal
      opened={opened}
      onClose={onCancelled}
      title="Before you take part"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AgeForm onConfirmed={onConfirmed} onCancel={cancel} />
    </Modal>
  );
}

/** Lives only while the modal is open, so that the boxes are empty each time it is asked. */
function AgeForm({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const [acceptsTexts, setAcceptsTexts] = useState(false);
  const [isAdult, setIsAdult] = useState(false);
  const confirm = useUpdateCompliance(onConfirmed);
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
          checked={acceptsTexts}
          onChange={(event) => setAcceptsTexts(event.currentTarget.checked)}
          label={
            <>
              I accept the{' '}
              <Anchor href="/terms" target="_blank" rel="noreferrer" inherit underline="always">
                Terms of Service
              </Anchor>{' '}
              and the{' '}
              <Anchor href="/privacy" target="_blank" rel="noreferrer" inherit underline="always">
                Privacy Policy
              </Anchor>
            </>
          }
        />
        <Checkbox
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
