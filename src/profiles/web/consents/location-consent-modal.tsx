import { Anchor, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
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
      title="Location sharing"
      closeButtonProps={{ 'aria-label': 'Decline' }}
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
        {saysChanged ? <Text>This text has changed since you agreed. Please read it again.</Text> : null}
        <Text>
          We receive your location only between Start Tracking and Stop Tracking, and once each time you press
          Verify Location in your profile. A campaign that you can start also reads it and keeps it in this
          browser.
        </Text>
        <List spacing="xs">
          <List.Item>
            <b>The advertiser sees</b> an approximate location, accurate to about 600 m and only once you are
            near the campaign, and whether you are inside the campaign area. Your name is not on the map.
          </List.Item>
          <List.Item>
            <b>After the session, the advertiser still sees</b> a summary with your proof, and which areas of
            about 0.7 square kilometers the campaign’s marketers were in every ten minutes, without names.
          </List.Item>
          <List.Item>
            <b>Anyone with the campaign’s report sees</b> these areas and minutes, without names.
          </List.Item>
          <List.Item>
            <b>We store your exact route</b> during the session, to prove your presence. Only you see it, and
            an administrator in a dispute, who must give a reason. You are told of it once the dispute is
            decided. Advertisers never get the route.
          </List.Item>
          <List.Item>
            <b>We delete the route</b> 30 days after your proof is decided, or 30 days after the campaign ends
            if you send none. To detect copied tracks, we keep its smoothed shape until then, and hashes of
            how you moved until your account is deleted. They are never shown to anyone.
          </List.Item>
          <List.Item>
            <b>You can withdraw</b> at any time. That ends a running session and deletes the route, its shape,
            and the hashes at once. The summary and the areas shown until then stay.
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
          label="I agree to share my location in this way during campaigns"
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
