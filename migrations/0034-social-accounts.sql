-- A marketer's accounts on social platforms: what they say, the code that they put there, and what an administrator has seen.

create table social_account (
  id                 uuid primary key,
  account_id         uuid not null references account (id),
  platform           text not null check (platform in ('instagram', 'tiktok', 'facebook', 'youtube', 'twitter')),
  handle             text not null,
  -- As its owner says.
  followers          integer not null check (followers between 0 and 1000000000),
  code               text not null,
  status             text not null check (status in ('declared', 'pending', 'approved', 'rejected')),
  declared_at        timestamptz not null,
  -- When its owner last said that the code is in place.
  submitted_at       timestamptz,
  decided_at         timestamptz,
  decided_by         uuid references account (id),
  rejection_reason   text,
  -- What was seen, and how long it counts. Stays while the same handle is checked anew.
  verified_followers integer check (verified_followers between 0 and 1000000000),
  verified_at        timestamptz,
  verified_until     timestamptz,
  -- When its owner was asked for a new check.
  asked_again_at     timestamptz,
  -- One account for each platform.
  constraint social_account_of_platform unique (account_id, platform),
  constraint social_account_submitted check (status = 'declared' or submitted_at is not null),
  constraint social_account_decided check ((status in ('approved', 'rejected')) = (decided_at is not null)),
  constraint social_account_decided_by check ((decided_at is null) = (decided_by is null)),
  constraint social_account_rejected check ((status = 'rejected') = (rejection_reason is not null)),
  constraint social_account_verified check (num_nulls(verified_followers, verified_at, verified_until) in (0, 3)),
  constraint social_account_approved check (
    case status when 'approved' then verified_until is not null when 'rejected' then verified_until is null else true end
  )
);
-- A handle is one person's, however it is written: theirs who has shown it. Merely naming it keeps nobody else from doing so.
create unique index social_account_handle on social_account (platform, lower(handle)) where verified_at is not null;
create index social_account_waiting on social_account (submitted_at, id) where status = 'pending';
create index social_account_decided_on on social_account (status, decided_at desc, id desc) where decided_at is not null;
-- Those to be asked again, and the followers by which marketers are found.
create index social_account_outdated on social_account (verified_until) where asked_again_at is null and verified_until is not null;
create index social_account_followers on social_account (platform, verified_followers) where verified_at is not null;

create function social_account_is_guarded() returns trigger language plpgsql as $$
declare
  v_found record;
begin
  -- Deleting and changing the type hold the account's row until they commit (the form of 0142).
  select deleted_at, role into v_found from account where id = new.account_id for key share;
  -- An administrator may have been a marketer before: what they had named then may still be decided.
  if v_found.deleted_at is not null or (tg_op = 'INSERT' and v_found.role is distinct from 'marketer') then
    raise exception 'account % is deleted or no marketer', new.account_id using errcode = 'AC001';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.account_id, new.platform) <> (old.id, old.account_id, old.platform) then
      raise exception 'whose account it is, and where, never changes' using errcode = 'SO001';
    end if;
    if new.status = 'approved' and old.status not in ('pending', 'approved') then
      raise exception 'social account % was not handed in', new.id using errcode = 'SO002';
    end if;
    -- What was seen of one handle says nothing of another.
    if lower(new.handle) <> lower(old.handle) and new.verified_at is not null then
      raise exception 'nobody has seen this handle' using errcode = 'SO003';
    end if;
  elsif new.status <> 'declared' then
    raise exception 'a social account begins as declared' using errcode = 'SO002';
  end if;
  return new;
end $$;
create trigger social_account_is_guarded before insert or update on social_account
  for each row execute function social_account_is_guarded();
