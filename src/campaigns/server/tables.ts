import type { z } from 'zod';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import type { Point } from '#kernel/geometry/geometry.ts';
import type {
  KitWay,
  AgeRange,
  BrandAssets,
  CampaignType,
  ContentType,
  SocialPlatform,
  TargetGender,
  Tier,
} from '../fields-contract.ts';
import type { CampaignState, CloseReason } from '../contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });

export const campaign = pgTable('campaign', {
  id: uuid('id').primaryKey(),
  advertiserId: uuid('advertiser_id')
    .notNull()
    .references(() => account.id),
  submissionKey: text('submission_key'),
  campaignType: text('campaign_type').$type<CampaignType>().notNull(),
  status: text('status').$type<CampaignState>().notNull().default('draft'),
  closeReason: text('close_reason').$type<CloseReason>(),
  title: text('title').notNull(),
  company: text('company'),
  description: text('description'),
  location: text('location'),
  placeAddress: text('place_address'),
  placeId: text('place_id'),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  radiusMeters: integer('radius_meters'),
  /** Place and radius are then the circle around it. */
  corners: jsonb('corners').$type<Point[]>(),
  city: text('city'),
  durationMinutes: integer('duration_minutes'),
  startTime: moment('start_time'),
  opensAt: moment('opens_at'),
  closesAt: moment('closes_at'),
  proofDueAt: moment('proof_due_at'),
  payCents: cents('pay_cents'),
  hourlyCents: cents('hourly_cents').generatedAlwaysAs(
    sql`case when campaign_type = 'wearable' then round(pay_cents * 60.0 / duration_minutes)::bigint end`,
  ),
  totalBudgetCents: cents('total_budget_cents'),
  needed: integer('needed'),
  hired: integer('hired').notNull().default(0),
  released: integer('released').notNull().default(0),
  applicationsCount: integer('applications_count').notNull().default(0),
  ageRange: text('age_range').$type<z.infer<typeof AgeRange>>().notNull().default('all'),
  targetGender: text('target_gender').$type<z.infer<typeof TargetGender>>().notNull().default('any'),
  instructions: text('instructions'),
  dressNote: text('dress_note'),
  spotChecks: smallint('spot_checks').notNull().default(0),
  kitWay: text('kit_way').$type<KitWay>(),
  kitPlace: text('kit_place'),
  kitHours: text('kit_hours'),
  socialPlatform: text('social_platform').$type<SocialPlatform>(),
  contentType: text('content_type').$type<ContentType>(),
  minFollowers: bigint('min_followers', { mode: 'number' }),
  maxFollowers: bigint('max_followers', { mode: 'number' }),
  requiredTier: text('required_tier').$type<Tier>(),
  followersNeeded: bigint('followers_needed', { mode: 'number' }).notNull().default(0),
  brandAssets: jsonb('brand_assets').$type<z.infer<typeof BrandAssets>>().notNull().default({}),
  videoMinutes: integer('video_minutes').notNull().default(2),
  requiresSelfie: boolean('requires_selfie').notNull().default(true),
  requiresLocationCheck: boolean('requires_location_check').notNull().default(true),
  customRequirements: text('custom_requirements').notNull().default(''),
  allowsFiles: boolean('allows_files').notNull().default(true),
  autoApprove: boolean('auto_approve').notNull().default(false),
  isComplete: boolean('is_complete').notNull().default(false),
  escrowCents: cents('escrow_cents'),
  feeCents: cents('fee_cents'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  fundedAt: moment('funded_at'),
  completedAt: moment('completed_at'),
  closingSince: moment('closing_since'),
  chargebackSince: moment('chargeback_since'),
  pausedSince: moment('paused_since'),
  /** By its state only: time and free places are not considered. */
  isOpen: boolean('is_open')
    .notNull()
    .generatedAlwaysAs(
      sql`status = 'active' and closing_since is null and chargeback_since is null and paused_since is null`,
    ),
  /** See migrations/0074-campaign-search.sql. */
  lane: smallint('lane')
    .notNull()
    .generatedAlwaysAs(
      sql`campaign_lane(campaign_type, pay_cents, duration_minutes, social_platform, followers_needed)`,
    ),
});
export type CampaignRow = typeof campaign.$inferSelect;

export const summaryColumns = {
  id: campaign.id,
  advertiserId: campaign.advertiserId,
  title: campaign.title,
  company: campaign.company,
  campaignType: campaign.campaignType,
  socialPlatform: campaign.socialPlatform,
  status: campaign.status,
  location: campaign.location,
  city: campaign.city,
  lat: campaign.lat,
  lng: campaign.lng,
  startTime: campaign.startTime,
  closesAt: campaign.closesAt,
  closingSince: campaign.closingSince,
  chargebackSince: campaign.chargebackSince,
  pausedSince: campaign.pausedSince,
  proofDueAt: campaign.proofDueAt,
  durationMinutes: campaign.durationMinutes,
  kitWay: campaign.kitWay,
  payCents: campaign.payCents,
  feeCents: campaign.feeCents,
  needed: campaign.needed,
  hired: campaign.hired,
  released: campaign.released,
};
export type CampaignSummary = Pick<CampaignRow, keyof typeof summaryColumns>;
export type NewCampaign = typeof campaign.$inferInsert;

export const campaignAsset = pgTable('campaign_asset', {
  uploadId: uuid('upload_id').primaryKey(),
  campaignId: uuid('campaign_id')
    .notNull()
    .references(() => campaign.id),
});

export const pricingTier = pgTable(
  'pricing_tier',
  {
    platform: text('platform').$type<SocialPlatform>().notNull(),
    tier: text('tier').$type<Tier>().notNull(),
    contentType: text('content_type').$type<ContentType>().notNull(),
    minCents: cents('min_cents').notNull(),
    maxCents: cents('max_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.contentType, table.tier] })],
);
export type PricingTierRow = typeof pricingTier.$inferSelect;
