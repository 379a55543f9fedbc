import { t } from '#kernel/text.ts';
import { call, CallError } from '#platform/web/call.ts';
import { sendFile } from '#uploads/web/send-file.ts';
import { sendAgain } from '../../amendment-contract.ts';
import { type Proof, submitProof } from '../../contract.ts';
import type { ProofDraft } from './draft-database.ts';

export type SendResult =
  | { state: 'sent'; proof: Proof }
  | { state: 'offline' }
  | { state: 'refused'; text: string };

interface Sending {
  /** Called with the draft after each file has arrived, so that none is sent twice. */
  save: (draft: ProofDraft) => Promise<unknown>;
  /** Of all bytes that have arrived, 0 to 1. */
  onProgress: (share: number) => void;
  /** False while positions of the session wait to be sent: the server takes none after the proof. */
  hasAllPositions: () => Promise<boolean>;
  signal: AbortSignal;
}

/** Sending it again after a lost answer returns the proof that the first try created. */
export async function sendDraft(draft: ProofDraft, sending: Sending): Promise<SendResult> {
  const first = await trySending(draft, sending);
  if (first !== 'files-expired') return first;
  // The server deletes unused files after a week. They are still here.
  const files = draft.files.map((file) => ({ ...file, uploadId: null }));
  const second = await trySending({ ...draft, files }, sending);
  return second === 'files-expired'
    ? { state: 'refused', text: t('We couldn’t find your files. Please add them again.') }
    : second;
}

async function trySending(
  draft: ProofDraft,
  { save, onProgress, hasAllPositions, signal }: Sending,
): Promise<SendResult | 'files-expired'> {
  let present = draft;
  const total = draft.files.reduce((sum, { file }) => sum + file.size, 0);
  let arrived = 0;
  for (const { key, file, uploadId } of draft.files) {
    if (uploadId === null) {
      const sent = await uploadFile(file, signal, (share) =>
        onProgress(total === 0 ? 1 : (arrived + share * file.size) / total),
      );
      if (sent.state !== 'sent') return sent;
      const files = present.files.map((each) =>
        each.key === key ? { ...each, uploadId: sent.uploadId } : each,
      );
      present = { ...present, files };
      await save(present);
    }
    arrived += file.size;
    onProgress(total === 0 ? 1 : arrived / total);
  }
  if (!(await hasAllPositions())) return { state: 'offline' };
  try {
    const { againFor: id } = present;
    const proof =
      id === undefined
        ? await call(submitProof, { body: toBody(present) }, { signal })
        : await call(sendAgain, { params: { id }, body: toAgainBody(present) }, { signal });
    return { state: 'sent', proof };
  } catch (error) {
    if (!(error instanceof CallError)) return { state: 'offline' };
    // A server that is down or busy is like no connection.
    if (error.status === 0 || error.status >= 500 || error.status === 429) return { state: 'offline' };
    // It waits for its own user. No proof is deleted, so one that is not found belongs to another.
    if (error.code === 'proof/other-user' || error.code === 'proof/not-found') return { state: 'offline' };
    // The tracker tells the server that the session has ended, and then the proof can be sent.
    if (error.code === 'proof/session-running') return { state: 'offline' };
    if (error.code === 'upload/not-found') return 'files-expired';
    return { state: 'refused', text: error.text || t('Failed to submit proof') };
  }
}

export function toBody(draft: ProofDraft) {
  const { accountId, campaignId, sessionId } = draft;
  return {
    campaignId,
    ...(accountId ? { marketerId: accountId } : {}),
    ...(sessionId ? { sessionId } : {}),
    ...toAgainBody(draft),
  };
}

export function toAgainBody({ postUrl, note, isAdDisclosed, files, submissionKey }: ProofDraft) {
  return {
    submissionKey,
    ...(postUrl.trim() ? { postUrl: postUrl.trim(), isAdDisclosed } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
    media: files.map(({ uploadId, kind, capture }) => ({
      uploadId: uploadId ?? '',
      kind: kind ?? 'photo',
      ...(capture ? { capture } : {}),
    })),
  };
}

type Uploaded = { state: 'sent'; uploadId: string } | Exclude<SendResult, { state: 'sent' }>;

export function uploadFile(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  return new Promise((resolve) => {
    const upload = sendFile(file, 'proof', {
      onProgress,
      onReady: (uploadId) => resolve({ state: 'sent', uploadId }),
      onFailed: (text, canRetry) => {
        upload.stop();
        resolve(canRetry ? { state: 'offline' } : { state: 'refused', text: `${file.name}: ${text}` });
      },
      onWaiting: () => {
        upload.stop();
        resolve({ state: 'offline' });
      },
    });
    signal.addEventListener('abort', () => {
      upload.stop();
      resolve({ state: 'offline' });
    });
  });
}
