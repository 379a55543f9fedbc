import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '#kernel/text.ts';
import type { CallError } from '../call.ts';
import { CallAlert } from './states/call-alert.tsx';

interface ReasonFormProps {
  children?: ReactNode;
  label?: string;
  description: string;
  rows?: number;
  /** Cuts what is pasted. Without it, the server refuses a longer text, and `error` says so. */
  maxLength?: number;
  missingText?: string;
  call: { error: CallError | null; isPending: boolean };
  field?: string;
  /** Shown if the server gave no text. Null if the caller shows errors of other fields. */
  failedText?: string | null;
  below?: ReactNode;
  submitLabel: string;
  isDangerous?: boolean;
  onCancel?: () => void;
  /** The reason is trimmed and never empty. Never called while the call is pending. */
  onSubmit: (reason: string) => void;
}

export function ReasonForm(props: ReasonFormProps) {
  const { children, below, call, field = 'reason', submitLabel, isDangerous, onCancel, onSubmit } = props;
  const { label = t('Reason'), description, rows = 3, maxLength, missingText = t('Enter a reason') } = props;
  const { failedText = t('We couldn’t save your decision. Please try again.') } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(reason.trim() === '');
        if (reason.trim() !== '' && !call.isPending) onSubmit(reason.trim());
      }}
    >
      <Stack gap="md">
        {children}
        {failedText === null ? null : <CallAlert error={call.error} field={field} text={failedText} />}
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
          error={isMissing ? missingText : call.error?.fields[field]}
          data-autofocus
        />
        {below}
        <Group justify="flex-end" gap="sm">
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          ) : null}
          <Button type="submit" loading={call.isPending} {...(isDangerous ? { color: 'red' } : {})}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
