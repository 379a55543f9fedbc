import type { SeededRandom } from '#tests/support/money/seeded-random.ts';
import { normalDeviate as normal } from '#tests/support/track.ts';

/** Metres from the start. */
export interface Spot {
  east: number;
  north: number;
}

export const between = (random: SeededRandom, least: number, most: number) =>
  least + (most - least) * random.fraction();

export interface Reading {
  error: Spot;
  accuracy: number;
}

/**
 * A receiver whose error is a Gauss-Markov process, as in Kaplan and Hegarty, "Understanding GPS/GNSS", with
 * a changing scale: buildings and satellites come and go.
 */
export function gaussMarkov(random: SeededRandom): () => Reading {
  const spread = between(random, 1.5, 5);
  const memory = Math.exp(-1 / between(random, 30, 200));
  const white = between(random, 0.2, 0.8);
  const drive = Math.sqrt(1 - memory ** 2);
  let [east, north, scale, reported] = [normal(random), normal(random), normal(random), normal(random)];
  return () => {
    east = memory * east + drive * normal(random);
    north = memory * north + drive * normal(random);
    scale = 0.995 * scale + 0.1 * normal(random);
    reported = 0.98 * reported + 0.2 * normal(random);
    const meters = spread * Math.exp(0.5 * scale);
    const error = {
      east: meters * (east + white * 0.3 * normal(random)),
      north: meters * (north + white * 0.3 * normal(random)),
    };
    return { error, accuracy: Math.round(1000 * meters * 2 * Math.exp(0.15 * reported)) / 1000 };
  };
}

const steps = [4.7, 5, 6, 8, 10, 12, 16, 24, 32, 48];

/**
 * Averages noisy measurements over some seconds. The error jumps when a reflection comes or goes. Reports its accuracy
 * in steps.
 */
export function reflections(random: SeededRandom): () => Reading {
  const smoothing = 1 / between(random, 10, 40);
  const noise = between(random, 6, 20);
  const bias = { east: 0, north: 0 };
  const error = { east: 0, north: 0 };
  return () => {
    if (random.fraction() < 1 / 180) {
      const size = random.fraction() < 0.2 ? 15 : 4;
      bias.east = size * normal(random);
      bias.north = size * normal(random);
    }
    error.east += smoothing * (bias.east + noise * normal(random) - error.east);
    error.north += smoothing * (bias.north + noise * normal(random) - error.north);
    const wanted = 4 + Math.hypot(bias.east, bias.north) + noise / 4;
    return { error: { ...error }, accuracy: steps.find((step) => step >= wanted) ?? 65 };
  };
}
