const degreeKilometers = 111.195;

export interface Point {
  lat: number;
  lng: number;
}

/**
 * Sorts the points by latitude once. A query walks outwards from its latitude and stops when latitude alone is farther
 * than the best point: some hundred steps for 50,000 points across the United States. Distances are planar, exact to
 * one percent up to some hundred kilometres.
 */
export function createNearestPoint(points: readonly Point[]) {
  // Packs latitude and index into one number, because sorting plain numbers is many times faster than with a
  // comparator.
  const sorted = Float64Array.from(
    points,
    ({ lat }, index) => Math.round((lat + 90) * 1e6) * points.length + index,
  ).sort();
  const order = Uint32Array.from(sorted, (packed) => packed % points.length);
  const latitudes = Float64Array.from(order, (index) => points[index]?.lat ?? 0);
  const longitudes = Float64Array.from(order, (index) => points[index]?.lng ?? 0);

  return (from: Point, limitKilometers: number, accepts: (index: number) => boolean = () => true) => {
    const eastDegreeKilometers = degreeKilometers * Math.cos((from.lat * Math.PI) / 180);
    let best: { index: number; kilometers: number } | undefined;

    /** Returns false if this point and all farther ones in the same direction are out of range. */
    const look = (position: number): boolean => {
      const reach = best?.kilometers ?? limitKilometers;
      const north = Math.abs((latitudes[position] ?? Number.POSITIVE_INFINITY) - from.lat) * degreeKilometers;
      if (north > reach) return false;
      const kilometers = Math.hypot(north, ((longitudes[position] ?? 0) - from.lng) * eastDegreeKilometers);
      const index = order[position] ?? 0;
      if (kilometers <= reach && accepts(index)) best = { index, kilometers };
      return true;
    };

    const start = firstNotBelow(latitudes, from.lat);
    let up = start;
    let down = start - 1;
    let isUpOpen = true;
    let isDownOpen = true;
    while (isUpOpen || isDownOpen) {
      isUpOpen = isUpOpen && up < latitudes.length && look(up++);
      isDownOpen = isDownOpen && down >= 0 && look(down--);
    }
    return best;
  };
}

function firstNotBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
