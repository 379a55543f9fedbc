import { SECOND } from '#kernel/time.ts';

/** Returns a time limit multiplied by TEST_PATIENCE, for slow machines. Only deep tests measure time with it. */
export const patience = (milliseconds: number) => milliseconds * Number(process.env.TEST_PATIENCE || 1);

/** How long a test waits for something that is immediate on an idle machine. */
export const PATIENCE_MS = patience(8 * SECOND);
/** How long one test may take. */
export const TEST_LIMIT_MS = patience(10 * SECOND);
/** How long a journey may take, or a test that runs a whole table, course or story. */
export const STORY_LIMIT_MS = patience(60 * SECOND);
