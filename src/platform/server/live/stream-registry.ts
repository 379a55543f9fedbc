import type { FastifyReply } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { refuse } from '#platform/domain.ts';
import { HEARTBEAT_INTERVAL_MS } from '#platform/stream-contract.ts';
import type { Logger } from '../log/log.ts';
import { beginEventStream, type EventStream } from './event-stream.ts';

interface StreamLimits {
  perAccount: number;
  inAll: number;
}

const defaultLimits: StreamLimits = { perAccount: 20, inAll: 5000 };

interface StreamRequest {
  reply: FastifyReply;
  userId: string;
  /** Rejects if the user is no longer allowed. */
  stillAllowed: () => Promise<unknown>;
}

export interface EventStreams {
  /** Refuses with 'request/too-many' if the account has too many streams, and with 'server/busy' if all accounts do. */
  open(request: StreamRequest): EventStream;
  countOpen(): number;
  close(): void;
}

interface Kept extends Pick<StreamRequest, 'userId' | 'stillAllowed'> {
  stream: EventStream;
  lookedAt: number;
  dueSince: number | null;
}

const beat = Buffer.from('event: beat\ndata: 0\n\n');

const TICK_MS = SECOND;

/** Limits the database load if two thousand viewers arrive together. */
const MAX_CONCURRENT_CHECKS = 8;

/**
 * After this time a check no longer counts towards MAX_CONCURRENT_CHECKS, so that slow ones do not block the others.
 */
const SLOW_CHECK_MS = HEARTBEAT_INTERVAL_MS / 3;

export function createEventStreams(
  { clock, log }: { clock: Clock; log: Logger },
  limits: StreamLimits = defaultLimits,
): EventStreams {
  const streams = new Set<Kept>();
  const byAccount = new Map<string, number>();
  const waiting = new Set<Kept>();
  const beingLookedAt = new Map<Kept, number>();
  let openedTogether = 0;
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

  /**
   * Without it, all streams that were opened together would be checked in the same second, again and again, and
   * everything else would wait.
   */
  function spread(): number {
    const seconds = Math.floor(openedTogether / MAX_CONCURRENT_CHECKS);
    openedTogether += 1;
    return (seconds * TICK_MS) % HEARTBEAT_INTERVAL_MS;
  }

  function look(): void {
    const now = clock.now().getTime();
    openedTogether = 0;
    for (const kept of streams) {
      if (kept.stream.isClosed) continue;
      if (kept.dueSince === null && now - kept.lookedAt >= HEARTBEAT_INTERVAL_MS) {
        kept.dueSince = now;
        waiting.add(kept);
      } else if (kept.dueSince !== null && now - kept.dueSince >= HEARTBEAT_INTERVAL_MS) {
        // No check has succeeded for two beats.
        waiting.delete(kept);
        kept.stream.close();
      }
    }
    for (const [kept, since] of beingLookedAt) if (now - since >= SLOW_CHECK_MS) beingLookedAt.delete(kept);
    beginLooks(now);
  }

  function beginLooks(now: number): void {
    for (const kept of waiting) {
      if (beingLookedAt.size >= MAX_CONCURRENT_CHECKS) return;
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
      // If the check fails, treat the stream as not allowed. The browser reconnects, and open() decides
      // again.
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'failed to check the permission of a stream');
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
      const lookedAt = clock.now().getTime() - spread();
      keep({ stream, userId, stillAllowed, lookedAt, dueSince: null });
      return stream;
    },
    countOpen: () => streams.size,
    close() {
      isClosing = true;
      for (const { stream } of streams) stream.close();
    },
  };
}
