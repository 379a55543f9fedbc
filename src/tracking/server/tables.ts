import {
  boolean,
  doublePrecision,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export type EndReason = 'stopped' | 'window-closed' | 'silence' | 'consent-withdrawn';

export const trackingSession = pgTable('tracking_session', {
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
  status: text('status').$type<'running' | 'ended'>().notNull().default('running'),
  startedAt: moment('started_at').notNull(),
  lastHeardAt: moment('last_heard_at').notNull(),
  endedAt: moment('ended_at'),
  endReason: text('end_reason').$type<EndReason>(),
  closedAt: moment('closed_at'),
});
export type SessionRow = typeof trackingSession.$inferSelect;

export const locationFix = pgTable(
  'location_fix',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => trackingSession.id),
    recordedAt: moment('recorded_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    lat: doublePrecision('lat').notNull(),
    lng: doublePrecision('lng').notNull(),
    accuracy: real('accuracy').notNull(),
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
