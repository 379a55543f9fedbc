import * as contract from '#admin/contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import { getAdminStats, listUsers } from './service.ts';

export function adminRoutes(deps: Deps): Route[] {
  return [
    route(contract.listUsers, ({ query }) => listUsers(deps, query)),
    route(contract.getAdminStats, () => getAdminStats(deps)),
  ];
}
