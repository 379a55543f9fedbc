import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface ReasonFormProps {
  /** What stands above the field: what is about to happen, why it failed. */
  children?: ReactNode;
  label?: string;
  /** Who reads the reason. */
  description: string;
  rows?: number;
  maxLength: number;
  /** Stands at the field where nothing was typed. */
  missingText: string;
  /** What the server says of the reason. */
  error?: string | undefined;
  /** What stands between the field and the buttons. */
  below?: ReactNode;
  submitLabel: string;
  isDangerous?: boolean;
  isPending: boolean;
  onCancel: () => void;
  /** Gets the reason without space around it, never an empty one and never while the last is pending. */
  onSubmit: (reason: string) => void;
}

/** Inside a dialog: asks why before something is done that is recorded with its reason. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, below, missingText, error, submitLabel, isDangerous, isPending, onCancel, onSubmit } =
    props;
  const { label = 'Reason', description, rows = 3, maxLength } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(reason.trim() === '');
        if (reason.trim() !== '' && !isPending) onSubmit(reason.trim());
      }}
    >
      <Stack gap="md">
        {children}
        <Textarea
          label={label}
          description={description}
          required
          rows={rows}
          maxLength={maxLength}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setIsMissing(false);
          }}
          error={isMissing ? missingText : error}
          data-autofocus
        />
        {below}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} {...(isDangerous ? { color: 'red' } : {})}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
