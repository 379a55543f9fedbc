import type { Campaign } from '#campaigns/contract.ts';
import { CampaignInvitations } from '../invitations/campaign-invitations.tsx';
import { Applicants } from './applicants.tsx';

/** The applicants of a campaign, and whom the business invited. */
export default function ApplicantsTab({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <Applicants campaign={campaign} />
      <CampaignInvitations campaign={campaign} />
    </>
  );
}
