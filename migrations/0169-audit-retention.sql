-- Audit entries are deleted after seven years, with their seals. The newest seal that lost its entry stays as
-- the beginning of the chain. Younger rows stay final for every user.
create or replace function audit_entry_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '7 years' then return old; end if;
  end if;
  raise exception 'audit entries are only ever added (% refused)', tg_op using errcode = 'PR001';
end $$;

create or replace function audit_seal_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.sealed_at < now() - interval '7 years' then return old; end if;
  end if;
  raise exception 'audit seals are only ever added (% refused)', tg_op using errcode = 'PR001';
end $$;

-- Deletes the entries of all seals up to this number, and all of these seals but the last.
create function expire_audit(p_seal bigint) returns bigint
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with entries as (
    delete from public.audit_entry where position in (
      select s.position from public.audit_seal s where s.number <= p_seal)
    returning 1),
  seals as (delete from public.audit_seal where number < p_seal)
  select count(*) from entries
$$;
revoke all on function expire_audit(bigint) from public;
grant execute on function expire_audit(bigint) to promenade_app;
