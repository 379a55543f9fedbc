import type { Place, PlaceFailure, PlaceProviderName } from '../../places-contract.ts';
import type { Point } from './nearest-point.ts';

/** Somebody outside who knows streets and buildings. Both calls throw ProviderFailed, and nothing else. */
export interface PlaceProvider {
  name: PlaceProviderName;
  /** Its terms allow us to keep for hours what it has answered. */
  mayBeRemembered: boolean;
  /** At most `limit` places of the United States, the best first. */
  search(query: string, limit: number): Promise<Place[]>;
  /** The address at a point; null where nothing of the United States is near. */
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
