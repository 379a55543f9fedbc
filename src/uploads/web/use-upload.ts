import { useEffect, useReducer, useRef } from 'react';
import { t } from '#kernel/text.ts';
import { createKey } from '#platform/web/random-key.ts';
import { purposes, type UploadPurpose } from '#uploads/contract.ts';
import { checkFile, sendFile, type Sending } from './send-file.ts';

export interface UploadItem {
  /** Never two with the same, also after a reload. */
  key: string;
  file: File;
  name: string;
  size: number;
  /** As the browser reports it. The server decides the real type. */
  type: string;
  previewUrl: string | null;
  state: 'sending' | 'waiting' | 'paused' | 'ready' | 'failed';
  /** From 0 to 1. */
  progress: number;
  uploadId: string | null;
  error: string | null;
  canRetry: boolean;
}

export interface Uploads {
  items: readonly UploadItem[];
  hasRoom: boolean;
  isBusy: boolean;
  /** Files that no longer fit are listed as failed, so that none is dropped silently. */
  add(files: readonly File[]): void;
  /** Files with an `uploadId` have arrived, the others resume. */
  restore(files: readonly KeptFile[]): void;
  pause(key: string): void;
  retry(key: string): void;
  remove(key: string): void;
  /** Keeps the file on the server, because something has claimed it. */
  forget(key: string): void;
}

export interface KeptFile {
  key: string;
  file: File;
  uploadId: string | null;
}

/** If `max` is 1, a new file replaces the old one. */
export function useUpload({ purpose, max = 1 }: { purpose: UploadPurpose; max?: number }): Uploads {
  const [items, dispatch] = useReducer(reduce, []);
  const sendings = useRef(new Map<string, Sending>());
  const previews = useRef(new Map<string, string>());

  useEffect(() => {
    const { current: running } = sendings;
    const { current: shown } = previews;
    return () => {
      for (const sending of running.values()) sending.stop();
      for (const url of shown.values()) URL.revokeObjectURL(url);
      running.clear();
      shown.clear();
    };
  }, []);

  const change = (key: string, changes: Partial<UploadItem>) => dispatch({ key, changes });

  function begin({ key, file, uploadId }: KeptFile, refusal: string | null): void {
    const previewUrl = refusal === null && file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    if (previewUrl) previews.current.set(key, previewUrl);
    const { name, size, type } = file;
    dispatch({
      added: {
        key,
        file,
        name,
        size,
        type,
        previewUrl,
        state: refusal !== null ? 'failed' : uploadId === null ? 'sending' : 'ready',
        progress: uploadId === null ? 0 : 1,
        uploadId,
        error: refusal,
        canRetry: refusal === null,
      },
    });
    if (refusal !== null || uploadId !== null) return;
    sendings.current.set(
      key,
      sendFile(file, purpose, {
        onProgress: (progress) => change(key, { state: 'sending', progress }),
        onReady: (uploadId) => change(key, { state: 'ready', progress: 1, uploadId, error: null }),
        onFailed: (error, canRetry) => change(key, { state: 'failed', error, canRetry }),
        onWaiting: () => change(key, { state: 'waiting' }),
      }),
    );
  }

  function remove(key: string): void {
    sendings.current.get(key)?.remove();
    forget(key);
  }

  function forget(key: string): void {
    sendings.current.delete(key);
    const previewUrl = previews.current.get(key);
    if (previewUrl) URL.revokeObjectURL(previewUrl);
    previews.current.delete(key);
    dispatch({ removed: key });
  }

  // A file that cannot be retried takes no place. It only shows its error until it is removed.
  const room = max - items.filter(({ state, canRetry }) => state !== 'failed' || canRetry).length;
  return {
    items,
    hasRoom: room > 0,
    isBusy: items.some(({ state }) => ['sending', 'waiting', 'paused'].includes(state)),
    add(files) {
      const isReplacing = max === 1 && files.length > 0;
      if (isReplacing) for (const { key } of items) remove(key);
      let left = isReplacing ? 1 : room;
      for (const file of files) {
        const refusal = checkFile(file, purpose) ?? (left > 0 ? null : surplusText(max));
        if (refusal === null) left -= 1;
        begin({ key: createKey(), file, uploadId: null }, refusal);
      }
    },
    restore(files) {
      for (const kept of files) begin(kept, null);
    },
    pause(key) {
      sendings.current.get(key)?.pause();
      change(key, { state: 'paused' });
    },
    retry(key) {
      change(key, { state: 'sending', error: null });
      sendings.current.get(key)?.retry();
    },
    remove,
    forget,
  };
}

export function getAcceptAttribute(purpose: UploadPurpose): string {
  return Object.keys(purposes[purpose].accepted).join(',');
}

function surplusText(max: number): string {
  return t('{max, plural, one {You can add only one file.} other {You can add only # files.}}', { max });
}

type Action = { added: UploadItem } | { removed: string } | { key: string; changes: Partial<UploadItem> };

function reduce(items: readonly UploadItem[], action: Action): readonly UploadItem[] {
  if ('added' in action) return [...items, action.added];
  if ('removed' in action) return items.filter(({ key }) => key !== action.removed);
  return items.map((item) => (item.key === action.key ? { ...item, ...action.changes } : item));
}
