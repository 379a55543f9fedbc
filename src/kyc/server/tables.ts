import { date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { KycDocumentKind } from '#kyc/contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const kyc = pgTable('kyc', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id),
  status: text('status').$type<'pending' | 'approved' | 'rejected'>().notNull(),
  rejectionReason: text('rejection_reason'),
  submittedAt: moment('submitted_at').notNull(),
  decidedAt: moment('decided_at'),
  decidedBy: uuid('decided_by').references(() => account.id),
  /** If set, only the states and times above are left. If null, the fields below are always set. */
  erasedAt: moment('erased_at'),
  /**
   * The version of the key that encrypted the numbers. 1 means KYC_KEY itself, before users had their own
   * keys.
   */
  keyVersion: integer('key_version').notNull().default(1),
  firstName: text('first_name'),
  lastName: text('last_name'),
  dateOfBirth: date('date_of_birth'),
  phoneNumber: text('phone_number'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zipCode: text('zip_code'),
  country: text('country'),
  idType: text('id_type'),
  governmentIdSealed: text('government_id_sealed'),
  governmentIdLast: text('government_id_last'),
  governmentIdIndex: text('government_id_index'),
  taxIdSealed: text('tax_id_sealed'),
  taxIdLast: text('tax_id_last'),
  taxIdIndex: text('tax_id_index'),
  businessName: text('business_name'),
  businessAddress: text('business_address'),
  businessTaxIdSealed: text('business_tax_id_sealed'),
  businessTaxIdLast: text('business_tax_id_last'),
  businessTaxIdIndex: text('business_tax_id_index'),
  businessType: text('business_type'),
  businessDescription: text('business_description'),
});
export type KycRow = typeof kyc.$inferSelect;

export const kycDocument = pgTable(
  'kyc_document',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => kyc.accountId),
    kind: text('kind').$type<KycDocumentKind>().notNull(),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    keyVersion: integer('key_version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);
export type KycDocumentRow = typeof kycDocument.$inferSelect;

/** Deleting the row makes all data encrypted with it unreadable. */
export const kycKey = pgTable('kyc_key', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => kyc.accountId),
  version: integer('version').notNull(),
  wrapped: text('wrapped').notNull(),
  /** Identifies the KYC_KEY that wraps this key. */
  master: text('master').notNull(),
  createdAt: moment('created_at').notNull(),
});
export type KycKeyRow = typeof kycKey.$inferSelect;
