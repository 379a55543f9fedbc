import type { Work } from '#applications/web/own/work-labels.ts';
import type { Payment } from '#payments/contract.ts';
import { usePayments } from '#payments/web/use-payments.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { listProofs, type Proof } from '#proofs/contract.ts';

export function toWork(
  campaignId: string,
  proofs: readonly Proof[],
  payments: readonly Pick<Payment, 'campaignId' | 'status'>[],
): Work {
  const sent = proofs.filter((proof) => proof.campaignId === campaignId);
  return {
    proof: sent[0] ?? null,
    maySendProof: sent[0]?.can.resend ?? true,
    payment: payments.find((payment) => payment.campaignId === campaignId)?.status ?? null,
  };
}

/** Loads proofs and payments. Its `data` returns the state of the work for any campaign id. */
export function useWork() {
  const proofs = useAllPages(listProofs, undefined, { refetchOnMount: 'always' });
  const payments = usePayments();
  const known = proofs.data && payments.data ? { proofs: proofs.data, payments: payments.data } : null;
  return {
    data: known ? (campaignId: string) => toWork(campaignId, known.proofs, known.payments) : undefined,
    error: (proofs.data ? null : proofs.error) ?? (payments.data ? null : payments.error),
    refetch: () => Promise.all([proofs.refetch(), payments.refetch()]),
  };
}
