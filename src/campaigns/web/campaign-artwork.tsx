import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconShirt,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Campaign } from '../contract.ts';
import classes from './campaign-artwork.module.css';
import { assetAddress } from './form/brand-assets/brand-assets.ts';

const platformIcons: Record<NonNullable<Campaign['socialMediaPlatform']>, typeof IconShirt> = {
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  twitter: IconBrandX,
  youtube: IconBrandYoutube,
  facebook: IconBrandFacebook,
};

interface CampaignArtworkProps {
  campaign: Pick<Campaign, 'brandAssets' | 'socialMediaPlatform'>;
}

/**
 * A band with the shirts or hats of a campaign. Without pictures of them it shows the platform, but only in a grid
 * where other cards have pictures, so that the rows of both line up.
 */
export function CampaignArtwork({ campaign: { brandAssets, socialMediaPlatform } }: CampaignArtworkProps) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const shown = (['tshirtDesign', 'hatDesign'] as const).flatMap((asset) => {
    const address = assetAddress(brandAssets, asset);
    // A PDF cannot be drawn here. The campaign's page links to it.
    return address && !broken.has(address) ? [address] : [];
  });
  if (shown.length === 0) {
    const Icon = socialMediaPlatform ? platformIcons[socialMediaPlatform] : IconShirt;
    return (
      <div className={classes.band} data-artwork="icon" aria-hidden>
        <Icon size={52} stroke={1.5} />
      </div>
    );
  }
  return (
    <div className={classes.band} data-artwork="pictures">
      {shown.map((address) => (
        <img
          key={address}
          src={address}
          alt=""
          loading="lazy"
          onError={() => setBroken((known) => new Set([...known, address]))}
        />
      ))}
    </div>
  );
}
