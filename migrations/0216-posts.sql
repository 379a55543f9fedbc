-- The marketer says that the post is marked as an ad; who approved the proof saw it. Null in other proofs.
alter table proof
  add column is_ad_disclosed boolean,
  add column disclosure_seen boolean;

-- A post is looked at again after a day, and when the campaign's time ends.
create table post_check (
  proof_id   uuid not null references proof (id),
  reason     text not null check (reason in ('first-day', 'end')),
  due_at     timestamptz not null,
  state      text not null default 'due' check (state in ('due', 'live', 'gone')),
  checked_at timestamptz,
  checked_by uuid references account (id),
  primary key (proof_id, reason),
  check ((state = 'due') = (checked_at is null)),
  check ((checked_at is null) = (checked_by is null))
);
create index post_check_due on post_check (due_at) where state = 'due';
revoke delete, truncate on post_check from promenade_app;
