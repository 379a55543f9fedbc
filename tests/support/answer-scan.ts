/**
 * Nobody but the marketer who has measured it gets an exact position (decisions.md 5.3). Every app of the tests remembers the
 * positions that were sent to it, and looks for them in the bytes of every answer, streams and files included, and in its mails.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '../../src/kernel/endpoint.ts';
import type { App } from '../../src/main/app.ts';
import { type Actor, findActor, hashToken, readCookie } from '../../src/platform/server/session.ts';
import { updateLocation } from '../../src/tracking/contract.ts';
import { getTrack } from '../../src/tracking/track-contract.ts';
import { noteLeak } from './answer-scan-leaks.ts';
import { KnownPositions, type Shown } from './answer-scan-positions.ts';
import type { TestDatabase } from './database.ts';

export interface AnswerScan {
  /** Waits for what is still being looked at, and looks through the mails. The app is closed by then, its database is not. */
  finish(mailbox: string): Promise<void>;
}

/** Looks at every answer that this app gives from now on; what it finds is taken by setup.ts at the end of the file. */
export function scanAnswers(app: Pick<App, 'http' | 'deps'>, database: TestDatabase): AnswerScan {
  const known = new KnownPositions();
  const looks = new Set<Promise<void>>();

  const actorOf = (request: FastifyRequest): Promise<Actor | null> =>
    app.deps.slots.get(findActor)(
      app.deps.db,
      hashToken(readCookie(request, app.deps.config, 'sid') ?? ''),
      /* isUse */ false,
    );

  /** Who asked is looked up only where there is something to find: nearly never. */
  async function look(request: FastifyRequest, shown: readonly Shown[]): Promise<void> {
    const actor = await actorOf(request);
    const others = shown.filter(({ owners }) => actor === null || !owners.has(actor.userId));
    if (others.length === 0 || (await isAuditedTrack(request, actor, database))) return;
    const name = `${request.method} ${request.routeOptions.url ?? request.url} by ${actor?.role ?? 'nobody'}`;
    await note(name, others, database);
  }

  app.http.addHook('onRequest', async (request, reply) => {
    hearAnswer(reply.raw, (text) => {
      const shown = known.isEmpty ? [] : known.shownIn(text);
      if (shown.length === 0) return;
      const looking = look(request, shown).finally(() => looks.delete(looking));
      looks.add(looking);
    });
  });
  app.http.addHook('preHandler', async (request) => {
    if (!isCallOf(updateLocation, request)) return;
    const { data: sent } = updateLocation.body.safeParse(request.body);
    const actor = sent && (await actorOf(request));
    if (!sent || actor?.role !== 'marketer') return;
    for (const fix of 'points' in sent ? sent.points : [sent]) known.add(fix, actor.userId);
  });

  return {
    async finish(mailbox) {
      await Promise.all(looks);
      if (!existsSync(mailbox)) return;
      // Also in one to the marketer: what is mailed lies on other people's servers.
      for (const mail of readFileSync(mailbox, 'utf8').split('\n'))
        await note('a mail', known.shownIn(mail), database);
    },
  };
}

const isCallOf = ({ method, path }: EndpointDefinition, request: FastifyRequest) =>
  request.method === method && request.routeOptions.url === path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Also what is written past Fastify, as streams are. */
function hearAnswer(raw: ServerResponse, onEnd: (text: string) => void): void {
  const parts: string[] = [];
  const heard = <Write extends (...args: never) => unknown>(write: Write): Write =>
    new Proxy(write, {
      apply(target, self, args: unknown[]) {
        const [part] = args;
        if (typeof part === 'string' || part instanceof Uint8Array) {
          parts.push(Buffer.from(part).toString('latin1'));
        }
        return Reflect.apply(target, self, args);
      },
    });
  raw.write = heard(raw.write);
  raw.end = heard(raw.end);
  raw.once('close', () => onEnd(parts.join('')));
}

/** An administrator reads a track for a dispute's sake, which is written down before. */
async function isAuditedTrack(
  request: FastifyRequest,
  actor: Actor | null,
  database: TestDatabase,
): Promise<boolean> {
  if (actor?.role !== 'admin' || !isCallOf(getTrack, request)) return false;
  const { rows } = await database.asOwner(
    `select 1 from audit_entry where action = 'track.viewed' and actor_id = $1 and request_id = $2 and reason is not null`,
    [actor.userId, request.id],
  );
  return rows.length > 0;
}

/** A fix may be taken exactly where a campaign is, or where somebody lives: that place is no news of anybody's way. */
async function note(where: string, shown: readonly Shown[], database: TestDatabase): Promise<void> {
  if (shown.length === 0) return;
  const { rows } = await database.asOwner(
    'select lat as north, lng as east from campaign union select latitude, longitude from profile',
  );
  const places = new Set(rows.map(({ north, east }) => `${north} ${east}`));
  for (const { latitude, longitude } of shown) {
    if (places.has(`${latitude} ${longitude}`)) continue;
    noteLeak(`${where} shows somebody else’s exact position: ${latitude}, ${longitude}`);
  }
}
