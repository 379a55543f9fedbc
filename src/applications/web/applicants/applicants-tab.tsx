import type { Campaign } from '#campaigns/contract.ts';
import { CampaignInvitations } from '../invitations/campaign-invitations.tsx';
import { Applicants } from './applicants.tsx';

export default function ApplicantsTab({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <Applicants campaign={campaign} />
      <CampaignInvitations campaign={campaign} />
    </>
  );
}
