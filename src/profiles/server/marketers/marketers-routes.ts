import { t } from '#kernel/text.ts';
import type { Deps } from '../ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as contract from '#profiles/marketers-contract.ts';
import * as service from './marketers-service.ts';
import * as saved from './saved-marketers-service.ts';

export function marketersRoutes(deps: Deps): Route[] {
  return [
    route(contract.listMarketers, async ({ actor, query, reply }) => {
      const { marketers, link } = await service.listMarketers(deps, actor, query);
      if (link) reply.header('link', link);
      return marketers;
    }),
    route(contract.getMarketer, ({ params }) => service.getMarketer(deps, params.id)),
    route(contract.listSavedMarketers, ({ actor, query }) =>
      saved.listSavedMarketers(deps, actor, query.businessId),
    ),
    route(contract.saveMarketer, async ({ actor, params, query }) => {
      await saved.saveMarketer(deps, actor, params.id, query.businessId);
      return { message: t('Saved') };
    }),
    route(contract.removeSavedMarketer, async ({ actor, params, query }) => {
      await saved.removeSavedMarketer(deps, actor, params.id, query.businessId);
      return { message: t('Removed') };
    }),
    route(contract.getListing, ({ actor }) => service.getListing(deps, actor)),
    route(contract.setListing, ({ actor, body }) => service.setListing(deps, actor, body)),
  ];
}
