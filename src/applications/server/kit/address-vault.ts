import { hkdfSync } from 'node:crypto';
import { kycKey, previousKycKey } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { openText, SealBroken, sealText } from '#platform/server/storage/seal.ts';
import { DeliveryAddress } from '../../kit-contract.ts';

/** Addresses are sealed under a key derived from KYC_KEY, and bound to their application. */
export function sealAddress(config: Config, applicationId: string, address: DeliveryAddress): string {
  return sealText(JSON.stringify(address), toKey(applicationId, kycKey(config)));
}

/** Throws SealBroken if neither KYC_KEY nor KYC_KEY_PREVIOUS opens it. */
export function openAddress(config: Config, applicationId: string, sealed: string): DeliveryAddress {
  const previous = previousKycKey(config);
  const isOld = previous !== null && isUnderOldKey(config, applicationId, sealed);
  const text = openText(sealed, toKey(applicationId, isOld ? previous : kycKey(config)));
  return DeliveryAddress.parse(JSON.parse(text));
}

/** Returns true if the present KYC_KEY does not open the address. */
export function isUnderOldKey(config: Config, applicationId: string, sealed: string): boolean {
  try {
    openText(sealed, toKey(applicationId, kycKey(config)));
    return false;
  } catch (error) {
    if (error instanceof SealBroken) return true;
    throw error;
  }
}

const toKey = (applicationId: string, master: Buffer) => ({
  key: Buffer.from(hkdfSync('sha256', master, '', 'promenade/kit/address', 32)),
  aad: `kit|address|${applicationId}`,
});
