import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import classes from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[] | null;
  /** Only this button closes the dialog: the codes cannot be shown again. */
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <SubjectModal
      subject={codes}
      title={t('Save your recovery codes')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
    >
      {(shown) => <CodeList codes={shown} onSaved={onSaved} />}
    </SubjectModal>
  );
}

function CodeList({ codes, onSaved }: RecoveryCodesProps & { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: t('Copied'), message: t('Paste them somewhere safe.'), tone: 'success' });
    } catch {
      showToast({ title: t('Couldn’t copy'), message: t('Download the codes instead.'), tone: 'error' });
    }
  };
  return (
    <Stack gap="md">
      <Text>
        {t(
          'Use one if you lose your phone or key. Each works once. Save them now: we won’t show them again.',
        )}
      </Text>
      <ul className={classes.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li className={classes.secret} key={code}>
            {code}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('Copy')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="promenade-recovery-codes.txt"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('Download')}
        </Button>
      </Group>
      <Button data-autofocus onClick={onSaved}>
        {t('I saved my codes')}
      </Button>
    </Stack>
  );
}
