import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ContentType, UploadPurpose, UploadState } from '../contract.ts';

/** `storageKey`, `contentType`, `size` and `sha256` are set together when it becomes ready. */
export const upload = pgTable('upload', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  purpose: text('purpose').$type<UploadPurpose>().notNull(),
  state: text('state').$type<UploadState>().notNull(),
  declaredSize: bigint('declared_size', { mode: 'number' }).notNull(),
  contentType: text('content_type').$type<ContentType>(),
  size: bigint('size', { mode: 'number' }),
  sha256: text('sha256'),
  storageKey: text('storage_key'),
  width: integer('width'),
  height: integer('height'),
  refusal: text('refusal'),
  /** Measured in proof files only. The next four are erased once a proof has compared them (decision 54.4). */
  durationMs: integer('duration_ms'),
  takenAt: timestamp('taken_at', { withTimezone: true }),
  takenLat: doublePrecision('taken_lat'),
  takenLng: doublePrecision('taken_lng'),
  hasCamera: boolean('has_camera'),
  imageHash: text('image_hash'),
  videoFrames: text('video_frames').array(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
});

export type UploadRow = typeof upload.$inferSelect;

export const uploadThumbnail = pgTable('upload_thumbnail', {
  uploadId: uuid('upload_id')
    .primaryKey()
    .references(() => upload.id, { onDelete: 'cascade' }),
  content: customType<{ data: Buffer }>({ dataType: () => 'bytea' })('content').notNull(),
});
