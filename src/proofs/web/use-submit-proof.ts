import { useForm } from '@mantine/form';
import { useState } from 'react';
import { listApplications } from '#applications/contract.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/states/field-errors.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { useOwnSession } from '#tracking/web/tracker/use-own-session.ts';
import { formatPendingUpload } from '#uploads/web/pending-upload-message.ts';
import type { FieldUploads } from '#uploads/web/upload-field.tsx';
import { listProofs, type MediaKind, submitProof } from '../contract.ts';
import { assignKinds, listRequirements } from './submit-requirements.ts';

export function useSubmitProof(campaign: Campaign) {
  const session = useOwnSession(campaign.id).data ?? null;
  const [uploads, setUploads] = useState<FieldUploads>({ ready: [], isBusy: false, failed: [] });
  const [chosen, setChosen] = useState<Readonly<Record<string, MediaKind>>>({});
  const form = useForm({ initialValues: { postUrl: '', note: '' } });
  const kinds = assignKinds(uploads.ready, chosen, campaign);
  const requirements = listRequirements(campaign, {
    kinds,
    postUrl: form.values.postUrl,
    wasInside: ((session?.total ?? session?.presence)?.minutesInside ?? 0) > 0,
  });

  const sending = useCallMutation(submitProof, {
    invalidates: [listProofs, listApplications, getOwnSession, getCampaign],
    onSuccess: () =>
      showToast({
        title: 'Proof Submitted',
        message: 'The advertiser has 72 hours to review it.',
        tone: 'success',
      }),
    onError: (error) => {
      showFieldErrors(form, error);
      const isMarked = Object.keys(error.fields).some(
        (path) => path in form.values || path.startsWith('media'),
      );
      if (!isMarked) {
        showToast({ title: 'Error', message: getErrorText(error, 'Failed to submit proof'), tone: 'error' });
      }
    },
  });

  function send(): void {
    if (sending.isPending || uploads.isBusy) return;
    const missing = requirements.filter(({ isMet, field }) => !isMet && field !== null);
    const pendingUpload = formatPendingUpload(uploads);
    if (missing.length > 0 || pendingUpload !== null) {
      form.setErrors({
        ...Object.fromEntries(missing.map(({ field, missing: text }) => [field, text])),
        // If an upload failed, the user must decide first, because a proof is sent only once.
        ...(pendingUpload === null ? {} : { media: pendingUpload }),
      });
      return;
    }
    const { postUrl, note } = form.values;
    const address = submitProof.body.shape.postUrl.safeParse(postUrl.trim() || undefined);
    if (!address.success) {
      form.setErrors({ postUrl: address.error.issues[0]?.message });
      return;
    }
    sending.mutate({
      body: {
        campaignId: campaign.id,
        ...(session ? { sessionId: session.id } : {}),
        ...(postUrl.trim() ? { postUrl: postUrl.trim() } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
        media: uploads.ready.map(({ uploadId }, at) => ({ uploadId, kind: kinds[at] ?? 'photo' })),
      },
    });
  }

  return {
    form,
    session,
    uploads,
    kinds,
    requirements,
    /** The error about the files, from the client or the server. */
    mediaError: Object.entries(form.errors).find(([path]) => path.startsWith('media'))?.[1] ?? null,
    /** The last error that belongs to no field. */
    refusal: sending.error instanceof CallError && !sending.isPending ? sending.error : null,
    isSending: sending.isPending,
    setUploads(next: FieldUploads) {
      setUploads(next);
      for (const path of Object.keys(form.errors)) if (path.startsWith('media')) form.clearFieldError(path);
    },
    choose: (uploadId: string, kind: MediaKind) => setChosen((kept) => ({ ...kept, [uploadId]: kind })),
    send,
  };
}
