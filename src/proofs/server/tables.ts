import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { ProofStrength, RejectReason } from '#proofs/decision-contract.ts';
import type { MediaKind, ProofState } from '#proofs/contract.ts';
import type { MediaSign } from '#proofs/media-contract.ts';
import type { PostCheckReason, PostCheckState, PostLooker, PostSeen } from '#proofs/post-contract.ts';
import type { Presence } from '#tracking/contract.ts';
import { spotCheck, trackingSession } from '#tracking/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const proof = pgTable('proof', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  sessionId: uuid('session_id').references(() => trackingSession.id),
  status: text('status').$type<ProofState>().notNull().default('pending'),
  note: text('note'),
  signsAnswer: text('signs_answer'),
  postUrl: text('post_url'),
  signs: jsonb('signs').$type<MediaSign[]>().notNull().default([]),
  isMediaMeasured: boolean('is_media_measured').notNull().default(false),
  submissionKey: text('submission_key'),
  /** Null if there is no post, or it was not asked. */
  isAdDisclosed: boolean('is_ad_disclosed'),
  disclosureSeen: boolean('disclosure_seen'),
  presence: jsonb('presence').$type<Presence>(),
  minutes: integer('minutes').notNull(),
  strength: text('strength').$type<ProofStrength>().notNull().default('ordinary'),
  submittedAt: moment('submitted_at').notNull(),
  reviewDueAt: moment('review_due_at').notNull(),
  adminsToldAt: moment('admins_told_at'),
  decidedAt: moment('decided_at'),
  /** A decided dispute does not change it. */
  firstDecidedAt: moment('first_decided_at'),
  decidedBy: uuid('decided_by').references(() => account.id),
  reviewNotes: text('review_notes'),
  rejectReason: text('reject_reason').$type<RejectReason>(),
});
export type ProofRow = typeof proof.$inferSelect;

export const capturePermit = pgTable('capture_permit', {
  id: uuid('id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  issuedAt: moment('issued_at').notNull(),
});
export type CapturePermitRow = typeof capturePermit.$inferSelect;

export const proofMedia = pgTable('proof_media', {
  proofId: uuid('proof_id')
    .notNull()
    .references(() => proof.id),
  uploadId: uuid('upload_id').primaryKey(),
  kind: text('kind').$type<MediaKind>().notNull(),
  contentType: text('content_type').notNull(),
  position: integer('position').notNull(),
  permitId: uuid('permit_id').references(() => capturePermit.id),
  /** Null if the page did not take it. */
  takenAt: moment('taken_at'),
  durationMs: integer('duration_ms'),
  isSentAgain: boolean('is_sent_again').notNull().default(false),
  replacedAt: moment('replaced_at'),
});
export type ProofMediaRow = typeof proofMedia.$inferSelect;

export const proofAmendment = pgTable('proof_amendment', {
  proofId: uuid('proof_id')
    .primaryKey()
    .references(() => proof.id),
  askedAt: moment('asked_at').notNull(),
  askedBy: uuid('asked_by')
    .notNull()
    .references(() => account.id),
  reasons: text('reasons').array().$type<RejectReason[]>().notNull(),
  note: text('note').notNull(),
  dueAt: moment('due_at').notNull(),
  amendedAt: moment('amended_at'),
  answer: text('answer'),
  firstPostUrl: text('first_post_url'),
  submissionKey: text('submission_key'),
});
export type AmendmentRow = typeof proofAmendment.$inferSelect;

export const proofImage = pgTable('proof_image', {
  /** Of a proof, or of a check on the spot. */
  uploadId: uuid('upload_id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  hash: text('hash').notNull(),
});

export const proofVideo = pgTable('proof_video', {
  uploadId: uuid('upload_id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  frames: text('frames').array().notNull(),
});

export const spotCheckPhoto = pgTable('spot_check_photo', {
  checkId: uuid('check_id')
    .primaryKey()
    .references(() => spotCheck.id),
  uploadId: uuid('upload_id').notNull().unique(),
  takenAt: moment('taken_at').notNull(),
  signs: jsonb('signs').$type<MediaSign[]>().notNull().default([]),
});
export type SpotCheckPhotoRow = typeof spotCheckPhoto.$inferSelect;

/** Rows are only added. */
export const postFigures = pgTable('post_figures', {
  uploadId: uuid('upload_id').primaryKey(),
  proofId: uuid('proof_id')
    .notNull()
    .references(() => proof.id),
  /** The post that they are about. Sending the proof again may name another one. */
  postUrl: text('post_url').notNull(),
  views: bigint('views', { mode: 'number' }).notNull(),
  likes: bigint('likes', { mode: 'number' }),
  comments: bigint('comments', { mode: 'number' }),
  reportedAt: moment('reported_at').notNull(),
});
export type PostFiguresRow = typeof postFigures.$inferSelect;

export const postCheck = pgTable(
  'post_check',
  {
    proofId: uuid('proof_id')
      .notNull()
      .references(() => proof.id),
    reason: text('reason').$type<PostCheckReason>().notNull(),
    dueAt: moment('due_at').notNull(),
    state: text('state').$type<PostCheckState>().notNull().default('due'),
    checkedAt: moment('checked_at'),
    /** Null if the server alone found that the post is still there. */
    checkedBy: uuid('checked_by').references(() => account.id),
    looker: text('looker').$type<PostLooker>().notNull().default('business'),
    askedAt: moment('asked_at'),
    seen: text('seen').$type<PostSeen>(),
    seenAt: moment('seen_at'),
  },
  (table) => [primaryKey({ columns: [table.proofId, table.reason] })],
);
export type PostCheckRow = typeof postCheck.$inferSelect;
