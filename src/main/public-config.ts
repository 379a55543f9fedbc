import { route, type Route } from '#platform/server/http/route.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import type { Deps } from './ports.ts';

const OPEN_FREE_MAP = 'https://tiles.openfreemap.org/styles/positron';

export function publicConfigRoutes({ config, ports }: Deps): Route[] {
  return [
    route(getPublicConfig, () => ({
      mapStyleUrl: config.mapStyleUrl === 'offline' ? null : (config.mapStyleUrl ?? OPEN_FREE_MAP),
      googleSignIn: config.google !== null,
      developmentMailbox: !config.production && config.smtpUrl === undefined,
      demoAccounts: config.seedsDemoWorld,
      demoWorldPercent: ports.getDemoWorldPercent(),
      walletSimulator: config.wallet.baseUrl === undefined,
      feePercent: config.feeBasisPoints / 100,
      taxThresholdDollars: config.taxThresholdCents / 100,
      contactEmail: config.contactEmail,
    })),
  ];
}
