import { ActionIcon, Progress } from '@mantine/core';
import {
  IconFile,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconVideo,
  IconX,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '#kernel/text.ts';
import classes from './upload-field.module.css';
import type { UploadItem, Uploads } from './use-upload.ts';

interface UploadRowsProps {
  uploads: Uploads;
  onRemove: (key: string) => void;
}

export function UploadRows({ uploads, onRemove }: UploadRowsProps) {
  if (uploads.items.length === 0) return null;
  return (
    <ul className={classes.items}>
      {uploads.items.map((item) => (
        <UploadRow
          key={item.key}
          item={item}
          onPause={uploads.pause}
          onRetry={uploads.retry}
          onRemove={onRemove}
        />
      ))}
    </ul>
  );
}

interface UploadRowProps {
  item: UploadItem;
  onPause: (key: string) => void;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

function UploadRow({ item, onPause, onRetry, onRemove }: UploadRowProps) {
  const { key, name, state, progress } = item;
  const percent = Math.floor(progress * 100);
  const removeButton = useRef<HTMLButtonElement>(null);
  const retry = () => {
    // The pressed button disappears when the upload resumes, so move the focus.
    removeButton.current?.focus();
    onRetry(key);
  };
  const isPausable = (state === 'sending' && percent < 100) || state === 'paused';
  return (
    <li className={classes.item} data-state={state}>
      <Preview item={item} />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.status} role={state === 'failed' ? 'alert' : 'status'}>
          {statusText(item, percent)}
        </span>
        {state === 'sending' || state === 'waiting' || state === 'paused' ? (
          <Progress value={percent} size="sm" aria-label={t('{name}: {percent}% sent', { name, percent })} />
        ) : null}
      </div>
      {isPausable ? (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={state === 'paused' ? t('Resume {name}', { name }) : t('Pause {name}', { name })}
          onClick={() => (state === 'paused' ? onRetry : onPause)(key)}
        >
          {state === 'paused' ? (
            <IconPlayerPlay size={18} aria-hidden />
          ) : (
            <IconPlayerPause size={18} aria-hidden />
          )}
        </ActionIcon>
      ) : null}
      {state === 'failed' && item.canRetry ? (
        <ActionIcon variant="default" size={44} aria-label={t('Try {name} again', { name })} onClick={retry}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      ) : null}
      <ActionIcon
        ref={removeButton}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('Remove {name}', { name })}
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
  if (state === 'waiting') return t('No connection. Resumes automatically, {percent}% sent.', { percent });
  if (state === 'paused') return t('Paused, {percent}% sent.', { percent });
  if (state === 'ready') return t('Ready, {size}', { size: sizeText(size) });
  return percent < 100
    ? t('Uploading, {percent}% of {size}', { percent, size: sizeText(size) })
    : t('Checking the file');
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? t('{size} KB', { size: Math.max(1, Math.round(kilobytes)) })
    : t('{size} MB', { size: (kilobytes / 1024).toFixed(1) });
}
