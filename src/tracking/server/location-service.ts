import { refuse } from '#kernel/errors.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import type { Deps } from '#platform/server/deps.ts';
import { secretFor } from '#platform/server/secrets.ts';
import type { Actor } from '#platform/server/session.ts';
import type { updateLocation as contract } from '#tracking/contract.ts';
import { isInZone, zoneFrom } from './geometry.ts';
import type { MeasuredFix } from './presence.ts';
import { PUBLISHED_ACCURACY_METERS, publishedPoint } from './published-point.ts';
import { countedTime } from './rules.ts';
import { findReceiving, keepFixes } from './store.ts';

/**
 * Takes one position, or those recorded without a connection. Late ones are taken until the proof is sent, also after
 * the session has ended by itself; a repeated one changes nothing. From the moment that consent is withdrawn none is taken.
 */
export async function updateLocation(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  body: BodyOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const found = await findReceiving(deps.db, campaignId, actor.userId, body.sessionId ?? null);
  if (!found) throw refuse('session/none-running');
  const { session } = found;
  if (session.closedAt) throw refuse('session/closed');
  if (!found.consentAt || session.endReason === 'consent-withdrawn')
    throw refuse('compliance/location-consent');
  const receivedAt = deps.clock.now();
  const points = 'points' in body ? body.points : [body];
  const fixes: MeasuredFix[] = points.map((point) => ({
    lat: point.latitude,
    lng: point.longitude,
    accuracy: point.accuracy,
    recordedAt: countedTime(point, session, receivedAt),
  }));
  const newest = fixes.reduce((one, other) => (other.recordedAt >= one.recordedAt ? other : one));
  const zone = zoneFrom(found);
  const isInside = zone !== null && isInZone(newest, zone);
  const secret = {
    key: secretFor(deps.config, 'published positions'),
    marketerId: actor.userId,
    campaignId,
  };
  const shown = zone ? publishedPoint(newest, zone, secret, newest.recordedAt) : null;
  const isKept = await keepFixes(deps.db, {
    sessionId: session.id,
    campaignId,
    receivedAt,
    fixes,
    live: {
      recordedAt: newest.recordedAt,
      isInZone: isInside,
      publishedLat: shown?.lat ?? null,
      publishedLng: shown?.lng ?? null,
    },
  });
  if (!isKept) throw refuse('session/closed');
  return {
    received: fixes.length,
    isInZone: isInside,
    published: shown && { latitude: shown.lat, longitude: shown.lng, accuracy: PUBLISHED_ACCURACY_METERS },
  };
}
