import { SECOND } from '#kernel/time.ts';

/** Multiplies every limit of a test run. A slow or busy machine sets TEST_PATIENCE above 1. */
export const patience = Number(process.env['TEST_PATIENCE'] ?? 1);

/** How long a test waits, in real time, for an event that normally comes at once. */
export const PATIENCE_MS = 30 * SECOND;
