import { Alert } from '@mantine/core';
import { type CallError, getErrorText } from '../../call.ts';

interface CallAlertProps {
  error: CallError | null;
  /** The input that shows its own errors. */
  field: string;
  text: string;
}

export function CallAlert({ error, field, text }: CallAlertProps) {
  if (!error || error.fields[field]) return null;
  return (
    <Alert color="red" role="alert">
      {getErrorText(error, text)}
    </Alert>
  );
}
