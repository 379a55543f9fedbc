import type { Campaign } from '#campaigns/contract.ts';
import { ProofReviewList } from './proof-review-list.tsx';

export default function ProofReviewCampaign({ campaign }: { campaign: Campaign }) {
  return <ProofReviewList campaignId={campaign.id} />;
}
