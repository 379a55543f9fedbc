import { ActionIcon, Button, FileButton, Progress } from '@mantine/core';
import { IconFile, IconRefresh, IconUpload, IconVideo, IconX } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { purposes, type UploadPurpose } from '#uploads/contract.ts';
import classes from './upload-field.module.css';
import { getAcceptAttribute, type UploadItem, useUpload } from './use-upload.ts';

export interface ReadyUpload {
  uploadId: string;
  name: string;
  /** As the browser reports it, for example to tell a photo from a video. */
  type: string;
}

/** A failed file that is still in its field. The form decides whether to continue without it. */
interface FailedUpload {
  name: string;
  /** False if the file would be refused again. */
  canRetry: boolean;
}

export interface FieldUploads {
  ready: ReadyUpload[];
  isBusy: boolean;
  failed: FailedUpload[];
}

interface UploadFieldProps {
  purpose: UploadPurpose;
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** The maximum number of files; 1 by default. */
  max?: number;
  /** Opens a phone's camera instead of its files. */
  capture?: 'user' | 'environment';
  error?: ReactNode;
  disabled?: boolean;
  onChange: (uploads: FieldUploads) => void;
}

/**
 * A file field: files can be chosen by button, keyboard or drop. They upload immediately, and each shows its
 * progress.
 */
export function UploadField({
  purpose,
  label,
  description,
  required = false,
  max = 1,
  capture,
  error,
  disabled = false,
  onChange,
}: UploadFieldProps) {
  const uploads = useUpload({ purpose, max });
  const { items, isBusy } = uploads;
  const [isOver, setIsOver] = useState(false);
  const resetInput = useRef<() => void>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  const id = useId();

  const announce = useEffectEvent(() =>
    onChange({ ready: items.flatMap(readyUpload), isBusy, failed: items.flatMap(failedUpload) }),
  );
  const state = items
    .map(({ key, uploadId, state: one }) => `${key}:${uploadId ?? ''}:${one === 'failed'}`)
    .join();
  const hasBegun = useRef(false);
  useEffect(() => {
    // Do not report on mount, because nothing has changed yet.
    if (hasBegun.current) announce();
    hasBegun.current = true;
  }, [state, isBusy]);

  const add = (files: readonly File[]) => {
    uploads.add(files);
    // Otherwise the same file could not be chosen again after it was removed.
    resetInput.current?.();
  };
  const remove = (key: number) => {
    uploads.remove(key);
    // The pressed button disappears with the file, so move the focus.
    requestAnimationFrame(() => restoreLostFocus(field.current?.querySelector<HTMLElement>('button')));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) add([...event.dataTransfer.files]);
  };

  return (
    <fieldset ref={field} aria-describedby={`${id}-hint`} className={classes.field}>
      <legend className={classes.label}>
        {label}
        {required ? (
          <span aria-hidden className={classes.required}>
            {' *'}
          </span>
        ) : null}
      </legend>
      {description ? <div className={classes.description}>{description}</div> : null}
      {max === 1 || uploads.hasRoom ? (
        <div
          className={classes.area}
          data-over={isOver || undefined}
          data-wrong={Boolean(error) || undefined}
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
                aria-describedby={`${id}-hint`}
              >
                {items.length > 0 && max === 1
                  ? 'Choose another file'
                  : max > 1
                    ? 'Choose files'
                    : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          <span className={classes.hint} id={`${id}-hint`}>
            or drop {max > 1 ? 'them' : 'it'} here. {purposes[purpose].text}.
          </span>
        </div>
      ) : null}
      {items.length > 0 ? (
        <ul className={classes.items}>
          {items.map((item) => (
            <UploadRow key={item.key} item={item} onRetry={uploads.retry} onRemove={remove} />
          ))}
        </ul>
      ) : null}
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface UploadRowProps {
  item: UploadItem;
  onRetry: (key: number) => void;
  onRemove: (key: number) => void;
}

function UploadRow({ item, onRetry, onRemove }: UploadRowProps) {
  const { key, name, state, progress } = item;
  const percent = Math.floor(progress * 100);
  const removeButton = useRef<HTMLButtonElement>(null);
  const retry = () => {
    // The pressed button disappears when the upload resumes, so move the focus.
    removeButton.current?.focus();
    onRetry(key);
  };
  return (
    <li className={classes.item} data-state={state}>
      <Preview item={item} />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.status} role={state === 'failed' ? 'alert' : 'status'}>
          {statusText(item, percent)}
        </span>
        {state === 'sending' || state === 'waiting' ? (
          <Progress value={percent} size="sm" aria-label={`${name}: ${percent}% sent`} />
        ) : null}
      </div>
      {state === 'failed' && item.canRetry ? (
        <ActionIcon variant="default" size={44} aria-label={`Try ${name} again`} onClick={retry}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      ) : null}
      <ActionIcon
        ref={removeButton}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(key)}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function Preview({ item }: { item: UploadItem }) {
  if (item.previewUrl && (item.state !== 'failed' || item.canRetry)) {
    return <img className={classes.preview} src={item.previewUrl} alt="" />;
  }
  const Icon = item.type.startsWith('video/') ? IconVideo : IconFile;
  return (
    <span className={classes.preview} aria-hidden>
      <Icon />
    </span>
  );
}

function statusText({ state, error, size }: UploadItem, percent: number): string {
  if (state === 'failed') return error ?? '';
  if (state === 'waiting') return `No connection. Resumes automatically, ${percent}% sent.`;
  if (state === 'ready') return `Ready, ${sizeText(size)}`;
  return percent < 100 ? `Uploading, ${sizeText(size)}` : 'Checking the file';
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${(kilobytes / 1024).toFixed(1)} MB`;
}

function readyUpload({ uploadId, name, type }: UploadItem): ReadyUpload[] {
  return uploadId === null ? [] : [{ uploadId, name, type }];
}

function failedUpload({ state, name, canRetry }: UploadItem): FailedUpload[] {
  return state === 'failed' ? [{ name, canRetry }] : [];
}
