import { Text } from '@mantine/core';
import { IconPhotoCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { usePages } from '#platform/web/paging.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { decideWeakProof, listWeakProofs } from '#proofs/weak-contract.ts';
import { ProofReviewCard } from '#proofs/web/review/proof-review-card.tsx';
import type { Decision } from '#proofs/web/review/proof-review-decision.tsx';
import classes from '../money/money.module.css';

/** Not decided by the advertiser in time (decision 38), longest overdue first. */
export function WeakProofs() {
  const pages = usePages(listWeakProofs, { query: { limit: 20 } });
  const [chosen, setChosen] = useState<Decision | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <section ref={place} tabIndex={-1} aria-label={t('Weak proofs')} className={classes.stack}>
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText={t('Loading proofs...')}
        empty={
          <EmptyState
            icon={<IconPhotoCheck />}
            title={t('No proofs to decide')}
            text={t('Weak proofs appear here if the advertiser doesn’t decide within 72 hours.')}
          />
        }
      >
        {(proofs) =>
          proofs.map((proof) => (
            <ProofReviewCard
              proof={proof}
              isPending={false}
              onApprove={() => setChosen({ proof, status: 'approved' })}
              onReject={() => setChosen({ proof, status: 'rejected' })}
              key={proof.id}
            />
          ))
        }
      </PagedRows>
      <SubjectModal
        subject={chosen}
        title={({ status }) => (status === 'approved' ? t('Approve and pay?') : t('Reject this proof?'))}
        onClose={() => setChosen(null)}
        // The button that opened the dialog disappears with the decided proof.
        onClosed={() => restoreLostFocus(place.current)}
      >
        {(decision) => <DecisionForm decision={decision} onClose={() => setChosen(null)} />}
      </SubjectModal>
    </section>
  );
}

function DecisionForm({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { proof, status } = decision;
  const decide = useCallMutation(decideWeakProof, {
    invalidates: [listWeakProofs],
    onSuccess: () => {
      showToast({
        title: status === 'approved' ? t('Proof approved') : t('Proof rejected'),
        message: t('{marketerName} has been notified.', { marketerName: proof.marketerName }),
        tone: 'success',
      });
      onClose();
    },
  });
  return (
    <ReasonForm
      description={t('Both sides read this.')}
      maxLength={2000}
      call={decide}
      field="reviewNotes"
      submitLabel={
        status === 'approved' ? t('Pay {amount}', { amount: formatMoney(proof.payRate) }) : t('Reject proof')
      }
      isDangerous={status === 'rejected'}
      onCancel={onClose}
      onSubmit={(reviewNotes) => decide.mutate({ params: { id: proof.id }, body: { status, reviewNotes } })}
    >
      <Text>
        {proof.marketerName}, {proof.campaignTitle}. {t('You can’t undo this.')}
      </Text>
    </ReasonForm>
  );
}
