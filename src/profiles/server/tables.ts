import { boolean, date, doublePrecision, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
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
  imageUploadId: uuid('image_upload_id'),
  walletEmail: text('wallet_email'),
  walletEmailSetAt: moment('wallet_email_set_at'),
  walletEmailChanged: boolean('wallet_email_changed').notNull().default(false),
  businessName: text('business_name'),
  businessEmail: text('business_email'),
  businessWebsite: text('business_website'),
  businessAddress: text('business_address'),
  businessType: text('business_type'),
  businessDescription: text('business_description'),
  ageVerifiedAt: moment('age_verified_at'),
  termsAcceptedAt: moment('terms_accepted_at'),
  privacyAcceptedAt: moment('privacy_accepted_at'),
  locationConsentAt: moment('location_consent_at'),
  updatedAt: moment('updated_at').notNull(),
});
export type ProfileRow = typeof profile.$inferSelect;

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
export type ConsentKind = 'age' | 'terms' | 'privacy' | 'location';
