import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#kernel/time.ts';
import { readWithin } from '#platform/server/http/read-within.ts';
import type { Circuit } from '#platform/server/outbox/enqueue.ts';
import type { PostSeen } from '#proofs/post-contract.ts';
import { type AskedPlatform, buildQuestion, parseAuthor } from './platforms.ts';

const CONNECT_MS = 3 * SECOND;
const TOTAL_MS = 10 * SECOND;
/** A real answer has some 2 KB. */
const LARGEST_ANSWER_BYTES = 64 * 1024;

/** At most one call per second, and none for longer while the platform does not answer. */
const PAUSE_MS = SECOND;
const SILENT_PAUSE_MS = MINUTE;
const LONGEST_PAUSE_MS = 15 * MINUTE;

export type Answer =
  | { kind: 'found'; handle: string | null }
  | { kind: Extract<PostSeen, 'missing' | 'hidden' | 'unclear'> }
  /** It may answer later. */
  | { kind: 'silent'; reason: string };

export interface PlatformClient {
  /** 'open' during a pause. Never 'closed', so that a process makes one call at a time. */
  getCircuit(): Circuit;
  ask(link: string, baseUrl: string | undefined, signal: AbortSignal): Promise<Answer>;
}

const OEmbed = z.object({ author_url: z.string().optional() });

/** The client keeps no cookies and follows no redirect. */
export function createPlatformClient(platform: AskedPlatform, clock: Clock): PlatformClient {
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    maxResponseSize: LARGEST_ANSWER_BYTES,
    // An open connection would delay a stop.
    pipelining: 0,
  });
  let silent = 0;
  let pausedUntil = clock.now();

  return {
    getCircuit() {
      const waitMs = pausedUntil.getTime() - clock.now().getTime();
      // A longer wait comes from a clock that was ahead.
      return waitMs > 0 && waitMs <= LONGEST_PAUSE_MS ? 'open' : 'half-open';
    },
    async ask(link, baseUrl, signal) {
      const answer = await exchange(buildQuestion(platform, link, baseUrl), signal);
      silent = answer.kind === 'silent' ? silent + 1 : 0;
      const pauseMs = silent === 0 ? PAUSE_MS : Math.min(LONGEST_PAUSE_MS, silent * SILENT_PAUSE_MS);
      pausedUntil = addMilliseconds(clock.now(), pauseMs);
      return answer;
    },
  };

  async function exchange(url: URL, signal: AbortSignal): Promise<Answer> {
    const ending = new AbortController();
    try {
      const response = await fetch(url, {
        dispatcher,
        signal: AbortSignal.any([signal, ending.signal, AbortSignal.timeout(TOTAL_MS)]),
        redirect: 'manual',
        headers: { accept: 'application/json', 'user-agent': 'Promenade post check' },
      });
      const failed = toFailure(platform, response.status);
      return failed ?? parseAnswer(await readWithin(response.body, LARGEST_ANSWER_BYTES));
    } catch (error) {
      if (isTooLarge(error)) return { kind: 'unclear' };
      return { kind: 'silent', reason: 'the platform did not answer' };
    } finally {
      // Frees the connection if the body was not read completely.
      ending.abort();
    }
  }

  function parseAnswer(text: string | null): Answer {
    const parsed = OEmbed.safeParse(parseJson(text ?? ''));
    if (!parsed.success) return { kind: 'unclear' };
    return { kind: 'found', handle: parseAuthor(platform, parsed.data.author_url ?? '') };
  }
}

/**
 * Returns what a status means, or null for an answer with a post. X answers 403 for protected and suspended accounts,
 * YouTube 401 or 403 if the post is private or may not be embedded. TikTok answers 400 for several causes.
 */
function toFailure(platform: AskedPlatform, status: number): Answer | null {
  if (status === 200) return null;
  if (status === 404 || status === 410) return { kind: 'missing' };
  if (status === 401 || status === 403) {
    // TikTok gives it no meaning, so it may be about this server.
    if (platform === 'tiktok') return { kind: 'silent', reason: `the platform answered ${status}` };
    return { kind: 'hidden' };
  }
  const isBusy = status === 408 || status === 429 || status >= 500;
  const reason = `the platform answered ${status}`; // not for users
  return isBusy ? { kind: 'silent', reason } : { kind: 'unclear' };
}

/** undici wraps the error of its own limit. */
function isTooLarge(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
