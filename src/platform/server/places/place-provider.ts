import type { Place, PlaceFailure, PlaceProviderName } from '../../places-contract.ts';
import type { Point } from './gazetteer/nearest-point.ts';

/** Both calls throw only ProviderFailed. */
export interface PlaceProvider {
  name: PlaceProviderName;
  /** True if the provider's terms allow us to cache results for hours. */
  mayBeRemembered: boolean;
  search(query: string, limit: number): Promise<Place[]>;
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
