import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { HelpLink } from '#platform/web/ui/help-link.tsx';
import { DuePosts } from './due-posts.tsx';
import { ProofReviewList } from './proof-review-list.tsx';

export const handle: PageHandle = { roles: ['advertiser'], appearsAtOnce: true };
export const meta = pageMeta(msg('Review proofs'));

export default function ProofReviewPage() {
  return (
    <>
      <PageHeader
        title={t('Review proofs')}
        description={
          <>
            {t('Approving a proof pays the marketer from the escrow.')} <HelpLink to="proofReview" />
          </>
        }
        back={{ to: '/advertiser', label: t('Back to Dashboard') }}
      />
      <DuePosts />
      <ProofReviewList />
    </>
  );
}
