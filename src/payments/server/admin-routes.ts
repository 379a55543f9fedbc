import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import * as contract from '../admin-contract.ts';
import { listReconciliations, runReconciliation } from './reconciliation.ts';

/** What administrators see of money beside the trial balance. */
export function adminMoneyRoutes(deps: Deps): Route[] {
  return [
    route(contract.listReconciliations, () => listReconciliations(deps)),
    route(contract.runReconciliation, ({ actor, body }) => runReconciliation(deps, actor, body)),
  ];
}
