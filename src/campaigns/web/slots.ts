import { createSlot } from '#platform/web/slot.tsx';
import type { Campaign, OwnCampaign } from '../contract.ts';

interface CampaignsPart {
  campaigns: readonly OwnCampaign[];
}

interface CampaignPart {
  campaign: Campaign;
}

/** On /campaigns/{id}, for everyone except the owner: the marketer's application and next step. */
export const CampaignMarketerPart = createSlot<CampaignPart>('campaign-marketer-part');

/** On /campaigns/{id}, for everyone except the owner: what marketers say about the business. */
export const CampaignBusinessRatings = createSlot<CampaignPart>('campaign-business-ratings');

/** On /advertiser: what waits for the advertiser. */
export const AdvertiserTasks = createSlot<object>('advertiser-tasks');

/** On /advertiser: one live map of all campaigns. */
export const AdvertiserLive = createSlot<CampaignsPart>('advertiser-live');

export const CampaignApplicants = createSlot<CampaignPart>('campaign-applicants');
export const CampaignKit = createSlot<CampaignPart>('campaign-kit');
export const CampaignLive = createSlot<CampaignPart>('campaign-live');
export const CampaignProofs = createSlot<CampaignPart>('campaign-proofs');
export const CampaignReport = createSlot<CampaignPart>('campaign-report');
