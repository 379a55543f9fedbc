import { hkdfSync } from 'node:crypto';
import type { Deps } from '#platform/server/deps.ts';
import { kycKey, previousKycKey } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { openText, SealBroken, sealText } from '#platform/server/storage/seal.ts';
import { DeliveryAddress } from '../../kit-contract.ts';

/** The key is derived from KYC_KEY. The seal is bound to the application. */
export function sealAddress(config: Config, applicationId: string, address: DeliveryAddress): string {
  return sealText(JSON.stringify(address), toKey(applicationId, kycKey(config)));
}

interface OpenedAddress {
  address: DeliveryAddress;
  /** Sealed under KYC_KEY_PREVIOUS. */
  isUnderOldKey: boolean;
}

/** Throws SealBroken if neither KYC_KEY nor KYC_KEY_PREVIOUS opens it. */
export function openAddress(config: Config, applicationId: string, sealed: string): OpenedAddress {
  const previous = previousKycKey(config);
  const open = (master: Buffer) =>
    DeliveryAddress.parse(JSON.parse(openText(sealed, toKey(applicationId, master))));
  try {
    return { address: open(kycKey(config)), isUnderOldKey: false };
  } catch (error) {
    if (!(error instanceof SealBroken) || !previous) throw error;
    return { address: open(previous), isUnderOldKey: true };
  }
}

/** Null for an address that does not open, so that the rest of a list still shows. */
export function readAddress(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  applicationId: string,
  sealed: string,
): DeliveryAddress | null {
  try {
    return openAddress(config, applicationId, sealed).address;
  } catch (error) {
    log.error({ err: error, applicationId }, 'a delivery address does not open');
    return null;
  }
}

const toKey = (applicationId: string, master: Buffer) => ({
  key: Buffer.from(hkdfSync('sha256', master, '', 'promenade/kit/address', 32)),
  aad: `kit|address|${applicationId}`,
});
