import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import classes from './email-confirmation.module.css';

const CODE_LENGTH = 6;

export const isCompleteCode = (code: string) => code.length === CODE_LENGTH;

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (digits: string) => void;
  /** As soon as the last digit is there, typed or pasted. */
  onComplete: (digits: string) => void;
  isBusy: boolean;
  isWrong: boolean;
}

/** Takes a mailed six-digit code; whatever is no digit is left out. */
export function CodeField({ ref, value, onChange, onComplete, isBusy, isWrong }: CodeFieldProps) {
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
    onChange(digits);
    if (isCompleteCode(digits) && digits !== value) onComplete(digits);
  };
  return (
    <TextInput
      ref={ref}
      data-autofocus
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      classNames={{ input: classes.code }}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      readOnly={isBusy}
      error={isWrong ? 'That code is not right. Please check the email and try again.' : undefined}
    />
  );
}
