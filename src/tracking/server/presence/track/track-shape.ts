import { createHash } from 'node:crypto';
import { distanceMeters, type Point, stepBetween } from '#kernel/geometry/geometry.ts';
import type { MeasuredFix } from '../presence.ts';
import { thinTrack } from './track.ts';

/**
 * Returns hashes that reveal a track that is sent again. Each hash covers a few minutes and is made of the
 * steps between neighbouring fixes, so it depends on neither place nor time.
 * Two tracks that share a hash share such a piece, even if one was moved elsewhere or is part of the other.
 * Two people on one street do not, because phones err differently every time. Noise added to a copy hides it.
 * A marketer who stands still has no shape.
 * @param track All fixes of a session, in any order.
 */
export function hashShapes(track: readonly MeasuredFix[]): string[] {
  const fixes = thinTrack(track);
  return [...new Set(frames.flatMap((stepOf) => winnow(pieceHashes(fixes, stepOf))))];
}

/** Four minutes of walking. The errors of a phone in that time are as good as a long random number. */
const PIECE_STEPS = 16;
/**
 * One of this many consecutive pieces is kept. Shapes stay few, and any eight minutes of a copy are still
 * found.
 */
const PIECES_PER_CHOICE = 16;
/** Well above the last decimal of a copied position, and below the error of phones. */
const GRID_METERS = 2;
const GRID_DEGREES = 0.00002;
/**
 * Least distance between the middles of a piece's halves. A phone at rest has no shape, but a slow stroll
 * does.
 */
const MOVED_METERS = 30;
/**
 * Network positions are few and repeat, and are equal for two phones side by side. A moving receiver never
 * repeats one.
 */
const PLACES_SEEN_AGAIN = 2;
/**
 * Even steps identify no track: walking straight ahead with a phone that smooths its positions always gives
 * the same ones.
 */
const DIFFERENT_STEPS = 10;

type StepOf = (from: MeasuredFix, to: MeasuredFix) => string;

/**
 * A copy may be moved by adding metres or degrees. Each leaves the steps unchanged in one of the two frames.
 */
const frames: readonly StepOf[] = [
  (from, to) => {
    const { eastMeters, northMeters } = stepBetween(from, to);
    return `${Math.round(eastMeters / GRID_METERS)} ${Math.round(northMeters / GRID_METERS)} m`; // not for users
  },
  (from, to) =>
    `${Math.round((to.lng - from.lng) / GRID_DEGREES)} ${Math.round((to.lat - from.lat) / GRID_DEGREES)} °`,
];

function pieceHashes(fixes: readonly MeasuredFix[], stepOf: StepOf): (string | null)[] {
  const steps = fixes.slice(1).map((fix, index) => stepOf(fixes[index] ?? fix, fix));
  return steps.slice(PIECE_STEPS - 1).map((_, from) => {
    const piece = steps.slice(from, from + PIECE_STEPS);
    const isTelling = new Set(piece).size >= DIFFERENT_STEPS;
    return isTelling && isMovement(fixes.slice(from, from + PIECE_STEPS + 1)) ? hashPiece(piece) : null;
  });
}

function isMovement(fixes: readonly MeasuredFix[]): boolean {
  const places = new Set(fixes.map(({ lat, lng }) => `${lat.toFixed(6)} ${lng.toFixed(6)}`));
  if (fixes.length - places.size > PLACES_SEEN_AGAIN) return false;
  const half = PIECE_STEPS / 2;
  return distanceMeters(findCenter(fixes.slice(0, half)), findCenter(fixes.slice(-half))) >= MOVED_METERS;
}

function findCenter(fixes: readonly Point[]): Point {
  const mean = (axis: 'lat' | 'lng') => fixes.reduce((sum, fix) => sum + fix[axis], 0) / fixes.length;
  return { lat: mean('lat'), lng: mean('lng') };
}

function hashPiece(piece: readonly string[]): string {
  return createHash('sha256').update(piece.join(', ')).digest('hex').slice(0, 16);
}

/**
 * Winnowing: picks the smallest hash of every window, so that two tracks with a common window choose the same
 * one, wherever it is (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
 * Fingerprinting", 2003).
 */
function winnow(hashes: readonly (string | null)[]): string[] {
  const windows = hashes
    .slice(Math.min(PIECES_PER_CHOICE, hashes.length) - 1)
    .map((_, from) => hashes.slice(from, from + PIECES_PER_CHOICE).filter((hash) => hash !== null));
  return windows.flatMap((window) => window.toSorted().slice(0, 1));
}
