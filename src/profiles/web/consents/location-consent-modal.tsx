import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { LocationBox, LocationFacts } from './consent-boxes.tsx';
import { useUpdateCompliance } from './use-update-compliance.ts';

interface LocationConsentModalProps {
  opened: boolean;
  /** True if the user agreed to an earlier text. */
  isChanged?: boolean | undefined;
  onAllowed: () => void;
  onDeclined: () => void;
}

export function LocationConsentModal({ opened, onDeclined, ...form }: LocationConsentModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onDeclined}
      title={t('Location sharing')}
      closeButtonProps={{ 'aria-label': t('Decline') }}
    >
      <ConsentForm onDeclined={onDeclined} {...form} />
    </Modal>
  );
}

/** Mounted only while the modal is open, so that the box starts empty each time. */
function ConsentForm({
  isChanged = false,
  onAllowed,
  onDeclined,
}: Omit<LocationConsentModalProps, 'opened'>) {
  const [agrees, setAgrees] = useState(false);
  // As when the form opened: once the user agrees, it is no longer true, and the form is still closing.
  const [saysChanged] = useState(isChanged);
  const allow = useUpdateCompliance(onAllowed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (agrees && !allow.isPending) allow.mutate({ body: { locationConsent: true } });
      }}
    >
      <Stack gap="md">
        {saysChanged ? (
          <Text>{t('This text has changed since you agreed. Please read it again.')}</Text>
        ) : null}
        <LocationFacts />
        <LocationBox checked={agrees} onChange={setAgrees} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDeclined}>
            {t('Decline')}
          </Button>
          <Button type="submit" disabled={!agrees} loading={allow.isPending}>
            {t('Allow')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
