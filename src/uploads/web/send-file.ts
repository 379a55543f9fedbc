import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { ErrorBody } from '#kernel/errors.ts';
import {
  createUpload,
  largestBytes,
  purposes,
  tooLargeText,
  type UploadPurpose,
  wrongKindText,
} from '#uploads/contract.ts';

export interface SendingEvents {
  /** Share of the file that has arrived, 0 to 1. */
  onProgress(share: number): void;
  onReady(uploadId: string): void;
  /** With the text for the person. Where trying again can help, `retry` goes on where it stopped. */
  onFailed(text: string, canRetry: boolean): void;
  /** There is no connection; it goes on by itself as soon as there is one. */
  onWaiting(): void;
}

export interface Sending {
  retry(): void;
  /** Stops, and keeps what has arrived: the same file goes on there when it is chosen again. */
  stop(): void;
  /** Stops and removes it from the server too. */
  remove(): void;
}

/** Small enough that a slow line sends one within a minute, in which the server expects a request to be complete. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];

/** Why this file would be refused, known before a byte is sent; null where it may be tried. The server judges by content. */
export function refusalOf(file: File, purpose: UploadPurpose): string | null {
  const rules = purposes[purpose];
  if (file.size === 0) return 'This file is empty.';
  // Browsers leave the type empty where they do not know the file's ending.
  if (file.type !== '' && !Object.hasOwn(rules.accepted, file.type)) return wrongKindText(file.type, rules);
  return file.size > largestBytes(purpose) ? tooLargeText(rules) : null;
}

/** Sends a file resumably (tus 1.0) and goes on by itself after lost connections. */
export function sendFile(file: File, purpose: UploadPurpose, events: SendingEvents): Sending {
  const upload = new Upload(file, {
    // Absolute: the client resolves the answer's relative Location against it.
    endpoint: new URL(createUpload.path, window.location.href).href,
    metadata: { purpose, filename: file.name, filetype: file.type },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    // With the purpose: the same photo as proof and as profile photo are two uploads.
    fingerprint: async ({ name, size, lastModified }) =>
      `promenade-${purpose}-${name}-${size}-${lastModified}`,
    onProgress: (sent, total) => events.onProgress(total === 0 ? 0 : sent / total),
    onSuccess: () => events.onReady(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => {
      const answer = error instanceof DetailedError ? error.originalResponse : null;
      if (navigator.onLine || answer) events.onFailed(textOf(answer), !isFinal(answer));
      else waitForConnection();
    },
  });

  const resume = () => upload.start();
  const waitForConnection = () => {
    events.onWaiting();
    window.addEventListener('online', resume, { once: true });
  };
  const stopWaiting = () => window.removeEventListener('online', resume);
  let isGone = false;

  // A file that was broken off in an earlier visit goes on where it stopped.
  upload.findPreviousUploads().then(([previous]) => {
    if (isGone) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  }, resume);

  return {
    retry: resume,
    stop() {
      isGone = true;
      stopWaiting();
      void upload.abort();
    },
    remove() {
      isGone = true;
      stopWaiting();
      // What cannot be removed now is removed by the server once it has lain unused.
      upload.abort(upload.url !== null).catch(() => {});
    },
  };
}

/** Too large or of the wrong kind: the same file will be refused again. */
function isFinal(answer: HttpResponse | null): boolean {
  return answer !== null && [413, 415].includes(answer.getStatus());
}

function textOf(answer: HttpResponse | null): string {
  return readText(answer?.getBody()) ?? 'This file could not be sent. Please try again.';
}

function readText(answer: string | undefined): string | undefined {
  try {
    return ErrorBody.parse(JSON.parse(answer ?? '')).message;
  } catch {
    // A proxy may answer with anything.
    return undefined;
  }
}
