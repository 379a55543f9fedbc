import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import classes from './second-factor.module.css';

interface RecoveryCodesProps {
  /** Null while the dialog is closed. */
  codes: readonly string[] | null;
  /** Called by the only button that closes the dialog: the codes cannot be shown again. */
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <SubjectModal
      subject={codes}
      title="Save your recovery codes"
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
      showToast({ title: 'Copied', message: 'Paste them somewhere safe.', tone: 'success' });
    } catch {
      showToast({ title: 'Couldn’t copy', message: 'Download the codes instead.', tone: 'error' });
    }
  };
  return (
    <Stack gap="md">
      <Text>
        Use one if you lose your phone or key. Each works once. Save them now: we won’t show them again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
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
          Copy
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="promenade-recovery-codes.txt"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Download
        </Button>
      </Group>
      <Button data-autofocus onClick={onSaved}>
        I saved my codes
      </Button>
    </Stack>
  );
}
