import { z } from 'zod';

export const Progress = z.object({
  /** The newest measured position. Null until the first reading, and again after stopping. */
  position: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      accuracy: z.number(),
      recordedAt: z.string(),
      hasMotion: z.boolean(),
    })
    .nullable(),
  positionProblem: z.enum(['unsupported', 'denied', 'timeout', 'unavailable']).nullable(),
  deniedReason: z.string().optional(),
  hasSendProblem: z.boolean(),
  /** True if positions could not be sent because no answer came. */
  isOffline: z.boolean(),
  unsent: z.number(),
  lastSentAt: z.date().nullable(),
  /** Null before the server's first answer. */
  isInZone: z.boolean().nullable(),
  notCounting: z.enum(['outside', 'inaccurate']).nullable(),
  /** Null while the user is on the way. Undefined until the server answers. */
  published: z
    .object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() })
    .nullable()
    .optional(),
});
export type Progress = z.infer<typeof Progress>;
export type Published = NonNullable<Progress['published']>;

const QUESTION = 'how is it going?'; // not for users

interface ProgressChannel {
  tell(progress: Progress): void;
  close(): void;
}

interface ProgressListener {
  hear(progress: Progress): void;
  /** Returns null if this page does not measure. */
  answer(): Progress | null;
}

/** Asks the other pages for the current progress. Nothing leaves the browser. */
export function shareProgress(sessionId: string, { hear, answer }: ProgressListener): ProgressChannel {
  const channel = new BroadcastChannel(`promenade-tracking-${sessionId}`);
  const tell = (progress: Progress) => channel.postMessage(progress);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === QUESTION) {
      const known = answer();
      if (known) tell(known);
      return;
    }
    // A page of another release may send another shape.
    const heard = Progress.safeParse(data);
    if (heard.success) hear(heard.data);
  };
  channel.postMessage(QUESTION);
  return { tell, close: () => channel.close() };
}
