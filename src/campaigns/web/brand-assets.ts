import type { Campaign } from '../contract.ts';

export const assetNames = {
  tshirtDesign: 'T-shirt design',
  hatDesign: 'Hat design',
  logoUrl: 'Logo',
} as const;
export type Asset = keyof typeof assetNames;

/** The artwork's own address; any other text in its place is nothing to lead people to. */
export function assetAddress(assets: Campaign['brandAssets'], asset: Asset): string | undefined {
  const address = assets[asset];
  return address && /^\/api\/files\/[0-9a-f-]{36}$/.test(address) ? address : undefined;
}
