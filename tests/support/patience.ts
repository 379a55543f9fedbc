import { SECOND } from '#kernel/time.ts';

/** Returns a time limit of a test, multiplied by TEST_PATIENCE for slow machines. */
export const patience = (milliseconds: number) => milliseconds * Number(process.env.TEST_PATIENCE || 1);

/** How long a test waits, by real time, for what should come at once: a busy machine takes seconds where a quiet one takes none. */
export const PATIENCE_MS = patience(30 * SECOND);
