/**
 * Uses a few statements, because funding the campaigns one by one would take days. All values are hashes of the row
 * number: every run has the same marketplace, and all sizes have the same mix of campaigns.
 */
import type pg from 'pg';

/** This word occurs in the same number of campaigns at every size. Other words occur in a fixed share. */
export const RARE_WORD = 'Zanzibar';

/** Drops the indexes first: creating them on the full table is several times faster. */
export async function fillMarketplace(
  owner: pg.ClientBase,
  advertiserId: string,
  campaigns: number,
): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_catalog.pg_index where indrelid = 'campaign'::regclass and not indisprimary`);
  await owner.query('begin');
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  // Skips the checks of the account and the ledger: these are a million rows of one advertiser, without
  // money.
  await owner.query('alter table campaign disable trigger user');
  await owner.query(rowsSql, [advertiserId, campaigns]);
  await owner.query('alter table campaign enable trigger user');
  await owner.query(`set local maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query('commit');
  await owner.query('vacuum analyze campaign');
}

/** Cities and their range of percentiles. The last five percent are spread over 400 small towns. */
const cities = `
  (values ('New York', 40.7128, -74.0060, 0, 18), ('Los Angeles', 34.0522, -118.2437, 18, 31),
    ('Chicago', 41.8781, -87.6298, 31, 40), ('San Francisco', 37.7749, -122.4194, 40, 48),
    ('Houston', 29.7604, -95.3698, 48, 54), ('Miami', 25.7617, -80.1918, 54, 60), ('Austin', 30.2672, -97.7431, 60, 65),
    ('Seattle', 47.6062, -122.3321, 65, 70), ('Boston', 42.3601, -71.0589, 70, 75), ('Denver', 39.7392, -104.9903, 75, 79),
    ('Atlanta', 33.7490, -84.3880, 79, 83), ('Phoenix', 33.4484, -112.0740, 83, 86),
    ('Philadelphia', 39.9526, -75.1652, 86, 89), ('Nashville', 36.1627, -86.7816, 89, 91),
    ('Portland', 45.5152, -122.6784, 91, 93), ('Reno', 39.5296, -119.8138, 93, 95))`;

/** Returns SQL for a number from 0 up to but not including `below`. Use a different letter for each column. */
const pick = (letter: string, below: number) => `(abs(hashint8extended(g, ascii('${letter}'))) % ${below})`;

const rowsSql = `
  with numbered as materialized (
    select g, ${pick('c', 100)} as place, ${pick('t', 100)} as town,
      -- Six of ten are walks, four are posts.
      ${pick('w', 10)} < 6 as is_wearable,
      -- Of the newest quarter nearly all can be taken, of the others nearly all are over: 0 draft, 1 completed,
      -- 2 closing, 3 open.
      case when ${pick('s', 100)} < 4 then 0 when ${pick('s', 100)} < 6 then 2
        when (g > $2::int * 0.75) = (${pick('s', 100)} < 98) then 3 else 1 end as stage,
      (array[60, 90, 120, 180, 240, 480])[1 + ${pick('d', 6)}] as minutes,
      25 + ${pick('h', 50)} as dollars_an_hour, 1 + ${pick('n', 8)} as needed, ${pick('p', 5)} as platform, ${pick('r', 100)} as reach
    from generate_series(1, $2::int) g
  ), placed as (
    select n.*, coalesce(c.name, 'Town ' || (1 + n.town * 4 + ${pick('u', 4)})) as city,
      coalesce(c.lat, 28 + (n.town * 37 % 190) / 10.0) + (${pick('y', 4001)} - 2000) / 10000.0 as lat,
      coalesce(c.lng, -120 + (n.town * 53 % 450) / 10.0) + (${pick('x', 4001)} - 2000) / 10000.0 as lng,
      case when n.reach < 50 then 1 when n.reach < 80 then 2 when n.reach < 93 then 3 when n.reach < 98 then 4 else 5 end as tier,
      now() - ($2::int - g) * interval '2 minutes' as made
    from numbered n left join ${cities} c (name, lat, lng, low, high) on n.place >= c.low and n.place < c.high
  ), priced as (
    select p.*,
      case when is_wearable then dollars_an_hour * 100 * minutes / 60
        else (array[2000, 15000, 80000, 250000, 600000])[tier] + ${pick('q', 100)} * 100 end as pay,
      date_trunc('hour', made) + (2 + ${pick('f', 240)}) * interval '1 hour' as starts
    from placed p
  ), worded as (
    select p.*,
      case when g % greatest(1, $2::int / 20) = 7 then '${RARE_WORD} '
        when ${pick('o', 200)} = 0 then 'Rooftop ' else '' end
      || (array['Morning', 'Evening', 'Weekend', 'Downtown', 'Harbour', 'Campus', 'Festival', 'Summer', 'Holiday', 'Launch'])[1 + ${pick('a', 10)}]
      || ' ' || (array['coffee', 'sneaker', 'bakery', 'music', 'fitness', 'travel', 'book', 'garden', 'cycling', 'phone', 'ice cream', 'tea'])[1 + ${pick('b', 12)}]
      || ' ' || case when is_wearable then (array['walk', 'stroll', 'street team', 'shirt day'])[1 + ${pick('e', 4)}]
        else (array['story', 'review', 'unboxing', 'reel', 'post'])[1 + ${pick('e', 5)}] end
      || ' in ' || city || ' no. ' || g as title
    from priced p
  )
  insert into campaign (id, advertiser_id, campaign_type, status, close_reason, closing_since, completed_at, title, company, description,
    location, place_address, lat, lng, radius_meters, city, duration_minutes, start_time, opens_at, closes_at, proof_due_at, pay_cents,
    total_budget_cents, needed, hired, released, social_platform, content_type, required_tier, followers_needed, instructions,
    is_complete, escrow_cents, fee_cents, funded_at, created_at, updated_at)
  select overlay(overlay(md5('campaign ' || g) placing '4' from 13) placing '8' from 17)::uuid, $1::uuid, case when is_wearable then 'wearable' else 'social' end,
    (array['draft', 'completed', 'active', 'active'])[1 + stage],
    case when stage in (1, 2) then 'finished' end, case when stage in (1, 2) then starts + interval '3 days' end,
    case when stage = 1 then starts + interval '4 days' end,
    title, (array['Blue Door', 'Northwind', 'Sunrise Foods', 'Cable & Co', 'Pine Street'])[1 + ${pick('k', 5)}],
    'Wear what we send you, walk where people are, and tell people who ask what you like about it. Bring water and be friendly.',
    city, '1 Main Street, ' || city, lat, lng, 1000, city, case when is_wearable then minutes end,
    starts, starts - interval '30 minutes', starts + interval '2 days', starts + interval '4 days', pay, pay * needed, needed, 0, 0,
    case when is_wearable then null else (array['instagram', 'tiktok', 'facebook', 'youtube', 'twitter'])[1 + platform] end,
    case when is_wearable then null else (array['post', 'video', 'post', 'video', 'tweet'])[1 + platform] end,
    case when is_wearable then null else (array['nano', 'micro', 'mid', 'macro', 'influencer'])[tier] end,
    case when is_wearable then 0 else (array[1000, 10000, 100000, 500000, 1000000])[tier] end,
    'Please read the brief before you come.', true,
    case when stage > 0 then pay * needed end, case when stage > 0 then pay * needed * 15 / 100 end,
    case when stage > 0 then date_trunc('milliseconds', made) end, date_trunc('milliseconds', made), date_trunc('milliseconds', made)
  from worded order by g`;
