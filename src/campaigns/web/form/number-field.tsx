import { TextInput, type TextInputProps } from '@mantine/core';
import type { NumberPath } from './campaign-form-values.ts';
import { parseDollars, parseNumber } from './typed-number.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface NumberFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'required' | 'maw'> {
  form: CampaignFormApi;
  path: NumberPath;
  isDollars?: boolean;
}

/** Keeps the text as typed. The error appears when the user leaves the field. */
export function NumberField({ form, path, isDollars = false, ...texts }: NumberFieldProps) {
  const { onBlur, ...input } = form.getInputProps(path);
  const read = isDollars ? parseDollars : parseNumber;
  return (
    <TextInput
      inputMode={isDollars ? 'decimal' : 'numeric'}
      autoComplete="off"
      leftSection={isDollars ? '$' : null}
      {...texts}
      {...input}
      onBlur={(event) => {
        onBlur?.(event);
        if (Number.isNaN(read(event.currentTarget.value))) void form.validateField(path);
      }}
    />
  );
}
