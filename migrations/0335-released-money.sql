-- What each marketer earned and each campaign spent, without adding up all their entries.
-- A new kind of release must be added here, to the rule below, and in history-service.ts.
-- In the account's normal direction, like the balance: a marketer's accounts grow by a release, a campaign's shrink.
alter table ledger.account add column released bigint not null default 0;

create or replace function ledger.apply_entry() returns trigger language plpgsql as $$
declare
  v_account ledger.account;
  v_amount bigint;
begin
  select * into v_account from ledger.account where id = new.account_id;
  if not found then
    raise exception 'there is no ledger account %', new.account_id using errcode = 'LG005';
  end if;
  new.balance_after := null;
  new.account_version := null;
  if v_account.has_balance then
    v_amount := case when v_account.kind in ('asset', 'expense') then new.amount else -new.amount end;
    update ledger.account a
      set balance = a.balance + v_amount,
          version = a.version + 1,
          released = a.released + case when t.kind in ('release', 'take_back', 'tip_release') then v_amount else 0 end
      from ledger.txn t
      where a.id = new.account_id and t.id = new.txn_id
      returning a.balance, a.version into new.balance_after, new.account_version;
  end if;
  return new;
end $$;

create or replace function ledger.guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.balance, new.version, new.released) <> (0, 0, 0) then
      raise exception 'an account begins at zero' using errcode = 'LG002';
    end if;
    return new;
  end if;
  if (new.id, new.code, new.family, new.kind, new.has_balance)
     <> (old.id, old.code, old.family, old.kind, old.has_balance) then
    raise exception 'what an account is never changes' using errcode = 'LG001';
  end if;
  -- Depth 1 is an UPDATE from outside, 2 the one in apply_entry.
  if pg_catalog.pg_trigger_depth() < 2 then
    raise exception 'a balance changes only through entries' using errcode = 'LG002';
  end if;
  return new;
end $$;

alter table ledger.account disable trigger account_is_guarded;
update ledger.account a set released = moved.cents
from (
  select e.account_id, sum(case when a.kind in ('asset', 'expense') then e.amount else -e.amount end) as cents
  from ledger.txn t join ledger.entry e on e.txn_id = t.id join ledger.account a on a.id = e.account_id
  where t.kind in ('release', 'take_back', 'tip_release') and a.has_balance
  group by e.account_id
) moved
where a.id = moved.account_id and moved.cents <> 0;
alter table ledger.account enable trigger account_is_guarded;

do $$
declare
  v_view text := regexp_replace(rtrim(pg_get_viewdef('ledger.violation'), '; '), '\s+', ' ', 'g');
begin
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_view || $rules$
    union all
    select 'released-differs-from-entries', a.code
      from ledger.account a
      left join (ledger.entry e join ledger.txn t on t.id = e.txn_id and t.kind in ('release', 'take_back', 'tip_release'))
        on e.account_id = a.id
      group by a.id
      having a.released <> case when not a.has_balance then 0
        else coalesce(sum(case when a.kind in ('asset', 'expense') then e.amount else -e.amount end), 0) end$rules$;
end $$;
