-- What the server measures in a proof's file before it removes the metadata (decision 54). The time, place and camera of
-- the metadata are erased once a proof has compared them.
alter table upload
  add column duration_ms integer check (duration_ms > 0),
  add column taken_at timestamptz,
  add column taken_lat double precision check (taken_lat between -90 and 90),
  add column taken_lng double precision check (taken_lng between -180 and 180),
  add column has_camera boolean,
  add column image_hash text check (image_hash ~ '^[0-9a-f]{16}$'),
  add constraint upload_claimed_forgets_taking check (
    state <> 'claimed' or (taken_at is null and taken_lat is null and taken_lng is null and has_camera is null)),
  add constraint upload_taken_place_is_whole check ((taken_lat is null) = (taken_lng is null));
create table upload_thumbnail (
  upload_id uuid primary key references upload (id) on delete cascade,
  content   bytea not null
);

-- Whether proofs may contain files that were not taken in the page. Existing campaigns allow them.
alter table campaign add column allows_files boolean not null default true;

-- The server's permission to take photos and videos for one application in the page. A file that names it was sent by a
-- page that got it at this time.
create table capture_permit (
  id             uuid primary key,
  application_id uuid not null references application (id),
  issued_at      timestamptz not null
);
create index capture_permit_of_application on capture_permit (application_id, issued_at desc);

alter table proof_media
  add column permit_id uuid references capture_permit (id),
  -- When the page says that it took the file, by the server's clock. Null if the page did not take it.
  add column taken_at timestamptz,
  add column duration_ms integer check (duration_ms > 0),
  add constraint proof_media_taken_with_permit check ((permit_id is null) = (taken_at is null));

alter table proof
  -- Unusual signs of the files.
  add column signs jsonb not null default '[]' check (jsonb_typeof(signs) = 'array'),
  -- Everything that the campaign asked for was taken in the page and measured.
  add column is_media_measured boolean not null default false,
  -- The browser's key of the form. A proof that is sent again because its answer was lost is not a second one.
  add column submission_key text check (length(submission_key) between 16 and 64);
create unique index proof_sent_once on proof (marketer_id, submission_key) where submission_key is not null;

-- The perceptual hashes of proof images. Looked up by quarters: hashes that differ in up to 11 bits share a quarter that
-- differs in at most 2.
create table proof_image (
  upload_id      uuid primary key references proof_media (upload_id),
  application_id uuid not null references application (id),
  hash           text not null check (hash ~ '^[0-9a-f]{16}$')
);
create index proof_image_quarter_1 on proof_image (substr(hash, 1, 4));
create index proof_image_quarter_2 on proof_image (substr(hash, 5, 4));
create index proof_image_quarter_3 on proof_image (substr(hash, 9, 4));
create index proof_image_quarter_4 on proof_image (substr(hash, 13, 4));
revoke delete, truncate on proof_image from promenade_app;
