import { SECOND } from '#kernel/time.ts';

/** How long a test waits, by real time, for what should come at once: a busy machine takes seconds where a quiet one takes none. */
export const PATIENCE_MS = 30 * SECOND;
