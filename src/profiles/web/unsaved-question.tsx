import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBeforeUnload, useBlocker } from 'react-router';

/** Asks before a page with unsaved changes is left, by a link, by the browser's Back or by closing it. */
export function UnsavedQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // The browser asks in its own words.
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={
        <Text component="span" ff="heading" fw={680} fz="xl">
          Leave without saving?
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>What you changed here is not saved yet.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          <Button data-autofocus onClick={stay}>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
