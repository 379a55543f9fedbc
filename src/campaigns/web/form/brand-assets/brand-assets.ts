import type { Campaign } from '../../../contract.ts';

export const assetNames = {
  tshirtDesign: 'T-shirt design',
  hatDesign: 'Hat design',
  logoUrl: 'Logo',
} as const;
export type Asset = keyof typeof assetNames;

/**
 * Returns the artwork's URL, or undefined unless it is one of our file URLs. Other text must not become a
 * link.
 */
export function assetAddress(assets: Campaign['brandAssets'], asset: Asset): string | undefined {
  const address = assets[asset];
  return address && /^\/api\/files\/[0-9a-f-]{36}$/.test(address) ? address : undefined;
}
