-- The marketplace at any size: every order of the list can be walked from any of its rows on, among all campaigns, those of a
-- city, or those of a lane; and what is rare can be gathered by an index instead of being looked for among all others.

-- Can still be taken, as far as its state says: what a list of active campaigns shows.
alter table campaign add column is_open boolean not null
  generated always as (status = 'active' and closing_since is null) stored;

-- A lane holds what the filters treat alike: wearable campaigns of one band of pay, or posts on one platform for one tier of
-- followers (100 and up, ten for each platform). Bands are of ten dollars an hour, each without its lower bound, which is a
-- lane of its own since filters include their bounds: $20 is 4, up to $30 is 5, $30 is 6, from $100 on all are 20.
-- A filter by type, platform, followers or pay is a set of lanes. campaign-search-lanes.ts computes the same; a test holds
-- the two together.
create function campaign_lane(
  campaign_type text, pay_cents bigint, duration_minutes integer, social_platform text, followers_needed bigint
) returns smallint language sql immutable parallel safe as $$
  select case when campaign_type = 'wearable'
    then coalesce(least(20, floor(round(pay_cents * 60.0 / duration_minutes) / 1000) + ceil(round(pay_cents * 60.0 / duration_minutes) / 1000)), 0)
  else 100
    + 10 * case social_platform
        when 'instagram' then 1 when 'tiktok' then 2 when 'facebook' then 3 when 'youtube' then 4 when 'twitter' then 5
        else 0 end
    + case when followers_needed < 1000 then 0 when followers_needed < 10000 then 1 when followers_needed < 100000 then 2
        when followers_needed < 500000 then 3 when followers_needed < 1000000 then 4 else 5 end
  end::smallint
$$;
alter table campaign add column lane smallint not null generated always as (
  campaign_lane(campaign_type, pay_cents, duration_minutes, social_platform, followers_needed)
) stored;

-- The list in each of its orders; is_open comes first, so that one index serves those that ask for active ones and, as two
-- walks, those that ask for all. campaign_newest (0070) stays: it is the first page's.
drop index campaign_newest_active, campaign_best_paid_active, campaign_soonest_active, campaign_of_city_active,
  campaign_near_active;
create index campaign_list_newest on campaign (is_open, created_at desc, id desc) where status <> 'draft';
create index campaign_list_pay on campaign (is_open, pay_cents desc, id desc) where status <> 'draft';
create index campaign_list_start on campaign (is_open, start_time, id) where status <> 'draft';
create index campaign_lane_newest on campaign (is_open, lane, created_at desc, id desc) where status <> 'draft';
create index campaign_lane_pay on campaign (is_open, lane, pay_cents desc, id desc) where status <> 'draft';
create index campaign_lane_start on campaign (is_open, lane, start_time, id) where status <> 'draft';
create index campaign_city_newest on campaign (is_open, lower(city), created_at desc, id desc) where status <> 'draft';
create index campaign_city_pay on campaign (is_open, lower(city), pay_cents desc, id desc) where status <> 'draft';
create index campaign_city_start on campaign (is_open, lower(city), start_time, id) where status <> 'draft';
-- What pays best depends on the lane, so a city's best paid are rarely those of the lanes that are asked for.
create index campaign_city_lane_pay on campaign (is_open, lower(city), lane, pay_cents desc, id desc) where status <> 'draft';

-- Nearest first, and all within a box. Degrees; the exact distance is computed of what is found.
create index campaign_point on campaign using gist (point(lng, lat)) where status <> 'draft';
create index campaign_point_open on campaign using gist (point(lng, lat)) where is_open;
-- A band of pay narrower than a lane.
create index campaign_hourly on campaign (hourly_cents) where status <> 'draft' and hourly_cents is not null;

-- Parts of words, as for accounts (0015): without trigrams a search for a rare word reads all campaigns. New titles are put
-- into the index at once, and not into a list that every search would have to read as well.
do $$
declare
  place text;
begin
  select nspname into strict place
    from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where extname = 'pg_trgm';
  execute format(
    'create index campaign_title on campaign using gin (lower(title) %I.gin_trgm_ops) with (fastupdate = off) '
    'where status <> ''draft''', place);
exception
  when no_data_found or undefined_object or insufficient_privilege then
    raise notice 'no trigram index for campaigns: %', sqlerrm;
end $$;
