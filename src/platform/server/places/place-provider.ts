import type { Place, PlaceFailure, PlaceProviderName } from '../../places-contract.ts';
import type { Point } from './gazetteer/nearest-point.ts';

/** An external service that knows streets and buildings. Both calls throw only ProviderFailed. */
export interface PlaceProvider {
  name: PlaceProviderName;
  /** True if the provider's terms allow us to cache results for hours. */
  mayBeRemembered: boolean;
  /** Returns at most `limit` US places, best match first. */
  search(query: string, limit: number): Promise<Place[]>;
  /** Returns the address at a point, or null if nothing in the United States is near. */
  reverse(point: Point): Promise<Place | null>;
}

export class ProviderFailed extends Error {
  readonly reason: PlaceFailure;

  constructor(reason: PlaceFailure) {
    super(reason);
    this.name = 'ProviderFailed';
    this.reason = reason;
  }
}
