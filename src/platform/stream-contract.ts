import { z } from 'zod';

/** Interval of the beat event on every stream. A browser reconnects if beats stop arriving. */
export const HEARTBEAT_INTERVAL_MS = 15_000;

/** Events that every stream sends: `events: { ...streamEvents, changed: … }`. A beat carries no data. */
export const streamEvents = { beat: z.literal(0) };
