import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Fix, updateLocation as contract } from '#tracking/contract.ts';
import {
  type FixBatch,
  type Outcome,
  prepareFindReceivingSession,
  type ReceivingSession,
} from './fix-store.ts';
import { refuse } from '#tracking/domain.ts';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import { FixWriter } from './fix-writer.ts';
import { type Zone, zoneFrom } from '#campaigns/server/zone-service.ts';
import { isInZone } from '../presence/geometry.ts';
import { type MeasuredFix, probabilityInside, WORST_USED_ACCURACY_METERS } from '../presence/presence.ts';
import { type EndReason, isOtherDevice } from '../rules.ts';
import { publishPositions } from '../live/live-notes.ts';
import { publishedPoint } from '../live/published-point.ts';

/**
 * Positions measured before the session's end are taken until the proof is sent. A position that is sent again changes
 * nothing. None is taken once consent is withdrawn.
 */
export async function updateLocation(
  deps: Deps,
  { writer, sessions }: FixReceiver,
  actor: Actor,
  campaignId: string,
  body: BodyOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const session = await sessions.find(actor.userId, campaignId, body.sessionId ?? null);
  if (!session) throw refuse('session/none-running');
  if (isOtherDevice(session, actor, body.deviceId)) throw refuse('session/other-device');
  const sending = toSending(deps, session, body);
  const { outcome, tooLate, endReason } = await writer.write(sending);
  refuseUnlessKept(outcome, endReason);
  const { isInZone: isInside, publishedLat, publishedLng } = sending.live;
  return {
    received: sending.fixes.length - tooLate,
    tooLate,
    isRunning: outcome === 'kept',
    isTakenOver: endReason === 'taken-over',
    notCounting: findWhyNotCounting(findNewest(sending), zoneFrom(session)),
    isInZone: isInside,
    published:
      publishedLat === null || publishedLng === null
        ? null
        : { latitude: publishedLat, longitude: publishedLng, accuracy: PUBLISHED_ACCURACY_METERS },
  };
}

/** At the edge part of the time counts, so say it where less than half does. */
const COUNTS_FROM = 0.5;

function findWhyNotCounting(
  newest: Omit<MeasuredFix, 'recordedAt'>,
  zone: Zone | null,
): 'inaccurate' | 'outside' | null {
  if (!zone) return null;
  if (newest.accuracy > WORST_USED_ACCURACY_METERS) return 'inaccurate';
  return probabilityInside(newest, zone) < COUNTS_FROM ? 'outside' : null;
}

function findNewest({
  fixes,
  receivedAt,
}: Pick<FixBatch, 'fixes' | 'receivedAt'>): FixBatch['fixes'][number] {
  const measuredAt = ({ claimedAt }: { claimedAt: Date | null }) => claimedAt ?? receivedAt;
  return fixes.reduce((one, other) => (measuredAt(other) >= measuredAt(one) ? other : one));
}

function refuseUnlessKept(outcome: Outcome, endReason: EndReason | null): void {
  if (outcome === 'closed' && endReason === 'taken-over') throw refuse('session/other-device');
  if (outcome === 'closed') throw refuse('session/closed');
  if (outcome === 'proof-sent') throw refuse('session/proof-sent');
  if (outcome === 'no-consent') throw refuse('compliance/location-consent');
}

function toSending(deps: Deps, session: ReceivingSession, body: BodyOf<typeof contract>): FixBatch {
  const receivedAt = deps.clock.now();
  const points: readonly Fix[] = 'points' in body ? body.points : [body];
  const fixes = points.map((point, ordinal) => {
    const claimedAt = point.recordedAt ? new Date(point.recordedAt) : null;
    return {
      lat: point.latitude,
      lng: point.longitude,
      accuracy: toCentimeters(point.accuracy),
      claimedAt,
      ordinal,
      hasMotion: point.hasMotion ?? null,
    };
  });
  const newest = findNewest({ fixes, receivedAt });
  const { id: sessionId, campaignId, marketerId, businessId } = session;
  const zone = zoneFrom(session);
  const key = deriveSecret(deps.config, 'published positions');
  const secret = { key, marketerId, businessId };
  const shown = zone ? publishedPoint(newest, zone, secret) : null;
  return {
    sessionId,
    campaignId,
    receivedAt,
    sentAt: body.sentAt ? new Date(body.sentAt) : null,
    fixes,
    live: {
      claimedAt: newest.claimedAt,
      isInZone: zone !== null && isInZone(newest, zone),
      publishedLat: shown?.lat ?? null,
      publishedLng: shown?.lng ?? null,
    },
  };
}

/** The column is a 4-byte float, and the database refuses values too small for it. */
function toCentimeters(meters: number): number {
  return Math.round(meters * 100) / 100;
}

export type FixReceiver = ReturnType<typeof createFixReceiver>;

export function createFixReceiver(deps: Deps) {
  const writer = new FixWriter(deps.db, (kept) =>
    publishPositions(
      deps,
      kept.map(({ sessionId, campaignId }) => ({ id: sessionId, campaignId })),
    ),
  );
  return { writer, sessions: new KnownSessions(deps) };
}

const KNOWN_FOR_MS = 30 * SECOND;
const MOST_KNOWN = 20_000;

/**
 * Caches sessions for half a minute, so that a position costs no query. The cached fields never change, except a
 * campaign's area if it is corrected. Whether a session still takes positions is checked when they are saved.
 */
class KnownSessions {
  readonly #byId = new Map<string, { session: ReceivingSession; until: number }>();
  readonly #clock: Clock;
  readonly #query: ReturnType<typeof prepareFindReceivingSession>;

  constructor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    this.#clock = clock;
    this.#query = prepareFindReceivingSession(db);
  }

  async find(
    marketerId: string,
    campaignId: string,
    sessionId: string | null,
  ): Promise<ReceivingSession | undefined> {
    const now = this.#clock.now().getTime();
    const known = sessionId === null ? undefined : this.#byId.get(sessionId);
    if (known && known.until > now) {
      const { session } = known;
      return session.marketerId === marketerId && session.campaignId === campaignId ? session : undefined;
    }
    const [session] = await this.#query.execute({ campaignId, marketerId, sessionId });
    if (session) this.#remember(session, now + KNOWN_FOR_MS);
    return session;
  }

  /** The first key is the oldest lookup. */
  #remember(session: ReceivingSession, until: number): void {
    this.#byId.delete(session.id);
    this.#byId.set(session.id, { session, until });
    const [oldest] = this.#byId.size > MOST_KNOWN ? this.#byId.keys() : [];
    if (oldest !== undefined) this.#byId.delete(oldest);
  }
}
