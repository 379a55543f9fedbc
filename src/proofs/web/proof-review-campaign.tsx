import type { Campaign } from '#campaigns/contract.ts';
import { ProofReviewList } from './proof-review-list.tsx';

/** The proofs of one campaign, on its own page. */
export default function ProofReviewCampaign({ campaign }: { campaign: Campaign }) {
  return <ProofReviewList campaignId={campaign.id} />;
}
