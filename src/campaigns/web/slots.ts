import { createSlot } from '#platform/web/slot.tsx';
import type { Campaign } from '../contract.ts';

interface CampaignPart {
  campaign: Campaign;
}

/** On /campaigns/{id}, for everybody but its owner: the marketer's state with this campaign and their next step. */
export const CampaignMarketerPart = createSlot<CampaignPart>('campaign-marketer-part');

/** The owner's tabs that belong to later domains. */
export const CampaignApplicants = createSlot<CampaignPart>('campaign-applicants');
export const CampaignLive = createSlot<CampaignPart>('campaign-live');
export const CampaignProofs = createSlot<CampaignPart>('campaign-proofs');
export const CampaignReport = createSlot<CampaignPart>('campaign-report');
