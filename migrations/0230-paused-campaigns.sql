-- A paused campaign accepts no applications, approvals or moves from the waitlist. Its time runs on.
alter table campaign add column paused_since timestamptz;
alter table campaign drop column is_open;
alter table campaign add column is_open boolean not null generated always as
  (status = 'active' and closing_since is null and disputed_since is null and paused_since is null) stored;
alter table campaign add constraint campaign_pause_is_open
  check (paused_since is null or status = 'active' and closing_since is null);
create index campaign_list_newest on campaign (is_open, created_at desc, id desc) where status <> 'draft';
create index campaign_list_pay on campaign (is_open, pay_cents desc, id desc) where status <> 'draft';
create index campaign_list_start on campaign (is_open, start_time, id) where status <> 'draft';
create index campaign_lane_pay on campaign (is_open, lane, pay_cents desc, id desc) where status <> 'draft';
create index campaign_city_newest on campaign (is_open, lower(city), created_at desc, id desc) where status <> 'draft';
create index campaign_city_pay on campaign (is_open, lower(city), pay_cents desc, id desc) where status <> 'draft';
create index campaign_city_start on campaign (is_open, lower(city), start_time, id) where status <> 'draft';
create index campaign_city_lane_pay on campaign (is_open, lower(city), lane, pay_cents desc, id desc) where status <> 'draft';
create index campaign_point_open on campaign using gist (campaign_plane(lat, lng)) where is_open;
