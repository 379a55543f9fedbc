import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconFileText, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { t } from '#kernel/text.ts';
import classes from '#uploads/web/upload-field.module.css';
import { acceptedTypes } from './kyc-form-values.ts';

interface DocumentFieldProps {
  label: string;
  description: string;
  required?: boolean;
  value: File | null;
  error?: ReactNode;
  /** The form field's path. If the document is missing, the form moves the focus to the button. */
  path: string;
  onChange: (file: File | null) => void;
}

/** The file stays in the browser until the user submits the form. */
export function DocumentField({
  label,
  description,
  required = false,
  value,
  error,
  path,
  onChange,
}: DocumentFieldProps) {
  const reset = useRef<() => void>(null);
  const id = useId();
  const choose = (file: File | null) => {
    // Lets the user choose the same file again after removing it.
    reset.current?.();
    onChange(file);
  };
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>
        {label}
        {required ? (
          <span className={classes.required} aria-hidden>
            {' *'}
          </span>
        ) : null}
      </legend>
      <div className={classes.area} data-wrong={Boolean(error) || undefined}>
        {value ? <ChosenFile file={value} onRemove={() => choose(null)} /> : null}
        <FileButton
          resetRef={reset}
          accept={acceptedTypes.join(',')}
          onChange={(file) => file && choose(file)}
          inputProps={{ 'aria-label': label, tabIndex: -1 }}
        >
          {(props) => (
            <Button
              {...props}
              data-path={path}
              variant="default"
              size="sm"
              leftSection={<IconUpload size={18} aria-hidden />}
              aria-describedby={`${id}-hint`}
            >
              {value ? t('Choose another file') : t('Choose a file')}
            </Button>
          )}
        </FileButton>
        <span className={classes.hint} id={`${id}-hint`}>
          {description}
        </span>
      </div>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <>
      <span className={classes.preview} aria-hidden>
        {file.type.startsWith('image/') ? <IconPhoto /> : <IconFileText />}
      </span>
      <span className={classes.about}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.status}>{formatFileSize(file.size)}</span>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('Remove {name}', { name: file.name })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** '48 KB', '3.1 MB'. */
export function formatFileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? t('{size} KB', { size: Math.max(1, Math.round(kilobytes)) })
    : t('{size} MB', { size: (kilobytes / 1024).toFixed(1) });
}
