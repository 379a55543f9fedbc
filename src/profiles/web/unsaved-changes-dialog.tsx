import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBeforeUnload, useBlocker } from 'react-router';
import { t } from '#kernel/text.ts';

/** Also asks for Back and closing the tab. */
export function UnsavedChangesDialog({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // The browser shows its own message.
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
          {t('Leave without saving?')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Text>{t('Your changes will be lost.')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {t('Leave without saving')}
          </Button>
          <Button data-autofocus onClick={stay}>
            {t('Keep editing')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
