import { ActionIcon, FileButton, Progress, Textarea } from '@mantine/core';
import { IconFile, IconPaperclip, IconRefresh, IconSend2, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { purposes } from '#uploads/contract.ts';
import { getAcceptAttribute, type UploadItem, type Uploads, useUpload } from '#uploads/web/use-upload.ts';
import { MAX_FILES, MAX_TEXT_LENGTH } from '../contract.ts';
import classes from './messages.module.css';
import type { UnsentMessage } from './kept-text.ts';

const NEARLY_FULL_LENGTH = MAX_TEXT_LENGTH - 400;
const MAX_NAME_LENGTH = 200;

interface ComposerProps {
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string, files: UnsentMessage['files']) => void;
  otherName: string;
}

export function Composer({ draft, onDraft, onSend, otherName }: ComposerProps) {
  const uploads = useUpload({ purpose: 'message', max: MAX_FILES });
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const resetInput = useRef<() => void>(null);
  const { items } = uploads;
  const text = draft.trim();
  const ready = items.filter(({ state }) => state === 'ready');
  const problem = findProblem(text, uploads);
  const isTooLong = text.length > MAX_TEXT_LENGTH;
  const isNearlyFull = text.length > NEARLY_FULL_LENGTH;
  const isSendable = problem === null && (text !== '' || ready.length > 0);

  const send = () => {
    if (!isSendable) return;
    const files = ready.flatMap(({ uploadId, name }) =>
      uploadId === null ? [] : [{ uploadId, name: name.slice(0, MAX_NAME_LENGTH) }],
    );
    onSend(text, files);
    onDraft('');
    for (const { key } of ready) uploads.forget(key);
    field.current?.focus();
  };
  const add = (files: readonly File[]) => {
    uploads.add(files);
    // Otherwise the same file could not be chosen again after it was removed.
    resetInput.current?.();
  };
  const handleKey = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add([...event.dataTransfer.files]);
  };

  return (
    <div
      className={classes.composer}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      {items.length > 0 ? (
        <ul className={classes.attachments} aria-label={t('Files to send')}>
          {items.map((item) => (
            <Attachment item={item} uploads={uploads} key={item.key} />
          ))}
        </ul>
      ) : null}
      <form
        className={classes.composerRow}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FileButton
          multiple
          accept={getAcceptAttribute('message')}
          resetRef={resetInput}
          onChange={add}
          inputProps={{ 'aria-label': t('Files'), tabIndex: -1 }}
        >
          {(props) => (
            <ActionIcon
              {...props}
              variant="subtle"
              color="gray"
              size={44}
              disabled={!uploads.hasRoom}
              aria-label={t('Add files')}
              title={t(purposes.message.text)}
            >
              <IconPaperclip size={22} aria-hidden />
            </ActionIcon>
          )}
        </FileButton>
        <Textarea
          ref={field}
          className={classes.field ?? ''}
          aria-label={t('Message to {otherName}', { otherName })}
          placeholder={t('Write a message')}
          autosize
          minRows={1}
          maxRows={6}
          value={draft}
          error={isTooLong ? problem : undefined}
          onChange={({ currentTarget }) => onDraft(currentTarget.value)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        />
        <ActionIcon type="submit" size={44} radius="xl" disabled={!isSendable} aria-label={t('Send')}>
          <IconSend2 size={22} aria-hidden />
        </ActionIcon>
      </form>
      <output className={classes.composerHint}>
        {isTooLong
          ? ''
          : (problem ??
            (isNearlyFull
              ? t('{count, plural, one {# character} other {# characters}} left', {
                  count: MAX_TEXT_LENGTH - text.length,
                })
              : ''))}
      </output>
    </div>
  );
}

function findProblem(text: string, { items, isBusy }: Uploads): string | null {
  if (text.length > MAX_TEXT_LENGTH) {
    const count = text.length - MAX_TEXT_LENGTH;
    return t('Your message is {count, plural, one {# character} other {# characters}} too long.', { count });
  }
  if (isBusy) return t('Wait for the files to upload, or remove them.');
  const hasFailed = items.some(({ state }) => state === 'failed');
  return hasFailed ? t('Some files couldn’t be uploaded. Try again or remove them.') : null;
}

function Attachment({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { key, name, state, progress, previewUrl, error, canRetry } = item;
  const percent = Math.floor(progress * 100);
  return (
    <li className={classes.attachment} data-state={state}>
      {previewUrl ? (
        <img className={classes.attachmentPreview} src={previewUrl} alt="" />
      ) : (
        <IconFile className={classes.attachmentPreview} size={26} aria-hidden />
      )}
      <div className={classes.attachmentWords}>
        <span className={classes.attachmentName}>{name}</span>
        {state === 'failed' ? (
          <span className={classes.attachmentError} role="alert">
            {error}
          </span>
        ) : state === 'ready' ? null : (
          <Progress value={percent} size="sm" aria-label={t('{name}: {percent}% sent', { name, percent })} />
        )}
      </div>
      {state === 'failed' && canRetry ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('Try {name} again', { name })}
          onClick={() => uploads.retry(key)}
        >
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('Remove {name}', { name })}
        onClick={() => uploads.remove(key)}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
