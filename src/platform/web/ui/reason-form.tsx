import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '#kernel/text.ts';

interface ReasonFormProps {
  children?: ReactNode;
  label?: string;
  description: string;
  rows?: number;
  /** Cuts what is pasted. Without it, the server refuses a longer text, and `error` says so. */
  maxLength?: number;
  /** The field error if the reason is empty. */
  missingText: string;
  error?: string | undefined;
  below?: ReactNode;
  submitLabel: string;
  isDangerous?: boolean;
  isPending: boolean;
  /** Without it there is no Cancel button, as on a page. */
  onCancel?: () => void;
  /** Called with the trimmed reason, never empty and never while `isPending`. */
  onSubmit: (reason: string) => void;
}

/** Asks for a reason in a dialog, before an action that is recorded with it. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, below, missingText, error, submitLabel, isDangerous, isPending, onCancel, onSubmit } =
    props;
  const { label = t('Reason'), description, rows = 3, maxLength } = props;
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
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          ) : null}
          <Button type="submit" loading={isPending} {...(isDangerous ? { color: 'red' } : {})}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
