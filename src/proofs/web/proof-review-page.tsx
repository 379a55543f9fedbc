import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { ProofReviewList } from './proof-review-list.tsx';

/** /proof-review: what marketers of all of one's campaigns have sent, to be approved and paid or rejected. */
export function ProofReviewPage() {
  return (
    <>
      <PageHeader
        title="Review proofs"
        description="Approving a proof pays the marketer from the escrow."
        back={{ to: '/advertiser', label: 'Back to Dashboard' }}
      />
      <ProofReviewList />
    </>
  );
}
