import { z } from 'zod';

/** Every stream sends one so often, so that a browser notices a connection over which nothing comes any more. */
export const BEAT_EVERY_MS = 15_000;

/** An event of every stream: `events: { ...streamEvents, changed: … }`. Its data says nothing. */
export const streamEvents = { beat: z.literal(0) };
