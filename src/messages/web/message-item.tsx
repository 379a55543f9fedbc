import { IconFileTypePdf, IconPoint } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { Message, MessageFile } from '../contract.ts';
import { formatEntry, formatSize } from './message-labels.ts';
import classes from './messages.module.css';

export function MessageItem({ message, isRight }: { message: Message; isRight: boolean }) {
  const { kind, authorName, isOwn, text, files, createdAt } = message;
  if (kind !== 'text') {
    return (
      <li className={classes.entry}>
        <IconPoint size={16} aria-hidden />
        <span>{formatEntry(kind, text)}</span>
        <time dateTime={createdAt}>{formatTimeOfDay(createdAt)}</time>
      </li>
    );
  }
  return (
    <li className={classes.message} data-right={isRight || undefined}>
      {text ? <p className={classes.bubble}>{text}</p> : null}
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.uploadId}>
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      ) : null}
      <p className={classes.meta}>
        <span>{isOwn ? t('You') : authorName}</span>
        <time dateTime={createdAt}>{formatTimeOfDay(createdAt)}</time>
      </p>
    </li>
  );
}

function FileLink({ file }: { file: MessageFile }) {
  const { name, contentType, size, url, width, height } = file;
  if (contentType.startsWith('image/')) {
    return (
      <a className={classes.picture} href={url} target="_blank" rel="noreferrer">
        <img src={url} alt={name} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
      </a>
    );
  }
  return (
    <a className={classes.document} href={url} download={name}>
      <IconFileTypePdf size={26} aria-hidden />
      <span>
        <span className={classes.documentName}>{name}</span>
        <span className={classes.documentSize}>{t('PDF, {size}', { size: formatSize(size) })}</span>
      </span>
    </a>
  );
}
