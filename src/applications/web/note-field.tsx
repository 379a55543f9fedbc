import { Text, TextInput } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { MAX_NOTE_LENGTH } from '../contract.ts';

interface NoteFieldProps {
  value: string;
  onChange: (note: string) => void;
}

export function NoteField({ value, onChange }: NoteFieldProps) {
  return (
    <TextInput
      mt="md"
      label={t('Note to the advertiser')}
      description={t('Optional. One line on why you fit.')}
      maxLength={MAX_NOTE_LENGTH}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={64}
      rightSection={
        value === '' ? null : (
          <Text size="xs" c="dimmed" aria-hidden>
            {value.length}/{MAX_NOTE_LENGTH}
          </Text>
        )
      }
    />
  );
}
