import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import { getTrialBalance, getWalletSetup, listPayments } from '../contract.ts';
import { listPayments as readPayments } from './payments.ts';
import { readTrialBalance } from './trial-balance.ts';
import { readWalletSetup } from './wallet-setup.ts';

/** The wallet's webhook has a scope of its own: webhooks.ts. */
export function paymentsRoutes(deps: Deps): Route[] {
  return [
    route(listPayments, ({ actor }) => readPayments(deps, actor)),
    route(getWalletSetup, () => readWalletSetup(deps)),
    route(getTrialBalance, () => readTrialBalance(deps)),
  ];
}
