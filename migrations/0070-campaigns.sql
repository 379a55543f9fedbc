-- Campaigns from draft to completion, and what a post may cost.

-- What a post may cost by platform, content and the poster's tier. Data: an operator may change it.
create table pricing_tier (
  platform     text not null check (platform in ('instagram', 'tiktok', 'facebook', 'youtube', 'twitter')),
  tier         text not null check (tier in ('nano', 'micro', 'mid', 'macro', 'influencer')),
  content_type text not null check (content_type in ('post', 'story', 'video', 'reel', 'tweet')),
  min_cents    bigint not null check (min_cents >= 500),
  max_cents    bigint not null check (max_cents <= 1000000),
  primary key (platform, content_type, tier),
  check (min_cents < max_cents)
);

-- In dollars: where each tier begins; it ends where the next begins, the last at the last column.
insert into pricing_tier (platform, tier, content_type, min_cents, max_cents)
select priced.platform, step.tier, priced.content_type, step.min_dollars * 100, step.max_dollars * 100
from (
  values
    ('instagram', 'post',  10, 100,  500, 2000, 5000, 10000),
    ('instagram', 'story',  5,  50,  250, 1000, 2500,  5000),
    ('instagram', 'reel',  15, 150,  750, 2500, 6000, 10000),
    ('instagram', 'video', 15, 150,  700, 2400, 5500, 10000),
    ('tiktok',    'video',  5,  50,  300, 1500, 4000, 10000),
    ('facebook',  'post',  10,  80,  400, 1500, 4000,  8000),
    ('facebook',  'story',  5,  40,  200,  800, 2000,  4000),
    ('facebook',  'video', 15, 120,  600, 2000, 5000,  9000),
    ('facebook',  'reel',  10, 100,  500, 1800, 4500,  8500),
    ('youtube',   'video', 20, 200, 1000, 3500, 7500, 10000),
    ('twitter',   'tweet',  5,  30,  150,  750, 2000,  5000),
    ('twitter',   'video', 10,  60,  300, 1200, 3000,  7000)
) as priced (platform, content_type, nano, micro, mid, macro, influencer, top)
cross join lateral (
  values
    ('nano', nano, micro),
    ('micro', micro, mid),
    ('mid', mid, macro),
    ('macro', macro, influencer),
    ('influencer', influencer, top)
) as step (tier, min_dollars, max_dollars);

revoke insert, update, delete on pricing_tier from promenade_app;

create table campaign (
  id              uuid primary key,
  advertiser_id   uuid not null references account (id),
  campaign_type   text not null check (campaign_type in ('wearable', 'social')),
  status          text not null default 'draft' check (status in ('draft', 'active', 'completed')),
  close_reason    text check (close_reason in ('finished', 'expired', 'cancelled')),
  -- A draft may lack anything but its title.
  title           text not null,
  company         text,
  description     text,
  location        text,
  -- The picked place: all of it or none.
  place_address   text,
  place_id        text,
  lat             double precision check (lat between -90 and 90),
  lng             double precision check (lng between -180 and 180),
  radius_meters   integer check (radius_meters > 0),
  city            text,
  duration_minutes integer check (duration_minutes >= 30),
  start_time      timestamptz,
  -- When it can be worked, and until when proof is due; kept, so that sweeps and lists need no formula.
  opens_at        timestamptz,
  closes_at       timestamptz,
  proof_due_at    timestamptz,
  -- What one place pays: a session, or a post.
  pay_cents       bigint check (pay_cents > 0),
  -- The hourly equivalent that screens show and the marketplace filters by.
  hourly_cents    bigint generated always as (
    case when campaign_type = 'wearable' then round(pay_cents * 60.0 / duration_minutes)::bigint end
  ) stored,
  total_budget_cents bigint check (total_budget_cents >= 0),
  needed          integer check (needed >= 1),
  -- Places taken by approved applicants, and of those the ones that an approved proof has paid.
  hired           integer not null default 0 check (hired >= 0),
  released        integer not null default 0 check (released >= 0),
  applications_count integer not null default 0 check (applications_count >= 0),
  age_range       text not null default 'all' check (age_range in ('18-25', '26-35', '36-45', '46-55', 'all')),
  target_gender   text not null default 'any' check (target_gender in ('any', 'male', 'female', 'non-binary')),
  instructions    text,
  social_platform text check (social_platform in ('instagram', 'tiktok', 'facebook', 'youtube', 'twitter')),
  content_type    text check (content_type in ('post', 'story', 'video', 'reel', 'tweet')),
  min_followers   bigint check (min_followers >= 0),
  max_followers   bigint check (max_followers >= 0),
  required_tier   text check (required_tier in ('nano', 'micro', 'mid', 'macro', 'influencer')),
  -- Followers that it takes: the tier's lower end, or the campaign's own where that is higher.
  followers_needed bigint not null default 0 check (followers_needed >= 0),
  brand_assets    jsonb not null default '{}',
  video_minutes   integer not null default 2 check (video_minutes between 0 and 60),
  requires_selfie boolean not null default true,
  requires_location_check boolean not null default true,
  custom_requirements text not null default '',
  auto_approve    boolean not null default false,
  is_complete     boolean not null default false,
  -- The sums paid in at funding; they stay as they were.
  escrow_cents    bigint check (escrow_cents > 0),
  fee_cents       bigint check (fee_cents >= 0),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  funded_at       timestamptz,
  completed_at    timestamptz,

  constraint campaign_place check (
    num_nulls(place_address, lat, lng, radius_meters) in (0, 4) and (place_id is null or lat is not null)
  ),
  constraint campaign_window check (
    num_nulls(opens_at, closes_at, proof_due_at) in (0, 3) and opens_at < closes_at and closes_at < proof_due_at
  ),
  constraint campaign_hired check (hired <= coalesce(needed, 0)),
  constraint campaign_released check (released <= hired),
  constraint campaign_funded check ((status = 'draft') = (funded_at is null)),
  constraint campaign_escrow check (num_nulls(funded_at, escrow_cents, fee_cents) in (0, 3)),
  constraint campaign_completed check (
    (status = 'completed') = (completed_at is not null) and (status = 'completed') = (close_reason is not null)
  ),
  constraint campaign_draft_is_empty check (status <> 'draft' or (hired = 0 and applications_count = 0)),
  constraint campaign_complete check (
    not is_complete
    or num_nulls(company, description, location, lat, start_time, closes_at, pay_cents, needed, total_budget_cents) = 0
  ),
  constraint campaign_public_is_complete check (status = 'draft' or is_complete),
  constraint campaign_escrow_covers_places check (escrow_cents = pay_cents * needed)
);

-- The public list, by each of its orders. Only what was funded is ever in it.
create index campaign_newest on campaign (created_at desc, id desc) where status <> 'draft';
create index campaign_newest_active on campaign (created_at desc, id desc) where status = 'active';
create index campaign_best_paid_active on campaign (pay_cents desc, id desc) where status = 'active';
create index campaign_soonest_active on campaign (start_time, id) where status = 'active';
create index campaign_of_city_active on campaign (lower(city), created_at desc, id desc) where status = 'active';
create index campaign_near_active on campaign (lat, lng) where status = 'active';
create index campaign_of_advertiser on campaign (advertiser_id, created_at desc, id desc);
create index campaign_closing on campaign (closes_at) where status = 'active';
create index campaign_proof_due on campaign (proof_due_at) where status = 'active';
