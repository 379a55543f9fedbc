import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { decideKyc, listKyc } from '../contract.ts';

/** Decides a verification; the lists are read anew also where somebody else was faster. */
export function useDecideKyc() {
  const client = useQueryClient();
  return useCallMutation(decideKyc, {
    invalidates: [listKyc],
    onSuccess: ({ message }) => showToast({ title: 'KYC Updated', message, tone: 'success' }),
    onError: (error) => {
      showToast({
        title: 'Error',
        message: textOf(error, 'Failed to update KYC information.'),
        tone: 'error',
      });
      if (error.code === 'kyc/decided') void client.invalidateQueries({ queryKey: keyOf(listKyc) });
    },
  });
}
