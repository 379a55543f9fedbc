-- How administrators find accounts, suspend them, and make others administrators.

-- Why it is suspended, as its owner was told.
alter table account add column suspension_reason text;
-- What an administrator was before, and is again once that ends.
alter table account add column role_before_admin text check (role_before_admin in ('marketer', 'advertiser'));

-- Addresses that become administrators when they sign in for the first time (npm run admin -- grant).
create table admin_invitation (
  email      text primary key check (email = lower(email) and email like '%_@_%'),
  created_at timestamptz not null
);

-- Person's and business's name, kept by a trigger of the profile, so that one index finds an account by any of them.
alter table account add column names text not null default '';
alter table account add column search_text text not null generated always as (lower(email || ' ' || names)) stored;

create index account_newest_of_role on account (role, created_at desc, id desc) where deleted_at is null;

-- Parts of words need trigrams. Where the server does not offer them, or not to us, every search reads all accounts:
-- some tens of milliseconds for 100,000 (docs/operations.md says how to add the index later).
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm;
  select nspname into strict place
    from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where extname = 'pg_trgm';
  execute format(
    'create index account_search on account using gin (search_text %I.gin_trgm_ops) where deleted_at is null', place);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object or no_data_found then
    raise notice 'no trigram index for accounts: %', sqlerrm;
end $$;
