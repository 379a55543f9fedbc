import type { CurrentUser } from '#auth/contract.ts';
import { t } from '#kernel/text.ts';
import { ageInYears } from '#kernel/time.ts';
import {
  type ClothingSize,
  clothingSizes,
  CONSENT_VERSION,
  hasNameAndPhoto,
  letter,
  MINIMUM_AGE_YEARS,
} from '#profiles/contract.ts';
import type { ProfileForm } from '#profiles/form-contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { profilesDomain, refuse } from '#profiles/domain.ts';
import { fileUrl } from '#uploads/contract.ts';
import { findProfile, listKindsGiven, listProfiles, lockProfile, updateProfile } from './store.ts';
import type { NamedProfile, ProfileRow } from './tables.ts';
import { changeWalletEmail, getWalletUsableFrom } from './wallet-service.ts';

/** Returns until when payments wait after a change of the wallet email, if they do. */
export async function saveProfile(deps: Deps, actor: Actor, form: ProfileForm): Promise<Date | undefined> {
  refuseUnderAge(deps, form.dateOfBirth);
  if (actor.role === 'marketer' && form.paypalConnected && !form.paypalEmail) {
    throw refuse('profile/wallet-email-missing', {
      fields: { paypalEmail: t(profilesDomain.refusals['profile/wallet-email-missing'][1]) },
    });
  }
  return transact(deps.db, async (tx) => {
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
      ...toPosition(form, present, now),
      businessName: form.businessName ?? null,
      businessEmail: form.businessEmail ?? null,
      businessWebsite: form.businessWebsite ?? null,
      businessAddress: form.businessAddress ?? null,
      businessType: form.businessType ?? null,
      businessDescription: form.businessDescription ?? null,
      updatedAt: now,
    });
    if (actor.role !== 'marketer' || !form.paypalEmail) return undefined;
    return changeWalletEmail(tx, deps, actor, present, form.paypalEmail.toLowerCase());
  });
}

export async function setName(
  deps: Deps,
  actor: Actor,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    await lockProfile(tx, actor.userId, now);
    await updateProfile(tx, actor.userId, { ...name, updatedAt: now });
  });
}

/** A position counts as verified from when the user first sent it as measured. */
function toPosition({ latitude, longitude, gpsVerified }: ProfileForm, present: ProfileRow, now: Date) {
  if (typeof latitude !== 'number' || typeof longitude !== 'number')
    return { latitude: null, longitude: null, gpsVerifiedAt: null };
  const isSame = present.latitude === latitude && present.longitude === longitude;
  const verifiedBefore = isSame ? present.gpsVerifiedAt : null;
  return { latitude, longitude, gpsVerifiedAt: verifiedBefore ?? (gpsVerified ? now : null) };
}

/** Throws 'profile/under-age' below 18. */
export function refuseUnderAge(deps: Pick<Deps, 'clock'>, dateOfBirth: string): void {
  if (ageInYears(dateOfBirth, deps.clock.now()) >= MINIMUM_AGE_YEARS) return;
  throw refuse('profile/under-age', { fields: { dateOfBirth: t('You must be 18 or older') } });
}

export interface Compliance {
  ageVerified: boolean;
  termsAccepted: boolean;
  privacyAccepted: boolean;
  locationConsent: boolean;
}

export async function loadCompliance(reader: Reader, userId: string): Promise<Compliance> {
  return toCompliance(await findProfile(reader, userId));
}

export async function loadCompliances(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, Compliance>> {
  const rows = new Map((await listProfiles(reader, userIds)).map((row) => [row.accountId, row]));
  return new Map(userIds.map((userId) => [userId, toCompliance(rows.get(userId))]));
}

/** Throws if a consent is missing that taking part requires (decision 15). */
export async function requireCompliance(
  reader: Reader,
  userId: string,
  needs: { locationConsent: boolean },
): Promise<void> {
  const compliance = await loadCompliance(reader, userId);
  if (!compliance.ageVerified || !compliance.termsAccepted || !compliance.privacyAccepted) {
    throw refuse('compliance/incomplete');
  }
  if (needs.locationConsent && !compliance.locationConsent) throw refuse('compliance/location-consent');
}

/** Throws 'compliance/location-consent' if the user agreed only to an earlier text. */
export async function requireCurrentLocationText(reader: Reader, userId: string): Promise<void> {
  const agreed = await listKindsGiven(reader, userId, CONSENT_VERSION);
  if (!agreed.includes('location')) throw refuse('compliance/location-consent');
}

export interface WalletAddress {
  email: string;
  setAt: Date;
  /** It replaced another address, so payouts wait before they use it. */
  isChanged: boolean;
  /** PayPal itself confirmed the address. */
  isConnected: boolean;
}

export async function loadWalletAddress(reader: Reader, userId: string): Promise<WalletAddress | null> {
  return toWalletAddress(await findProfile(reader, userId));
}

export function toWalletAddress(
  found:
    | Pick<ProfileRow, 'walletEmail' | 'walletEmailSetAt' | 'walletEmailChanged' | 'walletConnectedAt'>
    | null
    | undefined,
): WalletAddress | null {
  if (!found?.walletEmail || !found.walletEmailSetAt) return null;
  return {
    email: found.walletEmail,
    setAt: found.walletEmailSetAt,
    isChanged: found.walletEmailChanged,
    isConnected: found.walletConnectedAt !== null,
  };
}

export interface PublicPerson {
  name: string;
  /** 'Maya L.', for those who do not work with them. */
  outlineName: string;
  city: string | null;
  imageUrl: string | null;
  businessName: string | null;
}

/** Users without a name are 'New member'. */
export async function loadNames(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, PublicPerson>> {
  const rows = new Map((await listProfiles(reader, userIds)).map((row) => [row.accountId, row]));
  return new Map(userIds.map((userId) => [userId, toPublicPerson(rows.get(userId))]));
}

export function toPublicPerson(row: NamedProfile | null | undefined): PublicPerson {
  const name = formatFullName(row) || t('New member');
  return {
    name,
    outlineName: (row && toOutlineName(row)) || name,
    city: row?.city ?? null,
    imageUrl: pictureUrl(row?.imageUploadId),
    businessName: row?.businessName ?? null,
  };
}

export function formatFullName(
  person: Partial<Pick<ProfileRow, 'firstName' | 'lastName'>> | null | undefined,
): string {
  if (isDeletedName(person)) return t('Deleted user');
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ');
}

const isDeletedName = (person: Partial<Pick<ProfileRow, 'firstName' | 'lastName'>> | null | undefined) =>
  person?.firstName === deletedName.firstName && person.lastName === deletedName.lastName;

export async function loadClothingSizes(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, ClothingSize | null>> {
  const rows = await listProfiles(reader, userIds);
  return new Map(
    rows.map(({ accountId, clothingSize }) => [
      accountId,
      clothingSizes.find((size) => size === clothingSize) ?? null,
    ]),
  );
}

export async function isNamedWithPhoto(reader: Reader, userId: string): Promise<boolean> {
  const row = await findProfile(reader, userId);
  return row !== undefined && hasNameAndPhoto({ ...row, profileImageUrl: pictureUrl(row.imageUploadId) });
}

/** As stored. It is shown in the reader's language. */
export const deletedName = { firstName: 'Deleted', lastName: 'user' }; // not for users

/** 'Maya L.', as users see each other who do not work together. Users without a first name are null. */
export async function loadOutlineNames(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await listProfiles(reader, [...new Set(userIds)]);
  return new Map(rows.map((row) => [row.accountId, toOutlineName(row)]));
}

function toOutlineName(row: NamedProfile): string | null {
  return isDeletedName(row) ? formatFullName(row) : formatOutlineName(row);
}

// Creating one for each name took longer than everything else that a list of names needs.
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A first name of two words stays whole. */
export function formatOutlineName({
  firstName,
  lastName,
}: Pick<ProfileRow, 'firstName' | 'lastName'>): string | null {
  const initial = findFirstLetter(lastName ?? '');
  return firstName && initial ? `${firstName} ${initial.toUpperCase()}.` : firstName || null;
}

/** Segmenting stops at the first letter, because whole names took most of the time of a list of names. */
function findFirstLetter(name: string): string | undefined {
  for (const { segment } of graphemes.segment(name)) if (letter.test(segment)) return segment;
  return undefined;
}

export async function loadNameParts(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, { firstName: string | null; lastName: string | null }>> {
  const rows = await listProfiles(reader, userIds);
  return new Map(rows.map(({ accountId, firstName, lastName }) => [accountId, { firstName, lastName }]));
}

export function toProfileFacts(row: ProfileRow): Partial<CurrentUser> {
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
    gpsVerified: row.gpsVerifiedAt !== null,
    profileImageUrl: pictureUrl(row.imageUploadId),
    paypalEmail: row.walletEmail,
    paypalConnected: row.walletConnectedAt !== null,
    paypalEmailUsedFrom: getWalletUsableFrom(row)?.toISOString() ?? null,
    businessName: row.businessName,
    businessEmail: row.businessEmail,
    businessWebsite: row.businessWebsite,
    businessAddress: row.businessAddress,
    businessType: row.businessType,
    businessDescription: row.businessDescription,
    logoUrl: pictureUrl(row.logoUploadId),
  };
}

const pictureUrl = (uploadId: string | null | undefined) => (uploadId ? fileUrl(uploadId) : null);

/** Returns what a user has agreed to. */
export function toCompliance(row: ProfileRow | undefined): Compliance {
  return {
    ageVerified: Boolean(row?.ageVerifiedAt),
    termsAccepted: Boolean(row?.termsAcceptedAt),
    privacyAccepted: Boolean(row?.privacyAcceptedAt),
    locationConsent: Boolean(row?.locationConsentAt),
  };
}

export { formatRejectionReason } from './social/social-service.ts';
