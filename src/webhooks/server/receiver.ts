import {
  PrivateAddressError,
  requirePublicName,
  requirePublicUrl,
} from '#platform/server/security/public-address.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { refuse } from '../domain.ts';

/** Other ports belong to services that expect no such call. */
const PORTS = ['8443'];

/** Throws a PrivateAddressError for an address that the server must not call. */
export function requireReceiver({ webhooks }: Config, address: string): URL {
  return requirePublicUrl(address, { ...webhooks, ports: PORTS });
}

/** Refuses with 'webhook/address'. The address is checked again with each call. */
export async function refusePrivateReceiver(config: Config, address: string): Promise<void> {
  try {
    await requirePublicName(requireReceiver(config, address), config.webhooks);
  } catch (error) {
    if (error instanceof PrivateAddressError) throw refuse('webhook/address');
    throw error;
  }
}
