import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { type SessionRow, trackingSession, trackProfile } from '../../tables.ts';
import type { TrackProfile } from '../track/track-profile.ts';

/** Returns -1 if it is not known. */
export async function findAgreement(reader: Reader, sessionId: string): Promise<number> {
  const [found] = await reader
    .select({ agreement: trackProfile.agreement })
    .from(trackProfile)
    .where(eq(trackProfile.sessionId, sessionId));
  return found?.agreement ?? -1;
}

export interface StoredProfile extends TrackProfile {
  sessionId: string;
  marketerId: string;
  city: string | null;
  arrivedAt: Date;
}

export async function listUncompared(reader: Reader, limit: number): Promise<StoredProfile[]> {
  return reader
    .select({
      sessionId: trackProfile.sessionId,
      marketerId: trackingSession.marketerId,
      city: trackProfile.city,
      beganAt: trackProfile.beganAt,
      arrivedAt: trackProfile.arrivedAt,
      spots: trackProfile.spots,
    })
    .from(trackProfile)
    .innerJoin(trackingSession, eq(trackingSession.id, trackProfile.sessionId))
    .where(and(isNull(trackProfile.agreement), eq(trackingSession.status, 'ended')))
    .orderBy(desc(trackProfile.beganAt))
    .limit(limit);
}

/**
 * Of the same marketer, and of the same city. The path that arrived later is the copy, whenever it claims to have begun
 * (decision 48.5).
 */
export async function listEarlier(
  reader: Reader,
  { sessionId, marketerId, city, arrivedAt }: StoredProfile,
  limits: { ofMarketer: number; inCity: number },
): Promise<string[]> {
  const isEarlier = and(
    ne(trackProfile.sessionId, sessionId),
    sql`(${trackProfile.arrivedAt}, ${trackProfile.sessionId}) < (${arrivedAt}, ${sessionId})`,
  );
  const ofMarketer = reader
    .select({ id: trackProfile.sessionId })
    .from(trackingSession)
    .innerJoin(trackProfile, eq(trackProfile.sessionId, trackingSession.id))
    .where(and(eq(trackingSession.marketerId, marketerId), isEarlier))
    .orderBy(desc(trackingSession.startedAt))
    .limit(limits.ofMarketer);
  const inCity = reader
    .select({ id: trackProfile.sessionId })
    .from(trackProfile)
    .where(and(city === null ? sql`false` : eq(trackProfile.city, city), isEarlier))
    .orderBy(desc(trackProfile.arrivedAt), desc(trackProfile.sessionId))
    .limit(limits.inCity);
  const found = await reader
    .select({ id: trackProfile.sessionId })
    .from(trackProfile)
    .where(inArray(trackProfile.sessionId, sql`(${ofMarketer} union ${inCity})`));
  return found.map(({ id }) => id);
}

export async function loadProfiles(reader: Reader, sessionIds: readonly string[]): Promise<TrackProfile[]> {
  return reader
    .select({ beganAt: trackProfile.beganAt, spots: trackProfile.spots })
    .from(trackProfile)
    .where(isAmong(trackProfile.sessionId, sessionIds));
}

/** The session must be locked. Returns false if the path has changed since it was read, or another run was faster. */
export async function saveAgreement(
  tx: Tx,
  { sessionId, arrivedAt, spots }: StoredProfile,
  agreement: number,
): Promise<boolean> {
  const saved = await tx
    .update(trackProfile)
    .set({ agreement })
    .where(
      and(
        eq(trackProfile.sessionId, sessionId),
        eq(trackProfile.arrivedAt, arrivedAt),
        eq(trackProfile.spots, [...spots]),
        isNull(trackProfile.agreement),
      ),
    )
    .returning({ id: trackProfile.sessionId });
  return saved.length > 0;
}

/** The session must be locked. */
export async function makeSummaryDue(tx: Tx, session: SessionRow): Promise<void> {
  await tx.update(trackingSession).set({ summaryDue: true }).where(eq(trackingSession.id, session.id));
}
