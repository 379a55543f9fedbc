import type { FastifyReply } from 'fastify';
import { Refusal, refuse } from '#kernel/errors.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { BEAT_EVERY_MS } from '#platform/stream-contract.ts';
import type { Logger } from '../log/log.ts';
import { beginEventStream, type EventStream } from './event-stream.ts';

/** How many streams one process keeps open. */
interface StreamLimits {
  /** Of one account: tabs and devices together. */
  perAccount: number;
  inAll: number;
}

const defaultLimits: StreamLimits = { perAccount: 20, inAll: 5000 };

interface StreamRequest {
  reply: FastifyReply;
  userId: string;
  /** Everything that was asked when the stream was opened, asked again; rejects once it is no longer allowed. */
  stillAllowed: () => Promise<unknown>;
}

/** All open streams of a process: bounded, looked after, and closed together. */
export interface EventStreams {
  /** Refuses 'request/too-many' where the account, and 'server/busy' where everybody together, has as many open as may be. */
  open(request: StreamRequest): EventStream;
  /** Ends all, and from then on every new one at once: the server stops. */
  close(): void;
}

interface Kept extends Pick<StreamRequest, 'userId' | 'stillAllowed'> {
  stream: EventStream;
  lookedAt: number;
}

const beat = Buffer.from('event: beat\ndata: 0\n\n');

/** How often it is seen which streams are due; the clock decides, the timer only makes somebody look at it. */
const TICK_MS = SECOND;

export function createEventStreams(
  { clock, log }: { clock: Clock; log: Logger },
  limits: StreamLimits = defaultLimits,
): EventStreams {
  const streams = new Set<Kept>();
  const byAccount = new Map<string, number>();
  let isClosing = false;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  function keep(kept: Kept): void {
    streams.add(kept);
    count(kept.userId, 1);
    timer ??= setInterval(() => void look(), TICK_MS);
    kept.stream.onClose(() => {
      streams.delete(kept);
      count(kept.userId, -1);
      if (streams.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  }

  function count(userId: string, change: 1 | -1): void {
    const now = (byAccount.get(userId) ?? 0) + change;
    if (now > 0) byAccount.set(userId, now);
    else byAccount.delete(userId);
  }

  /** One after the other: two thousand viewers who came together must not ask the database all at once. */
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const now = clock.now().getTime();
    for (const kept of [...streams].filter(({ lookedAt }) => now - lookedAt >= BEAT_EVERY_MS)) {
      kept.lookedAt = now;
      if (!kept.stream.isClosed) await lookAt(kept);
    }
    isLooking = false;
  }

  async function lookAt({ stream, stillAllowed }: Kept): Promise<void> {
    try {
      await stillAllowed();
      stream.write(beat);
    } catch (error) {
      // Where nobody can say whether it is allowed, it is not; the browser comes again and is answered by the door.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a stream could not be looked after');
      stream.close();
    }
  }

  return {
    open({ reply, userId, stillAllowed }) {
      if ((byAccount.get(userId) ?? 0) >= limits.perAccount) throw refuse('request/too-many');
      if (isClosing || streams.size >= limits.inAll) throw refuse('server/busy');
      const stream = beginEventStream(reply);
      keep({ stream, userId, stillAllowed, lookedAt: clock.now().getTime() });
      return stream;
    },
    close() {
      isClosing = true;
      for (const { stream } of streams) stream.close();
    },
  };
}
