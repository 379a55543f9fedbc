import { getLocale } from '#kernel/language.ts';
import {
  areaSquareMeters,
  circleAround,
  cornerLimits,
  type Corners,
  crossesItself,
  perimeterMeters,
} from '#kernel/geometry/polygon.ts';
import { msg, type Message, t } from '#kernel/text.ts';

/** A circle with the smallest radius, 100 metres, so that an area says no more of a position than a circle may. */
const LEAST_SQUARE_METERS = 31_400;
const MOST_SQUARE_METERS = 25_000_000;
/** Positions of phones in a street are often off by 10 metres. A narrower area would count few of them. */
const LEAST_WIDTH_METERS = 20;
/** The largest radius that a campaign may have, so that a long strip is not listed farther around. */
const MOST_RADIUS_METERS = 10_000;

/**
 * Decision 13.11. The width is that of a long strip with the same area and edges: twice the area, divided by the length
 * of the edges.
 */
export function findAreaProblem(corners: Corners): Message | null {
  if (corners.length < cornerLimits.least) return msg('Draw at least 3 corners.');
  if (corners.length > cornerLimits.most) return msg('An area has at most 30 corners. Remove some.');
  if (crossesItself(corners)) return msg('The edges cross. Move a corner so that they do not.');
  const area = areaSquareMeters(corners);
  if (area > MOST_SQUARE_METERS)
    return msg('The area is larger than 25 km². Move its corners closer together.');
  if (circleAround(corners).radiusMeters > MOST_RADIUS_METERS)
    return msg('The area is longer than 20 km. Move its ends closer together.');
  if (area < LEAST_SQUARE_METERS)
    return msg('The area is smaller than a circle with a radius of 100 m. Move its corners apart.');
  if ((2 * area) / perimeterMeters(corners) < LEAST_WIDTH_METERS)
    return msg('The area is narrower than 20 meters, so positions cannot be checked in it. Make it wider.');
  return null;
}

/** Returns '0.42 km²', or '12,500 m²' below a tenth of a square kilometre. */
export function formatArea(squareMeters: number): string {
  const isLarge = squareMeters >= 100_000;
  const number = new Intl.NumberFormat(getLocale(), { maximumSignificantDigits: 3 }).format(
    isLarge ? squareMeters / 1_000_000 : squareMeters,
  );
  return isLarge ? t('{number} km²', { number }) : t('{number} m²', { number });
}
