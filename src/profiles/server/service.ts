import type { CurrentUser } from '#auth/contract.ts';
import { contactsOf } from '#auth/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { ageInYears } from '#kernel/time.ts';
import { CONSENT_VERSION, type ProfileForm } from '#profiles/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/session.ts';
import { locationConsentWithdrawn, walletEmailSet } from './events.ts';
import { findProfile, insertConsents, listProfiles, lockProfile, updateProfile } from './store.ts';
import type { ConsentKind, ProfileRow } from './tables.ts';

export const MINIMUM_AGE_YEARS = 18;

export async function saveProfile(deps: Deps, actor: Actor, form: ProfileForm): Promise<void> {
  refuseUnderAge(deps, form.dateOfBirth);
  if (actor.role === 'marketer' && form.paypalConnected && !form.paypalEmail) {
    throw refuse('profile/wallet-email-missing', { fields: { paypalEmail: 'PayPal Email Required' } });
  }
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const present = await lockProfile(tx, actor.userId, now);
    await updateProfile(tx, actor.userId, {
      firstName: form.firstName,
      lastName: form.lastName,
      phoneNumber: form.phoneNumber,
      dateOfBirth: form.dateOfBirth,
      gender: form.gender ?? null,
      clothingSize: form.clothingSize ?? null,
      address: form.address,
      city: form.city,
      state: form.state,
      zipCode: form.zipCode,
      country: form.country,
      latitude: form.latitude ?? null,
      longitude: form.longitude ?? null,
      businessName: form.businessName ?? null,
      businessEmail: form.businessEmail ?? null,
      businessWebsite: form.businessWebsite ?? null,
      businessAddress: form.businessAddress ?? null,
      businessType: form.businessType ?? null,
      businessDescription: form.businessDescription ?? null,
      updatedAt: now,
    });
    if (actor.role === 'marketer' && form.paypalEmail) {
      await changeWalletEmail(tx, deps, actor, present, form.paypalEmail.toLowerCase());
    }
  });
}

export async function setWalletEmail(deps: Deps, actor: Actor, email: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const present = await lockProfile(tx, actor.userId, deps.clock.now());
    await changeWalletEmail(tx, deps, actor, present, email);
  });
}

/**
 * Asks for a recent sign-in, for the first address too: it counts at once, and a forgotten session could set it. Tells the
 * account and both wallet addresses: a thief must not be able to redirect pay in silence.
 */
async function changeWalletEmail(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  present: ProfileRow,
  email: string,
): Promise<void> {
  if (present.walletEmail === email) return;
  requireRecentSignIn(deps, actor);
  const now = deps.clock.now();
  await updateProfile(tx, present.accountId, {
    walletEmail: email,
    walletEmailSetAt: now,
    walletEmailChanged: present.walletEmail !== null,
    updatedAt: now,
  });
  // Not the moment: two changes within one would be told as one, and a payment could wait for the first for ever.
  const ref = deps.random.uuid();
  await announce(tx, walletEmailSet, { ref, payload: { userId: present.accountId } }, deps.clock);
  const contact = (await contactsOf(tx, [present.accountId])).get(present.accountId);
  const told = new Set([contact?.email, present.walletEmail, email].filter((address) => address != null));
  for (const [index, to] of [...told].entries()) {
    await enqueueMail(tx, deps, {
      ref: `wallet-email:${ref}:${index}`,
      mail: {
        to,
        subject: 'Your PayPal email at Promenade changed',
        text: [
          `Payments from Promenade will be sent to ${email}.`,
          present.walletEmail === null
            ? 'This is the first address you set, so it is used at once.'
            : 'Because it replaces another address, payments wait 24 hours before they use it.',
          'If this was not you, sign in, change it back and contact support.',
        ].join('\n\n'),
      },
    });
  }
}

export async function updateCompliance(
  deps: Deps,
  actor: Actor,
  body: { ageVerified: true } | { locationConsent: boolean },
  userAgent: string | undefined,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const present = await lockProfile(tx, actor.userId, now);
    if ('locationConsent' in body) {
      await logConsents(tx, deps, actor, ['location'], body.locationConsent, userAgent);
      await updateProfile(tx, actor.userId, { locationConsentAt: body.locationConsent ? now : null });
      if (!body.locationConsent && present.locationConsentAt) {
        const ref = deps.random.uuid();
        await announce(tx, locationConsentWithdrawn, { ref, payload: { userId: actor.userId } }, deps.clock);
      }
      return;
    }
    if (present.dateOfBirth) refuseUnderAge(deps, present.dateOfBirth);
    await logConsents(tx, deps, actor, ['age', 'terms', 'privacy'], true, userAgent);
    await updateProfile(tx, actor.userId, {
      ageVerifiedAt: now,
      termsAcceptedAt: now,
      privacyAcceptedAt: now,
    });
  });
}

async function logConsents(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  kinds: readonly ConsentKind[],
  isGiven: boolean,
  userAgent: string | undefined,
): Promise<void> {
  await insertConsents(
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
}

/** Refuses a birth date of somebody under 18 at this moment. */
export function refuseUnderAge(deps: Pick<Deps, 'clock'>, dateOfBirth: string): void {
  if (ageInYears(dateOfBirth, deps.clock.now()) >= MINIMUM_AGE_YEARS) return;
  throw refuse('profile/under-age', { fields: { dateOfBirth: 'You must be 18 or older' } });
}

export interface Compliance {
  ageVerified: boolean;
  termsAccepted: boolean;
  privacyAccepted: boolean;
  locationConsent: boolean;
}

export async function complianceOf(reader: Reader, userId: string): Promise<Compliance> {
  return toCompliance(await findProfile(reader, userId));
}

/** Refuses somebody who has not yet confirmed what taking part needs (decisions.md 2). */
export async function requireCompliance(
  reader: Reader,
  userId: string,
  needs: { locationConsent: boolean },
): Promise<void> {
  const compliance = await complianceOf(reader, userId);
  if (!compliance.ageVerified || !compliance.termsAccepted || !compliance.privacyAccepted) {
    throw refuse('compliance/incomplete');
  }
  if (needs.locationConsent && !compliance.locationConsent) throw refuse('compliance/location-consent');
}

export interface WalletAddress {
  email: string;
  setAt: Date;
  /** It replaced another address, so payouts wait a while before they use it. */
  isChanged: boolean;
}

export async function walletAddressOf(reader: Reader, userId: string): Promise<WalletAddress | null> {
  const found = await findProfile(reader, userId);
  if (!found?.walletEmail || !found.walletEmailSetAt) return null;
  return { email: found.walletEmail, setAt: found.walletEmailSetAt, isChanged: found.walletEmailChanged };
}

export interface PublicPerson {
  name: string;
  city: string | null;
  rating: number;
  imageUrl: string | null;
  businessName: string | null;
}

/** How people appear to those they work with; somebody without a name yet is named by their role's word. */
export async function namesOf(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, PublicPerson>> {
  const rows = new Map((await listProfiles(reader, userIds)).map((row) => [row.accountId, row]));
  return new Map(
    userIds.map((userId) => {
      const row = rows.get(userId);
      const person: PublicPerson = {
        name: fullNameOf(row) || 'New member',
        city: row?.city ?? null,
        rating: DEFAULT_RATING,
        imageUrl: row?.imageUploadId ? `/api/files/${row.imageUploadId}` : null,
        businessName: row?.businessName ?? null,
      };
      return [userId, person];
    }),
  );
}

/** First and last name as far as they are given, '' where neither is. */
export function fullNameOf(person: Partial<Pick<ProfileRow, 'firstName' | 'lastName'>> | undefined): string {
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ');
}

/** First and last names as given, for administrators. */
export async function namePartsOf(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, { firstName: string | null; lastName: string | null }>> {
  const rows = await listProfiles(reader, userIds);
  return new Map(rows.map(({ accountId, firstName, lastName }) => [accountId, { firstName, lastName }]));
}

/** Until somebody was rated (decisions.md 9.2). */
const DEFAULT_RATING = 5;

/** The profile's part of the signed-in account. */
export async function profileFacts(reader: Reader, userId: string): Promise<Partial<CurrentUser>> {
  const row = await findProfile(reader, userId);
  if (!row) return {};
  return {
    ...toCompliance(row),
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    clothingSize: row.clothingSize,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    latitude: row.latitude,
    longitude: row.longitude,
    gpsVerified: row.latitude !== null && row.longitude !== null,
    profileImageUrl: row.imageUploadId ? `/api/files/${row.imageUploadId}` : null,
    paypalEmail: row.walletEmail,
    paypalConnected: row.walletEmail !== null,
    businessName: row.businessName,
    businessEmail: row.businessEmail,
    businessWebsite: row.businessWebsite,
    businessAddress: row.businessAddress,
    businessType: row.businessType,
    businessDescription: row.businessDescription,
  };
}

function toCompliance(row: ProfileRow | undefined): Compliance {
  return {
    ageVerified: Boolean(row?.ageVerifiedAt),
    termsAccepted: Boolean(row?.termsAcceptedAt),
    privacyAccepted: Boolean(row?.privacyAcceptedAt),
    locationConsent: Boolean(row?.locationConsentAt),
  };
}
