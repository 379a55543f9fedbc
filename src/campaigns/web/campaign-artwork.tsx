import { useState } from 'react';
import type { Campaign } from '../contract.ts';
import classes from './campaign-artwork.module.css';
import { assetAddress } from './form/brand-assets/brand-assets.ts';

/** A band with the shirts or hats of a campaign. Draws nothing if it has no pictures of them. */
export function CampaignArtwork({ campaign: { brandAssets } }: { campaign: Pick<Campaign, 'brandAssets'> }) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const shown = (['tshirtDesign', 'hatDesign'] as const).flatMap((asset) => {
    const address = assetAddress(brandAssets, asset);
    // A PDF cannot be drawn here. The campaign's page links to it.
    return address && !broken.has(address) ? [address] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className={classes.band}>
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
