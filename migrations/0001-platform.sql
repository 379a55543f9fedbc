-- The application's role, and what the platform keeps for all domains: the outbox, the sweeps, the audit log.

-- Migrations run as the owner; the application works as promenade_app, which may read and write rows and nothing more.
-- The role belongs to the whole server, not to this database: it may exist already, or be made at this moment for another.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'promenade_app') then
    create role promenade_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$;

do $$
begin
  for attempt in 1..20 loop
    begin
      -- Not pg_has_role: a superuser counts there as a member of everything.
      if not exists (
        select from pg_catalog.pg_auth_members m
        where m.roleid = (select oid from pg_catalog.pg_roles where rolname = 'promenade_app')
          and m.member = (select oid from pg_catalog.pg_roles where rolname = session_user)
      ) then
        execute format('grant promenade_app to %I', session_user);
      end if;
      exit;
    exception when unique_violation or internal_error then
      -- 'tuple concurrently updated': another database of this server is being migrated by the same account.
      perform pg_catalog.pg_sleep(0.05);
    end;
  end loop;
end $$;

grant usage on schema public to promenade_app;
-- For every table that a later migration makes in schema public; a domain takes back what its rows must not suffer.
alter default privileges in schema public grant select, insert, update, delete on tables to promenade_app;
alter default privileges in schema public grant usage, select on sequences to promenade_app;

-- What was decided and must still happen, written in the transaction that decided it.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  -- An event is told to subscribers in the transaction that marks it done; an effect happens outside and is then settled.
  form text not null check (form in ('event', 'effect')),
  -- The business fact's own key, so that announcing it twice changes nothing.
  ref text not null,
  payload jsonb not null,
  -- An effect's idempotency key at whoever carries it out: made once, the same at every attempt.
  request_id uuid,
  state text not null default 'ready' check (state in ('ready', 'sent', 'unknown', 'done', 'dead')),
  first_sent_at timestamptz,
  -- Due from this moment; of a sent row the moment from which its worker counts as lost.
  next_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (kind, ref),
  check ((form = 'effect') = (request_id is not null)),
  check (form = 'effect' or state in ('ready', 'done', 'dead')),
  check (state not in ('sent', 'unknown') or first_sent_at is not null),
  check ((state = 'done') = (done_at is not null))
);
create index outbox_due on outbox (form, next_at, id) where state in ('ready', 'sent', 'unknown');
create index outbox_stuck on outbox (kind, next_at) where state in ('unknown', 'dead');

-- Periodic work: one row each, claimed by whoever finds it due, so that only one process runs it.
create table sweep (
  name text primary key,
  next_at timestamptz not null,
  running_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  last_error text
);

-- Who did what to what, and why. Rows are only ever added.
create table audit_entry (
  id uuid primary key default gen_random_uuid(),
  -- The order in which entries were added; moments can be equal.
  position bigint generated always as identity unique,
  at timestamptz not null,
  -- Null where the system itself acted.
  actor_id uuid,
  actor_role text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  reason text,
  details jsonb not null default '{}',
  request_id text
);
create index audit_entry_by_object on audit_entry (object_kind, object_id, position);
create index audit_entry_by_actor on audit_entry (actor_id, position);

create function audit_entry_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are only ever added (% refused)', tg_op using errcode = 'PR001';
end $$;
create trigger audit_entry_is_final before update or delete on audit_entry
  for each row execute function audit_entry_is_final();
create trigger audit_entry_is_not_emptied before truncate on audit_entry
  for each statement execute function audit_entry_is_final();
revoke update, delete, truncate on audit_entry from promenade_app;
