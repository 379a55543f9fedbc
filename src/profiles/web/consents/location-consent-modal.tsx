import { Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { TextLink } from './text-link.tsx';
import { useUpdateCompliance } from './use-update-compliance.ts';

interface LocationConsentModalProps {
  opened: boolean;
  /** True if the user agreed to an earlier text. */
  isChanged?: boolean | undefined;
  onAllowed: () => void;
  onDeclined: () => void;
}

/** Explains who sees which position data and asks for the consent that wearable campaigns require. */
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
        <List spacing="xs">
          <List.Item>
            {rich(
              '<b>What and when:</b> We receive your location only between Start Tracking and Stop Tracking, and once each time you press Verify Location in your profile. During the session we store your exact route, to prove your presence. A campaign that you can start also reads your location and keeps it in this browser.',
              bold,
            )}
          </List.Item>
          <List.Item>
            {rich(
              '<b>Who sees it:</b> Only you see the exact route, and an administrator in a dispute, who must give a reason. You are told of it once the dispute is decided. Advertisers never get the route. The advertiser sees whether you are inside the campaign area and, only once you are near the campaign, an approximate location, accurate to about 600 m. Your name is not on the map. After the session, the advertiser still sees a summary with your proof and, without names, which areas of about 0.7 square kilometers the campaign’s marketers were in every ten minutes. Anyone with the campaign’s report sees these areas and minutes, without names.',
              bold,
            )}
          </List.Item>
          <List.Item>
            {rich(
              '<b>How long:</b> We delete the route 30 days after your proof is decided, or 30 days after the campaign ends if you send none. To detect copied tracks, we keep its smoothed shape until then, and hashes of how you moved until your account is deleted. They are never shown to anyone. You can withdraw at any time. That ends a running session and deletes the route, its shape, and the hashes at once. The summary and the areas shown until then stay.',
              bold,
            )}
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {rich('More in the <link>Privacy Policy</link>.', {
            link: <TextLink to="/privacy" />,
          })}
        </Text>
        <Checkbox
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
          label={t('I agree to share my location in this way during campaigns')}
        />
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

const bold = { b: <b /> };
