import type { Deps } from '../ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as contract from '#profiles/marketers-contract.ts';
import * as service from './marketers-service.ts';

export function marketersRoutes(deps: Deps): Route[] {
  return [
    route(contract.listMarketers, async ({ query, reply }) => {
      const { marketers, link } = await service.listMarketers(deps, query);
      if (link) reply.header('link', link);
      return marketers;
    }),
    route(contract.getListing, ({ actor }) => service.getListing(deps, actor)),
    route(contract.setListing, ({ actor, body }) => service.setListing(deps, actor, body)),
  ];
}
