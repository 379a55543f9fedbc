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
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  dateOfBirth: date('date_of_birth').notNull(),
  phoneNumber: text('phone_number').notNull(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  zipCode: text('zip_code').notNull(),
  country: text('country').notNull(),
  idType: text('id_type').notNull(),
  governmentIdSealed: text('government_id_sealed').notNull(),
  governmentIdLast: text('government_id_last').notNull(),
  taxIdSealed: text('tax_id_sealed').notNull(),
  taxIdLast: text('tax_id_last').notNull(),
  businessName: text('business_name'),
  businessAddress: text('business_address'),
  businessTaxIdSealed: text('business_tax_id_sealed'),
  businessTaxIdLast: text('business_tax_id_last'),
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
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);
export type KycDocumentRow = typeof kycDocument.$inferSelect;
