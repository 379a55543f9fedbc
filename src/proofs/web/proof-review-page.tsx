import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { DuePosts } from './due-posts.tsx';
import { ProofReviewList } from './proof-review-list.tsx';

export const handle: PageHandle = { roles: ['advertiser'], appearsAtOnce: true };
export const meta = pageMeta('Review proofs');

/** The /proof-review page: proofs of all the advertiser's campaigns. */
export default function ProofReviewPage() {
  return (
    <>
      <PageHeader
        title="Review proofs"
        description={
          <>
            Approving a proof pays the marketer from the escrow. <HelpLink to="proofReview" />
          </>
        }
        back={{ to: '/advertiser', label: 'Back to Dashboard' }}
      />
      <DuePosts />
      <ProofReviewList />
    </>
  );
}
