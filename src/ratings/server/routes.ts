import { route, type Route } from '#platform/server/http/route.ts';
import type { Deps } from '#platform/server/deps.ts';
import * as contract from '#ratings/contract.ts';
import * as hiding from './hiding-service.ts';
import * as received from './received-service.ts';
import * as ratings from './service.ts';

export function ratingRoutes(deps: Deps): Route[] {
  return [
    route(contract.rate, ({ actor, body }) => ratings.rate(deps, actor, body)),
    route(contract.changeRating, ({ actor, params, body }) =>
      ratings.changeRating(deps, actor, params.id, body),
    ),
    route(contract.replyToRating, ({ actor, params, body }) =>
      ratings.replyToRating(deps, actor, params.id, body),
    ),
    route(contract.listRatingExchanges, async ({ actor, query, reply }) => {
      const exchanges = await ratings.listRatingExchanges(deps, actor, query);
      const link = ratings.linkToNextExchanges(exchanges, query);
      if (link) reply.header('link', link);
      return exchanges;
    }),
    route(contract.listApplicantRatings, ({ actor, params }) =>
      received.listApplicantRatings(deps, actor, params.id),
    ),
    route(contract.listMarketerRatings, ({ params }) => received.listMarketerRatings(deps, params.id)),
    route(contract.listCampaignRatings, ({ actor, params }) =>
      received.listCampaignRatings(deps, actor, params.id),
    ),
    route(contract.listAllRatings, async ({ query, reply }) => {
      const listed = await hiding.listAllRatings(deps, query);
      const link = hiding.linkToNextRatings(listed, query);
      if (link) reply.header('link', link);
      return listed;
    }),
    route(contract.hideRatingWords, ({ actor, params, body }) =>
      hiding.hideRatingWords(deps, actor, params.id, body),
    ),
  ];
}
