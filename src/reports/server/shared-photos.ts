import type { CampaignReport } from '../contract.ts';

/** Enough for a gallery, and small enough for one response. */
const MOST_PHOTOS = 24;

/**
 * Only of approved proofs, without selfies. Files of a post may be screenshots with the name of its account, so social
 * campaigns have none.
 */
export function listSharedPhotos({
  campaign,
  photos,
}: Pick<CampaignReport, 'campaign' | 'photos'>): CampaignReport['photos'] {
  if (campaign.campaignType !== 'wearable') return [];
  return photos.filter(({ kind, isApproved }) => kind === 'photo' && isApproved).slice(0, MOST_PHOTOS);
}
