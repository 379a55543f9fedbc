import type { PublicConfig } from '../config-contract.ts';

/** A local installation without outside services; tests change what matters to them. */
export function testPublicConfig(changes: Partial<PublicConfig> = {}): PublicConfig {
  return {
    mapStyleUrl: null,
    googleSignIn: false,
    developmentMailbox: true,
    demoAccounts: false,
    walletSimulator: true,
    feePercent: 15,
    taxThresholdDollars: 600,
    ...changes,
  };
}
