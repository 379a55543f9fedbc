import { z } from 'zod';
import { IsoTime } from '#kernel/time.ts';
import { Fix } from '../contract.ts';

/** What the page that measures knows of a session, for the others that show it. */
export const Progress = z.object({
  /** The newest measured one; unknown until one was read, and again after stopping. */
  position: Fix.extend({ recordedAt: IsoTime, hasMotion: z.boolean() }).nullable(),
  /** Why the position is not known. */
  positionProblem: z.enum(['unsupported', 'denied', 'timeout', 'unavailable']).nullable(),
  /** Positions could not be sent; they wait here. */
  hasSendProblem: z.boolean(),
  /** That is because no answer came: there is no connection. */
  isOffline: z.boolean(),
  unsent: z.number(),
  lastSentAt: z.date().nullable(),
  /** By the server's last answer; null while it has not answered. */
  isInZone: z.boolean().nullable(),
  /** Null: still on the way. Undefined: the server has not answered yet. */
  published: z
    .object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() })
    .nullable()
    .optional(),
});
export type Progress = z.infer<typeof Progress>;
/** What the advertiser's map shows of me. */
export type Published = NonNullable<Progress['published']>;

const QUESTION = 'how is it going?';

interface ProgressChannel {
  /** Tells the other pages of this browser. */
  tell(progress: Progress): void;
  close(): void;
}

interface ProgressListener {
  hear(progress: Progress): void;
  /** What this page knows, for one that has just come; null where it is not the one that measures. */
  answer(): Progress | null;
}

/** Between the pages of this browser that show one session; what is said stays in the browser. Asks at once how it is going. */
export function shareProgress(sessionId: string, { hear, answer }: ProgressListener): ProgressChannel {
  const channel = new BroadcastChannel(`promenade-tracking-${sessionId}`);
  const tell = (progress: Progress) => channel.postMessage(progress);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === QUESTION) {
      const known = answer();
      if (known) tell(known);
      return;
    }
    // A page of another release may say something else.
    const heard = Progress.safeParse(data);
    if (heard.success) hear(heard.data);
  };
  channel.postMessage(QUESTION);
  return { tell, close: () => channel.close() };
}
