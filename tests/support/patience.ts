import { SECOND } from '../../src/kernel/time.ts';

/** TEST_PATIENCE multiplies every time limit of the tests, for slow machines. No test measures by one. */
export const patience = Number(process.env.TEST_PATIENCE || 1);

/** How long a test waits for something that comes at once on a quiet machine. */
export const PATIENCE_MS = 5 * SECOND * patience;
/** How long one test may take. */
export const TEST_LIMIT_MS = 10 * SECOND * patience;
/** How long one test may take that lives through weeks of a whole town. */
export const LONG_TEST_LIMIT_MS = 30 * TEST_LIMIT_MS;
