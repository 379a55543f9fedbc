import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { IsoTime, MINUTE } from '#kernel/time.ts';

/** How long a marketer has to answer a check, and the least time between two (decision 62). */
export const SPOT_CHECK_MS = 10 * MINUTE;

export const SpotCheckState = z.enum(['asked', 'passed', 'missed']);
export type SpotCheckState = z.infer<typeof SpotCheckState>;

/** No API shows one before it is asked. */
export const SpotCheck = z.object({
  id: Id,
  number: z.number().int(),
  state: SpotCheckState,
  askedAt: IsoTime,
  code: z.string(),
  /** Until it counts as missed, by the server's clock: the phone's may be wrong. 0 unless it is asked now. */
  millisecondsLeft: z.number().int(),
});
export type SpotCheck = z.infer<typeof SpotCheck>;
