import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import classes from './second-factor.module.css';

interface RecoveryCodesProps {
  /** Null: closed. */
  codes: readonly string[] | null;
  /** They cannot be shown again: only this button closes the dialog. */
  onSaved: () => void;
}

/** New recovery codes, this once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <SubjectModal
      subject={codes}
      title="Keep your recovery codes"
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
      showToast({ title: 'Copied', message: 'Paste them where only you can read them.', tone: 'success' });
    } catch {
      showToast({ title: 'Not copied', message: 'Please write the codes down instead.', tone: 'error' });
    }
  };
  return (
    <Stack gap="md">
      <Text>
        If you lose your phone or key, one of these lets you in. Each works once. They are shown only now, so
        please print them or keep them in a password manager.
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
        I have kept them
      </Button>
    </Stack>
  );
}
