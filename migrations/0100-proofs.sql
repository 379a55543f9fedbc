-- What marketers show of their work, and what the advertiser decided. A decision is final.

create table proof (
  id             uuid primary key,
  campaign_id    uuid not null references campaign (id),
  application_id uuid not null references application (id),
  marketer_id    uuid not null references account (id),
  session_id     uuid references tracking_session (id),
  status         text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  note           text,
  post_url       text,
  -- The facts of the session as they were when the proof was sent; null where there was no session.
  presence       jsonb,
  minutes        integer not null check (minutes >= 0),
  submitted_at   timestamptz not null,
  -- Silence approves at this moment.
  review_due_at  timestamptz not null check (review_due_at > submitted_at),
  decided_at     timestamptz,
  -- Null where silence decided.
  decided_by     uuid references account (id),
  review_notes   text,
  check ((status = 'pending') = (decided_at is null)),
  check (decided_by is null or decided_at is not null),
  check (status <> 'rejected' or review_notes is not null)
);
-- At most one that is pending or approved; after a rejection a new row may come.
create unique index one_live_proof on proof (application_id) where status in ('pending', 'approved');
create index proof_of_campaign on proof (campaign_id, submitted_at desc);
create index proof_of_marketer on proof (marketer_id, submitted_at desc);
create index proof_review_due on proof (review_due_at) where status = 'pending';

create table proof_media (
  proof_id     uuid not null references proof (id),
  upload_id    uuid primary key,
  kind         text not null check (kind in ('selfie', 'photo', 'video', 'screenshot')),
  content_type text not null,
  position     integer not null
);
create index proof_media_of_proof on proof_media (proof_id, position);

create function proof_decision_is_final() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' and new.status is distinct from old.status then
    raise exception 'proof % is already %', old.id, old.status using errcode = 'PR001';
  end if;
  return new;
end $$;
create trigger proof_decision_is_final before update on proof
  for each row execute function proof_decision_is_final();
revoke delete, truncate on proof, proof_media from promenade_app;
