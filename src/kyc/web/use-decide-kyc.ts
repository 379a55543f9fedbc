import { useQueryClient } from '@tanstack/react-query';
import type { IdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { getQueryKey, useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { decideKyc, listKyc } from '../contract.ts';

const outdated = ['kyc/decided', 'kyc/changed', 'kyc/not-found'];

/**
 * Decides an identity check. If the admin signed in too long ago, asks them to confirm their identity first.
 * If another admin has already decided, refetches the lists.
 */
export function useDecideKyc(identity: IdentityConfirmation, onDecided: () => void) {
  const client = useQueryClient();
  const decide = useCallMutation(decideKyc, {
    invalidates: [listKyc],
    onSuccess: ({ message }) => {
      showToast({ title: t('KYC Updated'), message, tone: 'success' });
      onDecided();
    },
    onError: (error, decision) => {
      if (identity.isNeededFor(error, () => decide.mutate(decision))) return;
      showErrorToast(error, t('Failed to update KYC information.'));
      if (outdated.includes(error.code)) void client.invalidateQueries({ queryKey: getQueryKey(listKyc) });
    },
  });
  return decide;
}
