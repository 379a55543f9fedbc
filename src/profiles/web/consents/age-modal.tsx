import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#kernel/text.ts';
import { AdultBox, TextsBox } from './consent-boxes.tsx';
import { useUpdateCompliance } from './use-update-compliance.ts';

interface AgeModalProps {
  opened: boolean;
  onConfirmed: () => void;
  onCancelled: () => void;
}

/** Requires both boxes. Cancel leads home; closing the dialog doesn't. */
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
      title={t('Before you take part')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <AgeForm onConfirmed={onConfirmed} onCancel={cancel} />
    </Modal>
  );
}

/** Mounted only while the modal is open, so that the boxes start empty each time. */
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
        <Text c="dimmed">{t('Promenade is for adults only. Confirm both to continue.')}</Text>
        <TextsBox checked={acceptsTexts} onChange={setAcceptsTexts} />
        <AdultBox checked={isAdult} onChange={setIsAdult} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!acceptsTexts || !isAdult} loading={confirm.isPending}>
            {t('Confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
