-- The advertiser's own assumption of how many people pass a marketer within an hour, for the report's estimate.
create table campaign_footfall (
  campaign_id uuid primary key references campaign (id),
  low         integer not null check (low >= 0),
  high        integer not null check (high between 1 and 100000),
  basis       text not null check (length(basis) between 3 and 300),
  set_by      uuid not null references account (id),
  set_at      timestamptz not null,
  constraint campaign_footfall_range check (low <= high)
);

-- Links with which anyone reads a report until they expire. Only the token's hash is stored.
create table report_link (
  id          uuid primary key,
  campaign_id uuid not null references campaign (id),
  token_hash  text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  label       text not null check (length(label) <= 80),
  with_photos boolean not null,
  created_by  uuid not null references account (id),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  revoked_at  timestamptz,
  -- 180 days, in hours: a day of the calendar may have 25.
  constraint report_link_span check (expires_at > created_at and expires_at <= created_at + interval '4320 hours'),
  constraint report_link_revoked check (revoked_at >= created_at)
);
create index report_link_by_campaign on report_link (campaign_id, created_at);
revoke delete, truncate on report_link from promenade_app;

create function report_link_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from campaign c where c.id = new.campaign_id and c.status <> 'draft') then
      raise exception 'report link % is about a draft', new.id using errcode = 'RL001';
    end if;
    return new;
  end if;
  if (new.id, new.campaign_id, new.with_photos, new.created_by, new.created_at, new.expires_at)
     <> (old.id, old.campaign_id, old.with_photos, old.created_by, old.created_at, old.expires_at) then
    raise exception 'report link % never changes what it shows and until when', old.id using errcode = 'RL002';
  end if;
  if old.revoked_at is not null and (new.revoked_at, new.token_hash) is distinct from (old.revoked_at, old.token_hash) then
    raise exception 'report link % stays revoked', old.id using errcode = 'RL003';
  end if;
  return new;
end $$;
create trigger report_link_is_guarded before insert or update on report_link
  for each row execute function report_link_is_guarded();
create trigger account_takes_no_more before insert on report_link
  for each row execute function account_takes_no_more('created_by', 'advertiser');
create trigger account_takes_no_more before insert or update on campaign_footfall
  for each row execute function account_takes_no_more('set_by', 'advertiser');
