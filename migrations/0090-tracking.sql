-- Where marketers were while they worked. Exact positions are theirs; what others see is made from them (location.md).

create table tracking_session (
  id             uuid primary key,
  campaign_id    uuid not null references campaign (id),
  application_id uuid not null references application (id),
  marketer_id    uuid not null references account (id),
  status         text not null default 'running' check (status in ('running', 'ended')),
  started_at     timestamptz not null,
  last_heard_at  timestamptz not null,
  ended_at       timestamptz,
  end_reason     text check (end_reason in ('stopped', 'window-closed', 'silence', 'consent-withdrawn')),
  -- Set when its proof is sent: from then on late positions are refused.
  closed_at      timestamptz,
  check ((status = 'ended') = (ended_at is not null)),
  check ((ended_at is null) = (end_reason is null)),
  check (closed_at is null or status = 'ended'),
  check (ended_at is null or ended_at >= started_at)
);
create unique index one_running_session on tracking_session (marketer_id) where status = 'running';
create index tracking_session_running on tracking_session (campaign_id) where status = 'running';
create index tracking_session_of_marketer on tracking_session (campaign_id, marketer_id, started_at desc);
create index tracking_session_of_application on tracking_session (application_id);

-- One measured position. The same session and time again is the same position: a repeat changes nothing.
create table location_fix (
  session_id  uuid not null references tracking_session (id),
  recorded_at timestamptz not null,
  received_at timestamptz not null,
  lat         double precision not null check (lat between -90 and 90),
  lng         double precision not null check (lng between -180 and 180),
  accuracy    real not null check (accuracy >= 0),
  primary key (session_id, recorded_at)
);

-- The newest position of each running session. `published_*` is all of it that an advertiser ever gets.
create table live_position (
  session_id    uuid primary key references tracking_session (id),
  campaign_id   uuid not null references campaign (id),
  recorded_at   timestamptz not null,
  heard_at      timestamptz not null,
  is_in_zone    boolean not null,
  published_lat double precision,
  published_lng double precision,
  check ((published_lat is null) = (published_lng is null))
);
create index live_position_of_campaign on live_position (campaign_id);
