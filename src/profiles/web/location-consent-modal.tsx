import { Anchor, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useUpdateCompliance } from './use-update-compliance.ts';

interface LocationConsentModalProps {
  opened: boolean;
  /** The consent is recorded at the server. */
  onAllowed: () => void;
  onDeclined: () => void;
}

/** Says plainly who sees what of a position, and asks for the consent that wearable campaigns need. */
export function LocationConsentModal({ opened, onAllowed, onDeclined }: LocationConsentModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onDeclined}
      title="Location sharing"
      closeButtonProps={{ 'aria-label': 'Decline' }}
    >
      <ConsentForm onAllowed={onAllowed} onDeclined={onDeclined} />
    </Modal>
  );
}

/** Lives only while the modal is open, so that the box is empty each time it is asked. */
function ConsentForm({ onAllowed, onDeclined }: Omit<LocationConsentModalProps, 'opened'>) {
  const [agrees, setAgrees] = useState(false);
  const allow = useUpdateCompliance(onAllowed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (agrees && !allow.isPending) allow.mutate({ body: { locationConsent: true } });
      }}
    >
      <Stack gap="md">
        <Text>
          Your position reaches us only between Start Tracking and Stop Tracking, and once whenever you press
          Verify Location in your profile. A campaign that you can start also reads it, and keeps it in this
          browser.
        </Text>
        <List spacing="xs">
          <List.Item>
            <b>The advertiser sees</b> an approximate place, true to about 600 m and only once you are near
            the campaign, and whether you are inside the campaign’s area. Your name does not stand on that
            map.
          </List.Item>
          <List.Item>
            <b>After the session the advertiser still sees</b> in which areas of about 0.7 square kilometres
            the campaign’s marketers were in each ten minutes, without names, and a summary with your proof.
            We also keep hashes of how you moved, by which copied tracks are found; nobody is shown them.
          </List.Item>
          <List.Item>
            <b>Your exact positions are yours.</b> They prove your presence, no advertiser gets them, and they
            are deleted 30 days after your proof is decided.
          </List.Item>
          <List.Item>
            <b>You can withdraw</b> at any time; a running session then ends, and your exact positions and
            those hashes go at once. The summary and the areas shown until then stay.
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          More in the{' '}
          <Anchor href="/privacy" target="_blank" rel="noreferrer" inherit underline="always">
            Privacy Policy
          </Anchor>
          .
        </Text>
        <Checkbox
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
          label="I agree that my location is shared in this way during campaigns"
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDeclined}>
            Decline
          </Button>
          <Button type="submit" disabled={!agrees} loading={allow.isPending}>
            Allow
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
