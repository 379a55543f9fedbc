import { reversePlace, searchPlaces } from '../../places-contract.ts';
import { type Route, route } from '../route.ts';
import * as gazetteer from './gazetteer.ts';

/** Place search and reverse geocoding, both offline. */
export function placeRoutes(): Route[] {
  return [
    route(searchPlaces, ({ query }) => gazetteer.searchPlaces(query.q, query.limit)),
    route(reversePlace, ({ query }) => ({ place: gazetteer.nearestPlace(query.lat, query.lng) })),
  ];
}
