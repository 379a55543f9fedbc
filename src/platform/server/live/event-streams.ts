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
  /** When the last look began that has found it allowed. */
  lookedAt: number;
  /** Since when the next look is due; null while none is. */
  dueSince: number | null;
}

const beat = Buffer.from('event: beat\ndata: 0\n\n');

/** How often it is seen which streams are due; the clock decides, the timer only makes somebody look at it. */
const TICK_MS = SECOND;

/** Two thousand viewers who came together must not ask the database all at once. */
const LOOKS_AT_ONCE = 8;

/** A look that takes longer goes on without counting among those, so that a few that hang do not keep the others waiting. */
const SLOW_LOOK_MS = BEAT_EVERY_MS / 3;

export function createEventStreams(
  { clock, log }: { clock: Clock; log: Logger },
  limits: StreamLimits = defaultLimits,
): EventStreams {
  const streams = new Set<Kept>();
  const byAccount = new Map<string, number>();
  const waiting = new Set<Kept>();
  /** When the look began at each. */
  const beingLookedAt = new Map<Kept, number>();
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  function keep(kept: Kept): void {
    streams.add(kept);
    count(kept.userId, 1);
    timer ??= setInterval(look, TICK_MS);
    kept.stream.onClose(() => {
      for (const list of [streams, waiting, beingLookedAt]) list.delete(kept);
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

  function look(): void {
    const now = clock.now().getTime();
    for (const kept of streams) {
      if (kept.stream.isClosed) continue;
      if (kept.dueSince === null && now - kept.lookedAt >= BEAT_EVERY_MS) {
        kept.dueSince = now;
        waiting.add(kept);
      } else if (kept.dueSince !== null && now - kept.dueSince >= BEAT_EVERY_MS) {
        // For two beats nobody has said that it is allowed.
        waiting.delete(kept);
        kept.stream.close();
      }
    }
    for (const [kept, since] of beingLookedAt) if (now - since >= SLOW_LOOK_MS) beingLookedAt.delete(kept);
    beginLooks(now);
  }

  function beginLooks(now: number): void {
    for (const kept of waiting) {
      if (beingLookedAt.size >= LOOKS_AT_ONCE) return;
      waiting.delete(kept);
      beingLookedAt.set(kept, now);
      void lookAt(kept);
    }
  }

  async function lookAt(kept: Kept): Promise<void> {
    const { stream, stillAllowed, dueSince } = kept;
    try {
      await stillAllowed();
      stream.write(beat);
      kept.lookedAt = dueSince ?? kept.lookedAt;
      kept.dueSince = null;
    } catch (error) {
      // Where nobody can say whether it is allowed, it is not; the browser comes again and is answered by the door.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a stream could not be looked after');
      stream.close();
    } finally {
      beingLookedAt.delete(kept);
      beginLooks(clock.now().getTime());
    }
  }

  return {
    open({ reply, userId, stillAllowed }) {
      if ((byAccount.get(userId) ?? 0) >= limits.perAccount) throw refuse('request/too-many');
      if (isClosing || streams.size >= limits.inAll) throw refuse('server/busy');
      const stream = beginEventStream(reply);
      keep({ stream, userId, stillAllowed, lookedAt: clock.now().getTime(), dueSince: null });
      return stream;
    },
    close() {
      isClosing = true;
      for (const { stream } of streams) stream.close();
    },
  };
}
