import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import * as contract from '../contract.ts';
import * as deciding from './deciding-service.ts';
import * as listing from './listing-service.ts';

export function applicationRoutes(deps: Deps): Route[] {
  return [
    route(contract.listApplications, ({ actor, query }) => listing.listApplications(deps, actor, query)),
    route(contract.apply, ({ actor, body }) => deciding.apply(deps, actor, body.campaignId)),
    route(contract.decideApplication, ({ actor, params, body }) =>
      deciding.decideApplication(deps, actor, params.id, body),
    ),
  ];
}
