import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listApplications } from '#applications/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { createKey } from '#platform/web/random-key.ts';
import { showFieldErrors } from '#platform/web/ui/states/field-errors.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { useOwnSession } from '#tracking/web/tracker/use-own-session.ts';
import { formatPendingUpload } from '#uploads/web/pending-upload-message.ts';
import { summarizeUploads } from '#uploads/web/upload-field.tsx';
import { type UploadItem, useUpload } from '#uploads/web/use-upload.ts';
import { sendAgain } from '../../amendment-contract.ts';
import { listProofs, type MediaKind, submitProof } from '../../contract.ts';
import type { Capture } from '../../media-contract.ts';
import { PostUrl } from '../../post-url-contract.ts';
import type { Shot } from '../camera/camera-dialog.tsx';
import { useCapturePermit } from '../camera/use-capture-permit.ts';
import type { ProofDraft } from '../draft/draft-database.ts';
import { useQueuedProofs } from '../draft/queued-proofs.ts';
import { toAgainBody, toBody } from '../draft/send-draft.ts';
import { useProofDraft } from '../draft/use-proof-draft.ts';
import { assignKinds, listAgainRequirements, listRequirements } from './submit-requirements.ts';

export const MAX_FILES = 10;

/**
 * Kept in the browser until it is sent (decision 54.7).
 * @param againFor The pending proof that the advertiser asked to send again.
 */
export function useSubmitProof(campaign: Campaign, slot: string, againFor?: string) {
  const clock = useClock();
  const accountId = useCurrentUser().user?.id;
  const session = useOwnSession(campaign.id).data ?? null;
  const permit = useCapturePermit(accountId, campaign.id, slot);
  const uploads = useUpload({ purpose: 'proof', max: MAX_FILES });
  const [captures, setCaptures] = useState<Readonly<Record<string, Capture>>>({});
  const [chosen, setChosen] = useState<Readonly<Record<string, MediaKind>>>({});
  const [submissionKey, setSubmissionKey] = useState(createKey);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRestored, setIsRestored] = useState(false);
  const form = useForm({ initialValues: { postUrl: '', note: '', isAdDisclosed: false } });
  const { reload } = useQueuedProofs();
  const isQueued = useRef(false);

  const files = uploads.items.filter(isUsable);
  const kinds = assignKinds(files, chosen, campaign);
  const list = againFor === undefined ? listRequirements : listAgainRequirements;
  const requirements = list(campaign, {
    kinds,
    postUrl: form.values.postUrl,
    isAdDisclosed: form.values.isAdDisclosed,
    wasInside: ((session?.total ?? session?.presence)?.minutesInside ?? 0) > 0,
  });

  const draft = useProofDraft({
    accountId,
    slot,
    onLoaded(kept) {
      form.setValues({ postUrl: kept.postUrl, note: kept.note, isAdDisclosed: kept.isAdDisclosed });
      setSubmissionKey(kept.submissionKey);
      setRefusal(kept.refusal);
      setIsRestored(true);
      const entries = kept.files.map(({ key, kind, capture }) => ({ key, kind, capture }));
      setChosen(Object.fromEntries(entries.flatMap(({ key, kind }) => (kind ? [[key, kind]] : []))));
      setCaptures(
        Object.fromEntries(entries.flatMap(({ key, capture }) => (capture ? [[key, capture]] : []))),
      );
      uploads.restore(kept.files);
    },
  });

  const toDraft = (changes: Partial<ProofDraft> = {}): ProofDraft => ({
    accountId: accountId ?? '',
    slot,
    campaignId: campaign.id,
    campaignTitle: campaign.title,
    submissionKey,
    sessionId: againFor === undefined ? (session?.id ?? null) : null,
    ...form.values,
    files: files.map(({ key, file, uploadId }, at) => ({
      key,
      file,
      uploadId,
      kind: kinds[at] ?? null,
      capture: captures[key] ?? null,
    })),
    queuedAt: null,
    refusal: null,
    ...(againFor === undefined ? {} : { againFor }),
    updatedAt: clock.now().toISOString(),
    ...changes,
  });

  const { postUrl, note, isAdDisclosed } = form.values;
  const isEmpty = files.length === 0 && postUrl === '' && note === '';
  const content = JSON.stringify([
    files.map(({ key, uploadId }, at) => [key, uploadId, kinds[at]]),
    postUrl,
    note,
    isAdDisclosed,
  ]);
  const keep = useEffectEvent(() => {
    if (isQueued.current || accountId === undefined) return;
    if (isEmpty) void draft.remove();
    else draft.saveSoon(toDraft());
  });
  useEffect(() => {
    if (draft.isLoaded) keep();
  }, [content, draft.isLoaded]);

  // Each change of the files may fix what was wrong with them.
  const uploadStates = uploads.items.map(({ key, state }) => `${key}:${state === 'failed'}`).join();
  const clearMediaErrors = useEffectEvent(() => {
    for (const path of Object.keys(form.errors)) if (path.startsWith('media')) form.clearFieldError(path);
  });
  useEffect(() => clearMediaErrors(), [uploadStates, uploads.isBusy]);

  async function enqueue(): Promise<void> {
    isQueued.current = true;
    if (await draft.save(toDraft({ queuedAt: clock.now().toISOString() }))) {
      await reload();
      return;
    }
    isQueued.current = false;
    showToast({
      title: t('No connection'),
      message: t(
        'This browser can’t keep your proof. Leave this page open, and submit again when you’re online.',
      ),
      tone: 'error',
    });
  }

  const outcome = {
    invalidates: [listProofs, listApplications, getOwnSession, getCampaign],
    onSuccess: async () => {
      isQueued.current = true;
      await draft.remove();
      showToast({
        title: againFor === undefined ? t('Proof submitted') : t('Sent again'),
        message: t('We’ll notify you of the decision. Your applications show the deadline.'),
        tone: 'success',
      });
    },
    onError: (error: CallError) => {
      if (error.status === 0 && accountId !== undefined) {
        void enqueue();
        return;
      }
      showFieldErrors(form, error);
      const isMarked = Object.keys(error.fields).some(
        (path) => path in form.values || path.startsWith('media'),
      );
      if (!isMarked) {
        showErrorToast(error, t('Failed to submit proof'));
      }
    },
  } as const;
  const first = useCallMutation(submitProof, outcome);
  const again = useCallMutation(sendAgain, outcome);
  const sending = againFor === undefined ? first : again;

  function send(): void {
    if (sending.isPending) return;
    setRefusal(null);
    const isOffline = !navigator.onLine && accountId !== undefined;
    const missing = requirements.filter(({ isMet, field }) => !isMet && field !== null);
    const summary = summarizeUploads(uploads);
    const pendingUpload = formatPendingUpload(isOffline ? { ...summary, isBusy: false } : summary);
    if (missing.length > 0 || pendingUpload !== null) {
      form.setErrors({
        ...Object.fromEntries(missing.map(({ field, missing: text }) => [field, text])),
        // If an upload failed, the user must decide first, because a proof is sent only once.
        ...(pendingUpload === null ? {} : { media: pendingUpload }),
      });
      return;
    }
    const address = PostUrl.optional().safeParse(postUrl.trim() || undefined);
    if (!address.success) {
      form.setErrors({ postUrl: address.error.issues[0]?.message });
      return;
    }
    if (isOffline) void enqueue();
    else if (againFor === undefined) first.mutate({ body: toBody(toDraft()) });
    else again.mutate({ params: { id: againFor }, body: toAgainBody(toDraft()) });
  }

  return {
    form,
    session,
    permit,
    uploads,
    files,
    kinds,
    requirements,
    isRestored,
    isAgain: againFor !== undefined,
    isCaptured: (key: string) => key in captures,
    mediaError: Object.entries(form.errors).find(([path]) => path.startsWith('media'))?.[1] ?? null,
    /** Of the last error that belongs to no field. */
    refusal:
      sending.error instanceof CallError && !sending.isPending
        ? sending.error.text || t('Failed to submit proof')
        : refusal,
    isSending: sending.isPending,
    addShot({ file, kind, takenAt }: Shot) {
      const key = createKey();
      setChosen((kept) => ({ ...kept, [key]: kind }));
      if (permit) {
        const capture = { permitId: permit.id, takenAt: takenAt.toISOString() };
        setCaptures((kept) => ({ ...kept, [key]: capture }));
      }
      uploads.restore([{ key, file, uploadId: null }]);
    },
    choose: (key: string, kind: MediaKind) => setChosen((kept) => ({ ...kept, [key]: kind })),
    send,
  };
}

function isUsable({ state, canRetry }: UploadItem): boolean {
  return state !== 'failed' || canRetry;
}
