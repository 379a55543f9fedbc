import { useState } from 'react';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import type { Campaign } from '../contract.ts';
import { assetAddress } from './form/brand-assets/brand-assets.ts';

interface CampaignLogoProps {
  campaign: Pick<Campaign, 'company' | 'brandAssets'>;
  size: number;
}

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
