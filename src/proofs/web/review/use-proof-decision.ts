import { useQueryClient } from '@tanstack/react-query';
import { getAdvertiserStats, getCampaign, listOwnCampaigns } from '#campaigns/contract.ts';
import { getEscrowStatus } from '#campaigns/funding-contract.ts';
import { t } from '#kernel/text.ts';
import { invalidateEndpoints, useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { decideProof, listProofs, type Proof } from '../../contract.ts';
import type { ProofDecision } from '../../decision-contract.ts';

export const changedByDecision = [
  listProofs,
  getEscrowStatus,
  getCampaign,
  listOwnCampaigns,
  getAdvertiserStats,
];

export function useProofDecision() {
  const client = useQueryClient();
  const decision = useCallMutation(decideProof, {
    invalidates: changedByDecision,
    onSuccess: () =>
      showToast({
        title: t('Proof Updated'),
        message: t('The proof submission has been updated successfully.'),
        tone: 'success',
      }),
    onError: (error) => {
      showErrorToast(error, t('Failed to update proof'));
      // The proof may be decided already, by a colleague or by auto-approval, so refetch.
      void invalidateEndpoints(client, changedByDecision);
    },
  });
  return {
    isPending: decision.isPending,
    decide: (proof: Proof, body: ProofDecision) => {
      if (decision.isPending) return;
      decision.mutate({ params: { id: proof.id }, body });
    },
  };
}
