import { useState } from 'react';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import type { Campaign } from '../contract.ts';
import { assetAddress } from './form/brand-assets/brand-assets.ts';

interface CampaignLogoProps {
  campaign: Pick<Campaign, 'company' | 'brandAssets'>;
  size: number;
}

/** The logo of the campaign, or the initials of its company if it has none or only one in a PDF. */
export function CampaignLogo({ campaign: { company, brandAssets }, size }: CampaignLogoProps) {
  const address = assetAddress(brandAssets, 'logoUrl');
  const [broken, setBroken] = useState<string>();
  return (
    <Monogram
      name={company}
      size={size}
      imageUrl={address === broken ? null : address}
      onError={() => setBroken(address)}
    />
  );
}
