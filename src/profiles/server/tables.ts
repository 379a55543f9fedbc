import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ConsentKind } from '#profiles/contract.ts';
import type { SocialState } from '#profiles/social-contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import { account } from '#auth/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const profile = pgTable('profile', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  firstName: text('first_name'),
  lastName: text('last_name'),
  phoneNumber: text('phone_number'),
  dateOfBirth: date('date_of_birth'),
  gender: text('gender'),
  clothingSize: text('clothing_size'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zipCode: text('zip_code'),
  country: text('country'),
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  /** Null unless the user's device measured the coordinates. */
  gpsVerifiedAt: moment('gps_verified_at'),
  imageUploadId: uuid('image_upload_id'),
  walletEmail: text('wallet_email'),
  walletEmailSetAt: moment('wallet_email_set_at'),
  walletEmailChanged: boolean('wallet_email_changed').notNull().default(false),
  walletConnectedAt: moment('wallet_connected_at'),
  businessName: text('business_name'),
  businessEmail: text('business_email'),
  businessWebsite: text('business_website'),
  businessAddress: text('business_address'),
  businessType: text('business_type'),
  businessDescription: text('business_description'),
  /** For invoices. Null until the user has saved it. */
  billingCountry: text('billing_country'),
  /** Null also if the business has none. */
  vatId: text('vat_id'),
  taxNumber: text('tax_number'),
  logoUploadId: uuid('logo_upload_id'),
  ageVerifiedAt: moment('age_verified_at'),
  termsAcceptedAt: moment('terms_accepted_at'),
  privacyAcceptedAt: moment('privacy_accepted_at'),
  locationConsentAt: moment('location_consent_at'),
  updatedAt: moment('updated_at').notNull(),
});
export type ProfileRow = typeof profile.$inferSelect;

/** A left join returns null for the object if its first column is null. */
export const nameColumns = {
  accountId: profile.accountId,
  firstName: profile.firstName,
  lastName: profile.lastName,
  city: profile.city,
  imageUploadId: profile.imageUploadId,
  businessName: profile.businessName,
};
export type NamedProfile = Pick<ProfileRow, keyof typeof nameColumns>;

export const consent = pgTable('consent', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  kind: text('kind').$type<ConsentKind>().notNull(),
  isGiven: boolean('is_given').notNull(),
  textVersion: text('text_version').notNull(),
  userAgent: text('user_agent'),
  at: moment('at').notNull(),
});
export type ConsentRow = typeof consent.$inferSelect;

export const socialAccount = pgTable('social_account', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  platform: text('platform').$type<SocialPlatform>().notNull(),
  handle: text('handle').notNull(),
  followers: integer('followers').notNull(),
  code: text('code').notNull(),
  status: text('status').$type<SocialState>().notNull(),
  declaredAt: moment('declared_at').notNull(),
  submittedAt: moment('submitted_at'),
  decidedAt: moment('decided_at'),
  decidedBy: uuid('decided_by').references(() => account.id),
  rejectionReason: text('rejection_reason'),
  verifiedFollowers: integer('verified_followers'),
  verifiedAt: moment('verified_at'),
  verifiedUntil: moment('verified_until'),
  askedAgainAt: moment('asked_again_at'),
});
export type SocialAccountRow = typeof socialAccount.$inferSelect;

/** The row exists once something is known about the marketer or they chose to hide. */
export const marketerListing = pgTable('marketer_listing', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => account.id),
  isHidden: boolean('is_hidden').notNull().default(false),
  takesInvitations: boolean('takes_invitations').notNull().default(true),
  identityVerified: boolean('identity_verified').notNull().default(false),
  finishedWork: integer('finished_work').notNull().default(0),
  isShown: boolean('is_shown')
    .notNull()
    .generatedAlwaysAs(sql`not is_hidden and (identity_verified or finished_work > 0)`),
});
export type MarketerListingRow = typeof marketerListing.$inferSelect;

export const savedMarketer = pgTable(
  'saved_marketer',
  {
    advertiserId: uuid('advertiser_id')
      .notNull()
      .references(() => account.id),
    listingId: uuid('listing_id')
      .notNull()
      .references(() => marketerListing.id, { onDelete: 'cascade' }),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.advertiserId, table.listingId] })],
);
export type SavedMarketerRow = typeof savedMarketer.$inferSelect;
