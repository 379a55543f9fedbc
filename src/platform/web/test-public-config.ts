import type { PublicConfig } from '../config-contract.ts';

export function testPublicConfig(changes: Partial<PublicConfig> = {}): PublicConfig {
  return {
    mapStyleUrl: null,
    googleSignIn: false,
    developmentMailbox: true,
    demoAccounts: false,
    demoWorldPercent: null,
    walletSimulator: true,
    feePercent: 15,
    taxThresholdDollars: 600,
    contactEmail: null,
    ...changes,
  };
}
