import { msg } from '#kernel/text.ts';
import type { Campaign } from '../../../contract.ts';

export const assetNames = {
  tshirtDesign: msg('T-shirt design'),
  hatDesign: msg('Hat design'),
  logoUrl: msg('Logo'),
} as const;
export type Asset = keyof typeof assetNames;

/** Undefined unless it is one of our file URLs: other text must not become a link. */
export function assetAddress(assets: Campaign['brandAssets'], asset: Asset): string | undefined {
  const address = assets[asset];
  return address && /^\/api\/files\/[0-9a-f-]{36}$/.test(address) ? address : undefined;
}
