import { CONSENT_VERSION, type Consent, type ConsentKind, CONSENTS_SHOWN } from '#profiles/contract.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { locationConsentWithdrawn } from './events.ts';
import { refuseUnderAge } from './service.ts';
import * as store from './store.ts';
import type { ProfileRow } from './tables.ts';

const columns = {
  age: 'ageVerifiedAt',
  terms: 'termsAcceptedAt',
  privacy: 'privacyAcceptedAt',
  location: 'locationConsentAt',
} as const satisfies Record<ConsentKind, keyof ProfileRow>;

/**
 * Logs and audits only changes: a consent already given to the current text, or never given, is skipped. Throws
 * 'profile/under-age'.
 */
export async function updateCompliance(
  deps: Deps,
  actor: Actor,
  body: { ageVerified: true } | { locationConsent: boolean },
  userAgent: string | undefined,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    // The second of two concurrent calls sees the changes of the first.
    const present = await store.lockProfile(tx, actor.userId, deps.clock.now());
    if ('locationConsent' in body && !body.locationConsent) {
      await withdrawLocation(tx, deps, actor, present, userAgent);
      return;
    }
    if ('ageVerified' in body && present.dateOfBirth) refuseUnderAge(deps, present.dateOfBirth);
    const asked: ConsentKind[] = 'locationConsent' in body ? ['location'] : ['age', 'terms', 'privacy'];
    const toThisText = await store.listKindsGiven(tx, actor.userId, CONSENT_VERSION);
    const given = asked.filter((kind) => present[columns[kind]] === null || !toThisText.includes(kind));
    if (given.length === 0) return;
    await logConsents(tx, deps, actor, given, true, userAgent);
    const now = deps.clock.now();
    await store.updateProfile(
      tx,
      actor.userId,
      Object.fromEntries(given.map((kind) => [columns[kind], now])),
    );
  });
}

async function withdrawLocation(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  present: ProfileRow,
  userAgent: string | undefined,
): Promise<void> {
  if (present.locationConsentAt === null) return;
  await logConsents(tx, deps, actor, ['location'], false, userAgent);
  await store.updateProfile(tx, actor.userId, { locationConsentAt: null });
  const ref = deps.random.uuid();
  await announce(tx, locationConsentWithdrawn, { ref, payload: { userId: actor.userId } }, deps.clock);
}

async function logConsents(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  kinds: readonly ConsentKind[],
  isGiven: boolean,
  userAgent: string | undefined,
): Promise<void> {
  await store.insertConsents(
    tx,
    kinds.map((kind) => ({
      id: deps.random.uuid(),
      accountId: actor.userId,
      kind,
      isGiven,
      textVersion: CONSENT_VERSION,
      userAgent: userAgent?.slice(0, 300),
      at: deps.clock.now(),
    })),
  );
  await audit(tx, deps, {
    actor,
    action: isGiven ? 'consent.given' : 'consent.withdrawn',
    object: { kind: 'account', id: actor.userId },
    details: { kinds: kinds.join(', '), version: CONSENT_VERSION },
  });
}

export async function listNewestConsents(reader: Reader, userId: string): Promise<Consent[]> {
  const rows = await store.listConsents(reader, userId, CONSENTS_SHOWN);
  return rows.map(({ id, kind, isGiven, textVersion, at }) => ({
    id,
    kind,
    isGiven,
    textVersion,
    at: at.toISOString(),
  }));
}
