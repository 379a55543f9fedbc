import { createHash } from 'node:crypto';
import { distanceMeters, type Point, stepBetween } from '#kernel/geometry.ts';
import type { MeasuredFix } from './presence.ts';
import { thinned } from './track.ts';

/**
 * What a track is recognised by when somebody sends it again: hashes of pieces of some minutes, each made of the steps between
 * neighbouring fixes, so that neither the place nor the time is in them. Two tracks that share a hash share such a piece, also
 * where one was moved elsewhere or is a part of the other; two people on one street do not, for a phone errs differently every time.
 * Noise added to a copy hides it. Somebody who stands still has no shape.
 * @param track all fixes of a session, in any order.
 */
export function shapesOf(track: readonly MeasuredFix[]): string[] {
  const fixes = thinned(track);
  return [...new Set(frames.flatMap((stepOf) => chosen(pieceHashes(fixes, stepOf))))];
}

/** Four minutes of walking: what phones err by in them is as good as a long random number. */
const PIECE_STEPS = 16;
/** Of every so many pieces in a row one is kept, so that shapes stay few and yet any eight minutes of a copy are found. */
const PIECES_PER_CHOICE = 16;
/** Well above the last decimal of a copied position, and below what phones err by. */
const GRID_METERS = 2;
const GRID_DEGREES = 0.00002;
/** How far apart the middles of a piece's halves must lie: whoever lies still has no shape, a slow stroll has. */
const MOVED_METERS = 30;
/** Positions from the network are few and come again, the same for two phones side by side; a moving receiver finds none twice. */
const PLACES_SEEN_AGAIN = 2;
/** Even steps tell nobody apart: whoever walks straight on with a phone that smooths its positions makes the same as others. */
const DIFFERENT_STEPS = 10;

type StepOf = (from: MeasuredFix, to: MeasuredFix) => string;

/** A track is moved elsewhere by adding metres or by adding degrees; each leaves the same steps in one of the two. */
const frames: readonly StepOf[] = [
  (from, to) => {
    const { eastMeters, northMeters } = stepBetween(from, to);
    return `${Math.round(eastMeters / GRID_METERS)} ${Math.round(northMeters / GRID_METERS)} m`;
  },
  (from, to) =>
    `${Math.round((to.lng - from.lng) / GRID_DEGREES)} ${Math.round((to.lat - from.lat) / GRID_DEGREES)} °`,
];

/** The hash of the piece that begins at each fix; null where it says nothing. */
function pieceHashes(fixes: readonly MeasuredFix[], stepOf: StepOf): (string | null)[] {
  const steps = fixes.slice(1).map((fix, index) => stepOf(fixes[index] ?? fix, fix));
  return steps.slice(PIECE_STEPS - 1).map((_, from) => {
    const piece = steps.slice(from, from + PIECE_STEPS);
    const isTelling = new Set(piece).size >= DIFFERENT_STEPS;
    return isTelling && isMovement(fixes.slice(from, from + PIECE_STEPS + 1)) ? hashOf(piece) : null;
  });
}

function isMovement(fixes: readonly MeasuredFix[]): boolean {
  const places = new Set(fixes.map(({ lat, lng }) => `${lat.toFixed(6)} ${lng.toFixed(6)}`));
  if (fixes.length - places.size > PLACES_SEEN_AGAIN) return false;
  const half = PIECE_STEPS / 2;
  return distanceMeters(middleOf(fixes.slice(0, half)), middleOf(fixes.slice(-half))) >= MOVED_METERS;
}

function middleOf(fixes: readonly Point[]): Point {
  const mean = (axis: 'lat' | 'lng') => fixes.reduce((sum, fix) => sum + fix[axis], 0) / fixes.length;
  return { lat: mean('lat'), lng: mean('lng') };
}

function hashOf(piece: readonly string[]): string {
  return createHash('sha256').update(piece.join(', ')).digest('hex').slice(0, 16);
}

/**
 * Winnowing: the smallest hash of every window, so that two tracks with a window in common choose the same one, wherever it lies in
 * them (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", 2003).
 */
function chosen(hashes: readonly (string | null)[]): string[] {
  const windows = hashes
    .slice(Math.min(PIECES_PER_CHOICE, hashes.length) - 1)
    .map((_, from) => hashes.slice(from, from + PIECES_PER_CHOICE).filter((hash) => hash !== null));
  return windows.flatMap((window) => window.toSorted().slice(0, 1));
}
