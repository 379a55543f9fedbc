import { useMutation, useQueryClient } from '@tanstack/react-query';
import { msg, t } from '#kernel/text.ts';
import { call, CallError } from '#platform/web/call.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { listProofs } from '../../contract.ts';
import { answerSpotCheck } from '../../spot-check-contract.ts';
import type { Shot } from '../camera/camera-dialog.tsx';
import { uploadFile } from '../draft/send-draft.ts';

const offlineText = msg('Your photo wasn’t sent. Check your connection and try again.');

class NotSent extends Error {}

/** After a failure, the same photo can be sent again. */
export function useAnswer(checkId: string, permitId: string | undefined) {
  const client = useQueryClient();
  const send = useMutation({
    async mutationFn({ file, takenAt }: Shot) {
      const uploaded = await uploadFile(file, new AbortController().signal, () => {});
      if (uploaded.state !== 'sent')
        throw new NotSent(uploaded.state === 'refused' ? uploaded.text : t(offlineText));
      const capture = { permitId: permitId ?? '', takenAt: takenAt.toISOString() };
      const body = { uploadId: uploaded.uploadId, capture };
      await call(answerSpotCheck, { params: { id: checkId }, body });
    },
    onSuccess: () =>
      showToast({ title: t('Photo check passed'), message: t('Your proof will show it.'), tone: 'success' }),
    // Also after a refusal: the ten minutes may be over.
    onSettled: () => invalidateEndpoints(client, [getOwnSession, listProofs]),
  });
  return {
    send: send.mutate,
    isSending: send.isPending,
    unsent: send.isError ? send.variables : null,
    problem: send.error && toText(send.error),
  };
}

function toText(error: Error): string {
  if (error instanceof NotSent) return error.message;
  return error instanceof CallError && error.status !== 0 && error.text ? error.text : t(offlineText);
}
