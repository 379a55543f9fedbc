-- How many checks on the spot a campaign may ask of each marketer (decision 62).
alter table campaign add column spot_checks smallint not null default 0
  constraint campaign_spot_checks_check check (spot_checks between 0 and 2);
alter table campaign add constraint campaign_spot_checks_need_tracking check (
  spot_checks = 0 or campaign_type = 'wearable');

-- A photo that the marketer is asked for at a random time. The numbers count through all sessions of a place, so that
-- more sessions do not bring more checks.
create table spot_check (
  id             uuid primary key,
  application_id uuid not null references application (id),
  session_id     uuid not null references tracking_session (id),
  number         smallint not null check (number between 1 and 2),
  ask_at         timestamptz not null,
  code           text not null check (code ~ '^[A-Z0-9]{5}$'),
  told_at        timestamptz,
  answered_at    timestamptz,
  unique (application_id, number),
  constraint spot_check_answered_in_time check (answered_at between ask_at and ask_at + interval '10 minutes')
);
create index spot_check_of_session on spot_check (session_id);
create index spot_check_to_ask on spot_check (ask_at) where told_at is null;

-- The photo that answers a check.
create table spot_check_photo (
  check_id  uuid primary key references spot_check (id),
  upload_id uuid not null unique,
  taken_at  timestamptz not null,
  signs     jsonb not null default '[]' check (jsonb_typeof(signs) = 'array')
);
revoke delete, truncate on spot_check_photo from promenade_app;

-- Photos of checks are compared too, and belong to no proof yet.
alter table proof_image drop constraint proof_image_upload_id_fkey;
