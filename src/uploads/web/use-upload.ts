import { useEffect, useReducer, useRef } from 'react';
import { purposes, type UploadPurpose } from '#uploads/contract.ts';
import { refusalOf, sendFile, type Sending } from './send-file.ts';

export interface UploadItem {
  /** Tells the items of one field apart. */
  key: number;
  name: string;
  size: number;
  /** As the browser names it; the server decides what it really is. */
  type: string;
  /** An image's own picture from memory. */
  previewUrl: string | null;
  state: 'sending' | 'waiting' | 'ready' | 'failed';
  /** Share of the file that has arrived, 0 to 1. */
  progress: number;
  uploadId: string | null;
  /** Why it failed, for the person. */
  error: string | null;
  /** Trying again can help. */
  canRetry: boolean;
}

export interface Uploads {
  items: readonly UploadItem[];
  /** One more file fits. */
  hasRoom: boolean;
  isBusy: boolean;
  /** Those that no longer fit are listed as failed: nothing that was chosen goes without a word. */
  add(files: readonly File[]): void;
  retry(key: number): void;
  remove(key: number): void;
  /** Takes it off the list where it has become part of something: the file stays. */
  forget(key: number): void;
}

/** Files being sent for one purpose, at most `max` of them; with one place, a new file takes the old one's. */
export function useUpload({ purpose, max = 1 }: { purpose: UploadPurpose; max?: number }): Uploads {
  const [items, dispatch] = useReducer(reduce, []);
  const sendings = useRef(new Map<number, Sending>());
  const previews = useRef(new Map<number, string>());
  const nextKey = useRef(0);

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

  const change = (key: number, changes: Partial<UploadItem>) => dispatch({ key, changes });

  /** Sends it, or only shows why not. */
  function begin(file: File, refusal: string | null): void {
    const key = nextKey.current++;
    const previewUrl = refusal === null && file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    if (previewUrl) previews.current.set(key, previewUrl);
    const { name, size, type } = file;
    dispatch({
      added: {
        key,
        name,
        size,
        type,
        previewUrl,
        state: refusal === null ? 'sending' : 'failed',
        progress: 0,
        uploadId: null,
        error: refusal,
        canRetry: refusal === null,
      },
    });
    if (refusal !== null) return;
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

  function remove(key: number): void {
    sendings.current.get(key)?.remove();
    forget(key);
  }

  function forget(key: number): void {
    sendings.current.delete(key);
    const previewUrl = previews.current.get(key);
    if (previewUrl) URL.revokeObjectURL(previewUrl);
    previews.current.delete(key);
    dispatch({ removed: key });
  }

  // What was refused for good takes no place; it only says why until it is removed.
  const room = max - items.filter(({ state, canRetry }) => state !== 'failed' || canRetry).length;
  return {
    items,
    hasRoom: room > 0,
    isBusy: items.some(({ state }) => state === 'sending' || state === 'waiting'),
    add(files) {
      const isReplacing = max === 1 && files.length > 0;
      if (isReplacing) for (const { key } of items) remove(key);
      let left = isReplacing ? 1 : room;
      for (const file of files) {
        const refusal = refusalOf(file, purpose) ?? (left > 0 ? null : surplusText(max));
        if (refusal === null) left -= 1;
        begin(file, refusal);
      }
    },
    retry(key) {
      change(key, { state: 'sending', error: null });
      sendings.current.get(key)?.retry();
    },
    remove,
    forget,
  };
}

/** For a file input's `accept`. */
export function acceptOf(purpose: UploadPurpose): string {
  return Object.keys(purposes[purpose].accepted).join(',');
}

function surplusText(max: number): string {
  return max === 1 ? 'Only one file fits' : `Only ${max} files fit`;
}

type Action = { added: UploadItem } | { removed: number } | { key: number; changes: Partial<UploadItem> };

function reduce(items: readonly UploadItem[], action: Action): readonly UploadItem[] {
  if ('added' in action) return [...items, action.added];
  if ('removed' in action) return items.filter(({ key }) => key !== action.removed);
  return items.map((item) => (item.key === action.key ? { ...item, ...action.changes } : item));
}
