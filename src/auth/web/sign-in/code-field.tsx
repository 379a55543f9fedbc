import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { t } from '#kernel/text.ts';
import classes from './email-confirmation.module.css';

const CODE_LENGTH = 6;

export const isCompleteCode = (code: string) => code.length === CODE_LENGTH;

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (digits: string) => void;
  onComplete: (digits: string) => void;
  isBusy: boolean;
  /** The user submitted the form before all six digits were there. */
  isIncomplete: boolean;
  isWrong: boolean;
  label?: string;
  wrongText?: string;
}

export function CodeField({
  ref,
  value,
  onChange,
  onComplete,
  isBusy,
  isIncomplete,
  isWrong,
  label = t('Code'),
  wrongText = t('That code is incorrect. Check the email and try again.'),
}: CodeFieldProps) {
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
    onChange(digits);
    if (isCompleteCode(digits) && digits !== value) onComplete(digits);
  };
  return (
    <TextInput
      ref={ref}
      data-autofocus
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: classes.code }}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      readOnly={isBusy}
      error={isIncomplete ? t('Enter the six digits of the code') : isWrong ? wrongText : undefined}
    />
  );
}
