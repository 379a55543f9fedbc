import { distanceMeters, movePoint, type Point, type Step, stepBetween } from './geometry.ts';

/** In order, at least three. An edge joins the last to the first. */
export type Corners = readonly Point[];

export const cornerLimits = { least: 3, most: 30 } as const;

/**
 * Positive inside, negative outside. The polygon must not cross itself. Computed on a plane that touches the
 * earth at the first corner: off by less than 0.5 % within 10 km of it, below 65 degrees of latitude.
 */
export function metersInsidePolygon(point: Point, corners: Corners): number {
  const plane = toPlane(corners);
  const at = stepBetween(takeFirst(corners), point);
  let isInside = false;
  let meters = Infinity;
  for (const [from, to] of listEdges(plane)) {
    meters = Math.min(meters, metersToSegment(at, from, to));
    if (isPassedEastward(at, from, to)) isInside = !isInside;
  }
  return isInside ? meters : -meters;
}

/** By the shoelace formula, with the accuracy of `metersInsidePolygon`. */
export function areaSquareMeters(corners: Corners): number {
  let twice = 0;
  for (const [from, to] of listEdges(toPlane(corners))) twice += crossProduct(from, to);
  return Math.abs(twice) / 2;
}

export function perimeterMeters(corners: Corners): number {
  let meters = 0;
  for (const [from, to] of listEdges(corners)) meters += distanceMeters(from, to);
  return meters;
}

/** 4π · area / perimeter² (Polsby-Popper): 1 for a circle, 0.79 for a square, near 0 for a comb. */
export function computeCompactness(corners: Corners): number {
  return (4 * Math.PI * areaSquareMeters(corners)) / perimeterMeters(corners) ** 2;
}

/** True if two edges touch anywhere but in the corner that they share, or if two corners are the same. */
export function crossesItself(corners: Corners): boolean {
  const edges = listEdges(toPlane(corners));
  return edges.some(([from, to], index) =>
    edges.some(([otherFrom, otherTo], other) => {
      if (other <= index) return false;
      if (other === index + 1) return turnsBack(from, to, otherTo);
      if (index === 0 && other === edges.length - 1) return turnsBack(otherFrom, from, to);
      return doSegmentsTouch(from, to, otherFrom, otherTo);
    }),
  );
}

/** Its centre is that of the corners' bounding box. */
export function circleAround(corners: Corners): Point & { radiusMeters: number } {
  const plane = toPlane(corners);
  const east = plane.map(({ eastMeters }) => eastMeters);
  const north = plane.map(({ northMeters }) => northMeters);
  const centre = movePoint(
    takeFirst(corners),
    (Math.min(...east) + Math.max(...east)) / 2,
    (Math.min(...north) + Math.max(...north)) / 2,
  );
  const radiusMeters = Math.ceil(Math.max(...corners.map((corner) => distanceMeters(centre, corner))));
  return { ...centre, radiusMeters };
}

function takeFirst(corners: Corners): Point {
  const [first] = corners;
  if (!first) throw new RangeError('A polygon needs corners.');
  return first;
}

function toPlane(corners: Corners): Step[] {
  const origin = takeFirst(corners);
  return corners.map((corner) => stepBetween(origin, corner));
}

function listEdges<Corner>(corners: readonly Corner[]): [from: Corner, to: Corner][] {
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner]);
}

/** Casts a ray to the east. Counts the lower end of an edge only. */
function isPassedEastward(at: Step, from: Step, to: Step): boolean {
  if (from.northMeters > at.northMeters === to.northMeters > at.northMeters) return false;
  const share = (at.northMeters - from.northMeters) / (to.northMeters - from.northMeters);
  return at.eastMeters < from.eastMeters + share * (to.eastMeters - from.eastMeters);
}

function metersToSegment(at: Step, from: Step, to: Step): number {
  const along = subtract(to, from);
  const away = subtract(at, from);
  const lengthSquared = dotProduct(along, along);
  const share = lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, dotProduct(away, along) / lengthSquared));
  return Math.hypot(away.eastMeters - share * along.eastMeters, away.northMeters - share * along.northMeters);
}

/** True if the path from `before` over `corner` to `after` runs back over itself, or stands still. */
function turnsBack(before: Step, corner: Step, after: Step): boolean {
  const there = subtract(corner, before);
  const on = subtract(after, corner);
  return crossProduct(there, on) === 0 && dotProduct(there, on) <= 0;
}

function doSegmentsTouch(from: Step, to: Step, otherFrom: Step, otherTo: Step): boolean {
  const sides = [
    findSide(from, to, otherFrom),
    findSide(from, to, otherTo),
    findSide(otherFrom, otherTo, from),
    findSide(otherFrom, otherTo, to),
  ] as const;
  if (sides[0] !== sides[1] && sides[2] !== sides[3]) return true;
  return (
    (sides[0] === 0 && isBetween(from, to, otherFrom)) ||
    (sides[1] === 0 && isBetween(from, to, otherTo)) ||
    (sides[2] === 0 && isBetween(otherFrom, otherTo, from)) ||
    (sides[3] === 0 && isBetween(otherFrom, otherTo, to))
  );
}

/** 1 if the point is left of the line, -1 if right, 0 if on it. */
function findSide(from: Step, to: Step, point: Step): number {
  return Math.sign(crossProduct(subtract(to, from), subtract(point, from)));
}

/** The point must be on the segment's line. */
function isBetween(from: Step, to: Step, point: Step): boolean {
  return dotProduct(subtract(point, from), subtract(point, to)) <= 0;
}

function subtract(one: Step, other: Step): Step {
  return {
    eastMeters: one.eastMeters - other.eastMeters,
    northMeters: one.northMeters - other.northMeters,
  };
}

function crossProduct(one: Step, other: Step): number {
  return one.eastMeters * other.northMeters - one.northMeters * other.eastMeters;
}

function dotProduct(one: Step, other: Step): number {
  return one.eastMeters * other.eastMeters + one.northMeters * other.northMeters;
}
