import { z } from 'zod';

/** A session's state as the measuring page knows it, for the other pages that show it. */
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
  /** Why the browser denied the position, in its own words. */
  deniedReason: z.string().optional(),
  /** True if positions could not be sent. They wait in this browser. */
  hasSendProblem: z.boolean(),
  /** True if they could not be sent because no answer came. */
  isOffline: z.boolean(),
  unsent: z.number(),
  lastSentAt: z.date().nullable(),
  /** From the server's last answer, or null before the first. */
  isInZone: z.boolean().nullable(),
  /** Why the newest position adds no minutes, from the server's last answer. */
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
  /** Returns this page's progress for a page that just opened, or null if this page does not measure. */
  answer(): Progress | null;
}

/**
 * Opens a channel between this browser's pages that show one session, and asks for the current progress.
 * Nothing leaves the browser.
 */
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
