-- The audit log as a chain: whoever alters, removes or slips in an entry later breaks it (src/platform/server/audit-chain.ts).

-- Where a request came from, never finer than a /24 or a /48.
alter table audit_entry add column ip_prefix text;

-- What happened to one object, whatever its kind: an id belongs to one thing only.
drop index audit_entry_by_object;
create index audit_entry_by_object on audit_entry (object_id, position);
create index audit_entry_by_action on audit_entry (action, position);
create index audit_entry_by_time on audit_entry (at);

-- Entries are sealed shortly after they were written, one after the other, by whoever sweeps: a chain that every writer had to
-- continue would let them all wait for each other. Each seal's hash is over the hash before it and the entry's whole content.
create table audit_seal (
  number    bigint primary key check (number > 0),
  position  bigint not null unique,
  hash      text not null check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null
);

-- Written with the entry and removed with its sealing. Positions are given out before their transactions commit, so the
-- highest sealed one would not say which are missing.
create table audit_unsealed (
  position bigint primary key
);
insert into audit_unsealed select position from audit_entry;

create function audit_entry_awaits_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (position) values (new.position);
  return null;
end $$;
create trigger audit_entry_awaits_seal after insert on audit_entry
  for each row execute function audit_entry_awaits_seal();

create function audit_seal_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit seals are only ever added (% refused)', tg_op using errcode = 'PR001';
end $$;
create trigger audit_seal_is_final before update or delete on audit_seal
  for each row execute function audit_seal_is_final();
create trigger audit_seal_is_not_emptied before truncate on audit_seal
  for each statement execute function audit_seal_is_final();
revoke update, delete, truncate on audit_seal from promenade_app;
revoke update, truncate on audit_unsealed from promenade_app;
