-- Marketers as advertisers may find them: what is known of their work, and whether they want to be found.

create table marketer_listing (
  -- What a list names its rows by: nobody learns an account's id from it.
  id                uuid primary key,
  account_id        uuid not null unique references account (id),
  is_hidden         boolean not null default false,
  identity_verified boolean not null default false,
  finished_work     integer not null default 0 check (finished_work >= 0),
  -- 5.0 while nobody has rated them (decisions.md 9.2).
  rating            numeric(2, 1) not null default 5.0 check (rating between 1 and 5),
  -- Nobody is shown before something is known of them that they have not only said themselves.
  is_shown          boolean not null generated always as (not is_hidden and (identity_verified or finished_work > 0)) stored
);
create index marketer_listing_shown on marketer_listing (finished_work desc, id desc) where is_shown;
-- By a city's beginning.
create index profile_city on profile (lower(city) text_pattern_ops);

create function marketer_listing_is_guarded() returns trigger language plpgsql as $$
declare
  v_found record;
begin
  -- Deleting and changing the type hold the account's row until they commit (the form of 0142).
  select deleted_at, role into v_found from account where id = new.account_id for key share;
  if v_found.deleted_at is not null or v_found.role is distinct from 'marketer' then
    raise exception 'account % is deleted or no marketer', new.account_id using errcode = 'AC001';
  end if;
  return new;
end $$;
create trigger marketer_listing_is_guarded before insert or update on marketer_listing
  for each row execute function marketer_listing_is_guarded();

-- Those who have worked before this table was made. In a new database neither table is there yet.
do $$
begin
  if to_regclass('kyc') is not null and to_regclass('proof') is not null then
    execute $backfill$
      insert into marketer_listing (id, account_id, identity_verified, finished_work)
      select gen_random_uuid(), a.id,
        exists (select from kyc k where k.account_id = a.id and k.status = 'approved'),
        (select count(*) from proof p where p.marketer_id = a.id and p.status = 'approved')
      from account a
      where a.role = 'marketer' and a.deleted_at is null
        and (exists (select from kyc k where k.account_id = a.id and k.status = 'approved')
          or exists (select from proof p where p.marketer_id = a.id and p.status = 'approved'))
    $backfill$;
  end if;
end $$;
