import { createSlot } from '#platform/web/slot.tsx';
import type { Campaign, OwnCampaign } from '../contract.ts';

interface CampaignsPart {
  campaigns: readonly OwnCampaign[];
}

interface CampaignPart {
  campaign: Campaign;
}

export const CampaignMarketerPart = createSlot<CampaignPart>('campaign-marketer-part');

export const CampaignBusinessRatings = createSlot<CampaignPart>('campaign-business-ratings');

export const AdvertiserTasks = createSlot<object>('advertiser-tasks');

export const AdvertiserLive = createSlot<CampaignsPart>('advertiser-live');

export const CampaignApplicants = createSlot<CampaignPart>('campaign-applicants');
export const CampaignKit = createSlot<CampaignPart>('campaign-kit');
export const CampaignLive = createSlot<CampaignPart>('campaign-live');
export const CampaignProofs = createSlot<CampaignPart>('campaign-proofs');
export const CampaignReport = createSlot<CampaignPart>('campaign-report');
