import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { Presence } from '#tracking/contract.ts';
import type { EndReason } from './rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const trackingSession = pgTable('tracking_session', {
  id: uuid('id').primaryKey(),
  /** The id for the advertiser's live screens. Proofs carry the other one, with the marketer's name. */
  alias: uuid('alias').notNull().unique().defaultRandom(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  marketerId: uuid('marketer_id')
    .notNull()
    .references(() => account.id),
  /** Null in old sessions beyond the limit. */
  number: smallint('number'),
  status: text('status').$type<'running' | 'ended'>().notNull().default('running'),
  startedAt: moment('started_at').notNull(),
  lastHeardAt: moment('last_heard_at').notNull(),
  endedAt: moment('ended_at'),
  clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
  deviceId: uuid('device_id'),
  endReason: text('end_reason').$type<EndReason>(),
  /** When the marketer stopped, or was suspended, although silence had ended the session before. */
  stoppedAt: moment('stopped_at'),
  isZoneApproximate: boolean('is_zone_approximate').notNull().default(false),
  closedAt: moment('closed_at'),
  summaryDue: boolean('summary_due').notNull().default(false),
  fixesKept: integer('fixes_kept').notNull().default(0),
  eraseFixesAt: moment('erase_fixes_at'),
  fixesErasedAt: moment('fixes_erased_at'),
});
export type SessionRow = typeof trackingSession.$inferSelect;

export const spotCheck = pgTable('spot_check', {
  id: uuid('id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => trackingSession.id),
  number: smallint('number').notNull(),
  askAt: moment('ask_at').notNull(),
  code: text('code').notNull(),
  toldAt: moment('told_at'),
  /** The photo is a row of proofs. */
  answeredAt: moment('answered_at'),
});
export type SpotCheckRow = typeof spotCheck.$inferSelect;

export const locationFix = pgTable(
  'location_fix',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => trackingSession.id),
    recordedAt: moment('recorded_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    claimedAt: moment('claimed_at'),
    lat: doublePrecision('lat').notNull(),
    lng: doublePrecision('lng').notNull(),
    accuracy: real('accuracy').notNull(),
    ordinal: smallint('ordinal').notNull().default(0),
    hasMotion: boolean('has_motion'),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.recordedAt] })],
);

export const livePosition = pgTable('live_position', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => trackingSession.id),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
  recordedAt: moment('recorded_at').notNull(),
  heardAt: moment('heard_at').notNull(),
  isInZone: boolean('is_in_zone').notNull(),
  publishedLat: doublePrecision('published_lat'),
  publishedLng: doublePrecision('published_lng'),
});
export type LivePositionRow = typeof livePosition.$inferSelect;

export const sessionSummary = pgTable('session_summary', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => trackingSession.id),
  presence: jsonb('presence').$type<Presence>().notNull(),
  lengthMs: bigint('length_ms', { mode: 'number' }).notNull(),
  wasInZone: boolean('was_in_zone').notNull(),
  computedAt: moment('computed_at').notNull(),
});

export const presenceCell = pgTable(
  'presence_cell',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaign.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => trackingSession.id),
    /** H3, resolution 8. */
    cell: text('cell').notNull(),
    tenMinutes: moment('ten_minutes').notNull(),
    fixes: integer('fixes').notNull(),
    minutes: doublePrecision('minutes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.cell, table.tenMinutes] })],
);

export const trackShape = pgTable(
  'track_shape',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => trackingSession.id),
    shape: text('shape').notNull(),
    /** When its track arrived (track.ts). */
    arrivedAt: moment('arrived_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.shape] })],
);

export const trackProfile = pgTable('track_profile', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => trackingSession.id),
  city: text('city'),
  beganAt: moment('began_at').notNull(),
  arrivedAt: moment('arrived_at').notNull(),
  spots: smallint('spots').array().notNull(),
  agreement: real('agreement'),
});

export const liveView = pgTable(
  'live_view',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaign.id),
    viewer: uuid('viewer')
      .notNull()
      .references(() => account.id),
    /** In UTC. */
    day: date('day').notNull(),
    views: integer('views').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.viewer, table.day] })],
);
