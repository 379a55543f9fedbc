import { Button, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import classes from '../second-factor/second-factor.module.css';

interface ShownSecretProps {
  secret: string;
  /** What the user does if the browser refuses to copy. */
  selectText: string;
  savedText: string;
  onSaved: () => void;
}

/** Shows a secret for the only time. */
export function ShownSecret({ secret, selectText, savedText, onSaved }: ShownSecretProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      showToast({ title: t('Copied'), message: t('Paste it somewhere safe.'), tone: 'success' });
    } catch {
      showToast({ title: t('Couldn’t copy'), message: selectText, tone: 'error' });
    }
  };
  return (
    <Stack gap="md">
      <Text>{t('Save it now: we won’t show it again.')}</Text>
      <code className={classes.secret}>{secret}</code>
      <Button
        variant="default"
        data-autofocus
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        {t('Copy')}
      </Button>
      <Button onClick={onSaved}>{savedText}</Button>
    </Stack>
  );
}
