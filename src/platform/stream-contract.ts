import { z } from 'zod';

/** A browser reconnects if beats stop arriving. */
export const HEARTBEAT_INTERVAL_MS = 15_000;

/** Every stream sends it: `events: { changed: …, beat: Beat }`. It carries no data. */
export const Beat = z.literal(0);
