import type { MapPath, MapPoint } from '#platform/web/maps/markers/map-model.ts';
import type { LiveLocation } from '../../contract.ts';

export type Trails = ReadonlyMap<string, readonly MapPoint[]>;

/** Enough for eight hours at walking speed: published points are about 900 metres apart. */
const MOST_POINTS = 60;

/** Returns the same trails if nothing changed. Contains only published points that this screen received. */
export function extendTrails(trails: Trails, live: readonly LiveLocation[]): Trails {
  const next = new Map<string, readonly MapPoint[]>();
  let hasChanged = false;
  const ids = new Set(live.map(({ id }) => id));
  if ([...trails.keys()].some((id) => !ids.has(id))) hasChanged = true;
  for (const { id, latitude: lat, longitude: lng } of live) {
    const known = trails.get(id) ?? [];
    const last = known.at(-1);
    const isNew = lat !== null && lng !== null && (last?.lat !== lat || last.lng !== lng);
    if (isNew || !trails.has(id)) hasChanged = true;
    next.set(id, isNew ? [...known, { lat, lng }].slice(-MOST_POINTS) : known);
  }
  return hasChanged ? next : trails;
}

export function toPaths(trails: Trails): MapPath[] {
  return [...trails.values()].flatMap((points) => (points.length > 1 ? [{ points }] : []));
}
