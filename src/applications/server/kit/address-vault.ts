import { hkdfSync } from 'node:crypto';
import { kycKey, previousKycKey } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { openText, SealBroken, sealText } from '#platform/server/storage/seal.ts';
import { DeliveryAddress } from '../../kit-contract.ts';

/** Addresses are sealed under a key derived from KYC_KEY, and bound to their application. */
export function sealAddress(config: Config, applicationId: string, address: DeliveryAddress): string {
  return sealText(JSON.stringify(address), { key: deriveKey(kycKey(config)), aad: toPlace(applicationId) });
}

/** Throws SealBroken if neither KYC_KEY nor KYC_KEY_PREVIOUS opens it. */
export function openAddress(config: Config, applicationId: string, sealed: string): DeliveryAddress {
  const previous = previousKycKey(config);
  const open = (master: Buffer) =>
    DeliveryAddress.parse(
      JSON.parse(openText(sealed, { key: deriveKey(master), aad: toPlace(applicationId) })),
    );
  try {
    return open(kycKey(config));
  } catch (error) {
    if (!(error instanceof SealBroken) || !previous) throw error;
    return open(previous);
  }
}

const deriveKey = (master: Buffer) =>
  Buffer.from(hkdfSync('sha256', master, '', 'promenade/kit/address', 32));
const toPlace = (applicationId: string) => `kit|address|${applicationId}`;
