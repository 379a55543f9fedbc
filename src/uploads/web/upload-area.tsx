import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { purposes, type UploadPurpose } from '#uploads/contract.ts';
import classes from './upload-field.module.css';
import { getAcceptAttribute } from './use-upload.ts';

interface UploadAreaProps {
  purpose: UploadPurpose;
  label: string;
  max: number;
  hasFile: boolean;
  isWrong: boolean;
  disabled: boolean;
  capture?: 'user' | 'environment' | undefined;
  hintId: string;
  onAdd: (files: readonly File[]) => void;
}

export function UploadArea({
  purpose,
  label,
  max,
  hasFile,
  isWrong,
  disabled,
  capture,
  hintId,
  onAdd,
}: UploadAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const resetInput = useRef<() => void>(null);

  const add = (files: readonly File[]) => {
    onAdd(files);
    // Otherwise the same file could not be chosen again after it was removed.
    resetInput.current?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) add([...event.dataTransfer.files]);
  };

  return (
    <div
      className={classes.area}
      data-over={isOver || undefined}
      data-wrong={isWrong || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileButton
        multiple={max > 1}
        accept={getAcceptAttribute(purpose)}
        resetRef={resetInput}
        disabled={disabled}
        onChange={(chosen) => add(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])}
        inputProps={{ 'aria-label': label, tabIndex: -1 }}
        {...(capture ? { capture } : {})}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            disabled={disabled}
            leftSection={<IconUpload size={18} aria-hidden />}
            aria-describedby={hintId}
          >
            {hasFile && max === 1
              ? t('Choose another file')
              : t('{count, plural, one {Choose a file} other {Choose files}}', { count: max })}
          </Button>
        )}
      </FileButton>
      <span className={classes.hint} id={hintId}>
        {t('{count, plural, one {or drop it here. {formats}.} other {or drop them here. {formats}.}}', {
          count: max,
          formats: purposes[purpose].text,
        })}
      </span>
    </div>
  );
}
