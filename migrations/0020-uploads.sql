-- Files that people send: received in pieces, judged by content, then part of one thing.

create table upload (
  id            uuid primary key,
  owner_id      uuid not null references account (id),
  purpose       text not null check (purpose in ('proof', 'brand-asset', 'profile-photo')),
  state         text not null check (state in ('receiving', 'ready', 'refused', 'claimed')),
  -- What the sender announced; `size` is what is stored after re-encoding.
  declared_size bigint not null check (declared_size > 0),
  content_type  text check (content_type in (
    'image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'video/mp4', 'video/webm', 'video/quicktime'
  )),
  size          bigint check (size > 0),
  sha256        text check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key   text unique,
  width         integer check (width > 0),
  height        integer check (height > 0),
  refusal       text,
  created_at    timestamptz not null,
  claimed_at    timestamptz,
  check ((state in ('ready', 'claimed')) = (storage_key is not null)),
  check ((storage_key is null) = (content_type is null)),
  check ((storage_key is null) = (size is null)),
  check ((storage_key is null) = (sha256 is null)),
  check ((state = 'refused') = (refusal is not null)),
  check ((state = 'claimed') = (claimed_at is not null))
);
-- For the quota of one person and for the sweep: both look only at what nothing uses yet.
create index upload_unclaimed on upload (owner_id) where state in ('receiving', 'ready');
create index upload_abandoned on upload (created_at) where state <> 'claimed';
