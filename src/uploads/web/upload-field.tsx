import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import type { UploadPurpose } from '#uploads/contract.ts';
import { UploadArea } from './upload-area.tsx';
import classes from './upload-field.module.css';
import { UploadRows } from './upload-rows.tsx';
import { type UploadItem, type Uploads, useUpload } from './use-upload.ts';

export interface ReadyUpload {
  uploadId: string;
  name: string;
  type: string;
}

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
  max?: number;
  capture?: 'user' | 'environment';
  error?: ReactNode;
  disabled?: boolean;
  onChange: (uploads: FieldUploads) => void;
}

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
  const field = useRef<HTMLFieldSetElement>(null);
  const hintId = useId();

  const announce = useEffectEvent(() => onChange(summarizeUploads(uploads)));
  const state = items
    .map(({ key, uploadId, state: one }) => `${key}:${uploadId ?? ''}:${one === 'failed'}`)
    .join();
  const hasBegun = useRef(false);
  useEffect(() => {
    // Do not report on mount, because nothing has changed yet.
    if (hasBegun.current) announce();
    hasBegun.current = true;
  }, [state, isBusy]);

  const remove = (key: string) => {
    uploads.remove(key);
    // The pressed button disappears with the file, so move the focus.
    requestAnimationFrame(() => restoreLostFocus(field.current?.querySelector<HTMLElement>('button')));
  };
  return (
    <fieldset ref={field} aria-describedby={hintId} className={classes.field}>
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
        <UploadArea
          purpose={purpose}
          label={label}
          max={max}
          hasFile={items.length > 0}
          isWrong={Boolean(error)}
          disabled={disabled}
          capture={capture}
          hintId={hintId}
          onAdd={uploads.add}
        />
      ) : null}
      <UploadRows uploads={uploads} onRemove={remove} />
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

export function summarizeUploads({ items, isBusy }: Pick<Uploads, 'items' | 'isBusy'>): FieldUploads {
  return { ready: items.flatMap(readyUpload), isBusy, failed: items.flatMap(failedUpload) };
}

function readyUpload({ uploadId, name, type }: UploadItem): ReadyUpload[] {
  return uploadId === null ? [] : [{ uploadId, name, type }];
}

function failedUpload({ state, name, canRetry }: UploadItem): FailedUpload[] {
  return state === 'failed' ? [{ name, canRetry }] : [];
}
