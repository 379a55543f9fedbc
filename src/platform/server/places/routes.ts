import { getPlacesStatus, reversePlace, searchPlaces } from '../../places-contract.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { createPlaces } from './place-service.ts';

export function placeRoutes(deps: Deps): Route[] {
  const places = createPlaces(deps);
  return [
    route(searchPlaces, ({ query }) => places.search(query.q, query.limit)),
    route(reversePlace, async ({ query }) => ({ place: await places.reverse(query) })),
    route(getPlacesStatus, () => places.status()),
  ];
}
