-- Positions by the month in which they were measured, what is worked out of them, and who has looked at a live map.

alter table tracking_session
  -- Late positions have come since its summary was worked out, or it has none yet.
  add column summary_due boolean not null default false,
  -- When its exact positions go; null while that is not known yet (src/tracking/server/retention-service.ts).
  add column erase_fixes_at timestamptz,
  -- From then on no position is taken any more.
  add column fixes_erased_at timestamptz,
  add constraint tracking_session_erased check (fixes_erased_at is null or status = 'ended');
create index tracking_session_to_erase on tracking_session (ended_at, id) where status = 'ended' and fixes_erased_at is null;
create index tracking_session_to_summarise on tracking_session (id) where summary_due;
-- Both are written at every heartbeat, and with room on the page no index has to know of it.
alter table tracking_session set (fillfactor = 70);
alter table live_position set (fillfactor = 70);

alter table location_fix rename to location_fix_unparted;
alter index location_fix_pkey rename to location_fix_unparted_pkey;

create table location_fix (
  session_id  uuid not null references tracking_session (id),
  recorded_at timestamptz not null,
  received_at timestamptz not null,
  -- What the phone's clock said, before it was kept within the session's span; null where it said nothing, or that is not known.
  claimed_at  timestamptz,
  lat         double precision not null check (lat between -90 and 90),
  lng         double precision not null check (lng between -180 and 180),
  accuracy    real not null check (accuracy >= 0),
  -- Its place among the positions of one call, in the order in which they were sent.
  ordinal     smallint not null default 0 check (ordinal >= 0),
  -- Whether the phone gave a speed, a heading or an altitude; null where that is not known.
  has_motion  boolean,
  primary key (session_id, recorded_at)
) partition by range (recorded_at);

-- Takes what no month has been prepared for, so that no position is lost to it.
create table location_fix_default partition of location_fix default;

-- The application may neither make nor drop tables, so the owner lends it these two. What they lock is written at all times: they
-- wait for it shorter than it takes to look for a deadlock, let go of everything, and try again.
create function prepare_location_months(p_first date, p_last date)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
declare
  v_month timestamp;
  v_name text;
  v_from timestamptz;
  v_to timestamptz;
begin
  for v_attempt in 1..20 loop
    begin
      perform pg_advisory_xact_lock('public.location_fix'::regclass::bigint);
      for v_month in
        select generate_series(date_trunc('month', p_first::timestamp), p_last::timestamp, '1 month')
        union
        select date_trunc('month', recorded_at at time zone 'UTC') from public.location_fix_default
        order by 1
      loop
        v_name := 'location_fix_' || to_char(v_month, 'YYYYMM');
        continue when to_regclass('public.' || v_name) is not null;
        lock table public.tracking_session in share row exclusive mode;
        lock table public.location_fix in share update exclusive mode;
        lock table public.location_fix_default in access exclusive mode;
        v_from := v_month at time zone 'UTC';
        v_to := (v_month + interval '1 month') at time zone 'UTC';
        -- Attached afterwards: made as a partition at once, it would lock everybody out of all months.
        execute format('create table public.%I (like public.location_fix including defaults including constraints)', v_name);
        execute format(
          'with moved as (delete from public.location_fix_default where recorded_at >= %L and recorded_at < %L returning *)
           insert into public.%I select * from moved', v_from, v_to, v_name);
        execute format('alter table public.location_fix attach partition public.%I for values from (%L) to (%L)',
          v_name, v_from, v_to);
      end loop;
      return;
    exception when lock_not_available then
      if v_attempt = 20 then raise; end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end $$;
revoke execute on function prepare_location_months from public;
grant execute on function prepare_location_months to promenade_app;

-- Only what is over and holds nothing; a position that comes late for such a month goes to the default one.
create function drop_empty_location_months(p_before date)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
declare
  v_name text;
  v_is_empty boolean;
begin
  for v_attempt in 1..20 loop
    begin
      perform pg_advisory_xact_lock('public.location_fix'::regclass::bigint);
      for v_name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'public.location_fix'::regclass and c.relname ~ '^location_fix_[0-9]{6}$'
          and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= p_before
        order by c.relname
      loop
        execute format('select not exists (select from public.%I)', v_name) into v_is_empty;
        continue when not v_is_empty;
        lock table public.location_fix in access exclusive mode;
        -- One may have come meanwhile.
        execute format('select not exists (select from public.%I)', v_name) into v_is_empty;
        continue when not v_is_empty;
        execute format('drop table public.%I', v_name);
      end loop;
      return;
    exception when lock_not_available then
      if v_attempt = 20 then raise; end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end $$;
revoke execute on function drop_empty_location_months from public;
grant execute on function drop_empty_location_months to promenade_app;

select prepare_location_months(
  (least(now(), (select min(recorded_at) from location_fix_unparted)) at time zone 'UTC')::date,
  (now() at time zone 'UTC' + interval '2 months')::date);
insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
  select session_id, recorded_at, received_at, lat, lng, accuracy from location_fix_unparted;
drop table location_fix_unparted;

-- What a session's positions add up to; it stays when they go.
create table session_summary (
  session_id  uuid primary key references tracking_session (id),
  presence    jsonb not null,
  computed_at timestamptz not null
);
-- Sessions from before have none; it is worked out as long as the positions are there.
update tracking_session set summary_due = true where status = 'ended';

-- The cells that the live map has shown, by ten minutes: a heat map without anybody's exact place.
create table presence_cell (
  campaign_id uuid not null references campaign (id),
  session_id  uuid not null references tracking_session (id),
  cell        text not null check (cell ~ '^[0-9a-f]{15}$'),
  ten_minutes timestamptz not null check (mod(extract(epoch from ten_minutes), 600) = 0),
  fixes       integer not null check (fixes > 0),
  -- Each position stands for the time until the next one, 45 seconds at most.
  minutes     double precision not null check (minutes >= 0),
  primary key (session_id, cell, ten_minutes)
);
create index presence_cell_of_campaign on presence_cell (campaign_id, ten_minutes);

-- Hashes of how a session moved, by which a copied track is found. They tell neither where nor when.
create table track_shape (
  session_id uuid not null references tracking_session (id),
  shape      text not null,
  primary key (session_id, shape)
);
create index track_shape_same on track_shape (shape, session_id);

-- How often somebody of the advertiser's side has looked at a campaign's live map, which its marketers are told.
create table live_view (
  campaign_id uuid not null references campaign (id),
  viewer      uuid not null references account (id),
  day         date not null,
  views       integer not null check (views > 0),
  last_at     timestamptz not null,
  primary key (campaign_id, viewer, day)
);
create index live_view_of_viewer on live_view (viewer, day);
create trigger account_takes_no_more before insert on live_view
  for each row execute function account_takes_no_more('viewer');
