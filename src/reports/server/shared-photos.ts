import type { CampaignReport } from '../contract.ts';

/** Enough for a gallery, and small enough for one response. */
const MOST_PHOTOS = 24;

/** Returns the photos that may leave the business: of approved proofs, no selfies, no screenshots with names. */
export function listSharedPhotos(photos: CampaignReport['photos']): CampaignReport['photos'] {
  return photos.filter(({ kind, isApproved }) => kind === 'photo' && isApproved).slice(0, MOST_PHOTOS);
}
