/**
 * Only the marketer who measured an exact position may see it (decision 18.3). Every app of the tests
 * remembers the positions that it received. It searches every response for them, streams and files included,
 * and every email.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import type { App } from '#main/app.ts';
import { type Actor, hashToken, readCookie } from '#platform/server/security/session.ts';
import { updateLocation } from '#tracking/contract.ts';
import { getTrack } from '#tracking/track-contract.ts';
import { KnownPositions, type Shown } from './answer-scan-positions.ts';
import type { TestDatabase } from '../databases/database.ts';
import { noteLeak } from './log-scan.ts';

/**
 * Searches every response of this app from now on. The returned function waits for the searches and then
 * searches the emails. Call it when the app is closed but its database is not.
 */
export function scanResponses(
  { http, deps }: Pick<App, 'http' | 'deps'>,
  database: TestDatabase,
): (mailbox: string) => Promise<void> {
  const known = new KnownPositions();
  const searches: Promise<void>[] = [];

  const readActor = (request: FastifyRequest): Promise<Actor | null> => {
    const token = readCookie(request, deps.config, 'sid') ?? '';
    return deps.ports.findActor(hashToken(token), /* isUse */ false);
  };

  async function noteAnswer(request: FastifyRequest, shown: readonly Shown[]): Promise<void> {
    const actor = await readActor(request);
    const others = shown.filter(({ owners }) => actor === null || !owners.has(actor.userId));
    if (others.length === 0 || (await isAuditedTrack(request, actor, database))) return;
    const path = request.routeOptions.url ?? request.url;
    await note(`${request.method} ${path} by ${actor?.role ?? 'visitor'}`, others, database);
  }

  http.addHook('onRequest', async (request, reply) => {
    hearAnswer(reply.raw, (text) => {
      const shown = known.shownIn(text);
      if (shown.length > 0) searches.push(noteAnswer(request, shown));
    });
  });
  http.addHook('preHandler', async (request) => {
    if (!isCallTo(updateLocation, request)) return;
    const { data: sent } = updateLocation.body.safeParse(request.body);
    const actor = sent && (await readActor(request));
    if (!sent || actor?.role !== 'marketer') return;
    for (const fix of 'points' in sent ? sent.points : [sent]) known.add(fix, actor.userId);
  });

  return async (mailbox) => {
    await Promise.all(searches);
    if (!existsSync(mailbox)) return;
    // Even an email to the marketer counts, because it is stored on other servers.
    for (const mail of readFileSync(mailbox, 'utf8').split('\n'))
      await note('a mail', known.shownIn(mail), database);
  };
}

const isCallTo = ({ method, path }: EndpointDefinition, request: FastifyRequest) =>
  request.method === method && request.routeOptions.url === path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Collects the text of a response, including what a stream writes past Fastify. */
function hearAnswer(raw: ServerResponse, onEnd: (text: string) => void): void {
  let text = '';
  const heard = <Write extends (...args: never) => unknown>(write: Write): Write =>
    new Proxy(write, {
      apply(target, self, args: unknown[]) {
        const [part] = args;
        if (typeof part === 'string' || part instanceof Uint8Array)
          text += Buffer.from(part).toString('latin1');
        return Reflect.apply(target, self, args);
      },
    });
  raw.write = heard(raw.write);
  raw.end = heard(raw.end);
  raw.once('close', () => onEnd(text));
}

/** Returns whether this is an admin's view of a track for a dispute, which the audit log records first. */
async function isAuditedTrack(
  request: FastifyRequest,
  actor: Actor | null,
  database: TestDatabase,
): Promise<boolean> {
  if (actor?.role !== 'admin' || !isCallTo(getTrack, request)) return false;
  const { rows } = await database.asOwner(
    `select 1 from audit_entry where action = 'track.viewed' and actor_id = $1 and request_id = $2 and reason is not null`,
    [actor.userId, request.id],
  );
  return rows.length > 0;
}

/**
 * Notes a leak, unless a campaign or profile is at that place, which reveals nothing about a marketer's
 * track.
 */
async function note(where: string, shown: readonly Shown[], database: TestDatabase): Promise<void> {
  if (shown.length === 0) return;
  const { rows } = await database.asOwner(
    'select lat as north, lng as east from campaign union select latitude, longitude from profile',
  );
  const places = new Set(rows.map(({ north, east }) => `${north} ${east}`));
  for (const { latitude, longitude } of shown) {
    if (places.has(`${latitude} ${longitude}`)) continue;
    noteLeak(`${where} shows another person’s exact position: ${latitude}, ${longitude}`);
  }
}
