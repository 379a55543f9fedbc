import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { parseErrorBody } from '#kernel/errors.ts';
import { t } from '#kernel/text.ts';
import {
  createUpload,
  largestBytes,
  purposes,
  tooLargeText,
  type UploadPurpose,
  wrongKindText,
} from '#uploads/contract.ts';

export interface SendingEvents {
  /** From 0 to 1. */
  onProgress(share: number): void;
  onReady(uploadId: string): void;
  /** If `canRetry`, `retry` resumes the upload. */
  onFailed(text: string, canRetry: boolean): void;
  /** There is no connection. The upload resumes automatically. */
  onWaiting(): void;
}

export interface Sending {
  retry(): void;
  /** Keeps the bytes sent so far, until `retry`. */
  pause(): void;
  /** Keeps the bytes sent so far. Choosing the same file again resumes the upload. */
  stop(): void;
  remove(): void;
}

/** Small enough that a slow connection sends one within a minute, the server's limit for a request. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];

/** Returns why the server would refuse this file, or null. The server decides by content. */
export function checkFile(file: File, purpose: UploadPurpose): string | null {
  const rules = purposes[purpose];
  if (file.size === 0) return t('This file is empty.');
  // Browsers leave the type empty if they do not know the extension.
  if (file.type !== '' && !Object.hasOwn(rules.accepted, file.type)) return wrongKindText(file.type, rules);
  return file.size > largestBytes(purpose) ? tooLargeText(rules) : null;
}

export function sendFile(file: File, purpose: UploadPurpose, events: SendingEvents): Sending {
  const upload = new Upload(file, {
    // Must be absolute: the client resolves the response's relative Location against it.
    endpoint: new URL(createUpload.path, window.location.href).href,
    metadata: { purpose, filename: file.name, filetype: file.type },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    // Includes the purpose: the same photo as proof and as profile photo makes two uploads.
    fingerprint: async ({ name, size, lastModified }) =>
      `promenade-${purpose}-${name}-${size}-${lastModified}`,
    onProgress: (sent, total) => events.onProgress(total === 0 ? 0 : sent / total),
    onSuccess: () => events.onReady(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => {
      const answer = error instanceof DetailedError ? error.originalResponse : null;
      if (navigator.onLine || answer) events.onFailed(readErrorText(answer), !isFinal(answer));
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

  upload.findPreviousUploads().then(([previous]) => {
    if (isGone) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  }, resume);

  return {
    retry() {
      isGone = false;
      resume();
    },
    pause() {
      isGone = true;
      stopWaiting();
      void upload.abort();
    },
    stop() {
      isGone = true;
      stopWaiting();
      void upload.abort();
    },
    remove() {
      isGone = true;
      stopWaiting();
      // If the removal fails, the server deletes the unused file later.
      upload.abort(upload.url !== null).catch(() => {});
    },
  };
}

function isFinal(answer: HttpResponse | null): boolean {
  return answer !== null && [413, 415].includes(answer.getStatus());
}

function readErrorText(answer: HttpResponse | null): string {
  return (
    parseErrorBody(answer?.getBody() ?? '')?.message ??
    t('This file could not be uploaded. Please try again.')
  );
}
