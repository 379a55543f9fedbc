-- The sum of each family's entries, in parts: a posting adds to a part that no other transaction has locked, so no two
-- postings wait for each other. There are as many parts as transactions ever posted at once.
create table ledger.subtotal (
  id     bigint primary key generated always as identity,
  family text not null references ledger.family (name),
  -- Debits are positive.
  amount bigint not null
) with (fillfactor = 10);
create index subtotal_of_family on ledger.subtotal (family);
grant select on ledger.subtotal to promenade_app;

-- No entry may come between the sum and the trigger: processes of the previous version still post.
lock table ledger.entry in share row exclusive mode;
insert into ledger.subtotal (family, amount)
  select a.family, sum(e.amount) from ledger.entry e join ledger.account a on a.id = e.account_id group by a.family;

create function ledger.add_to_subtotal() returns trigger language plpgsql as $$
declare
  v_moved record;
  v_id bigint;
begin
  for v_moved in
    select a.family, sum(e.amount) as cents from added e join ledger.account a on a.id = e.account_id group by a.family
  loop
    select id into v_id from ledger.subtotal where family = v_moved.family limit 1 for no key update skip locked;
    if found then
      update ledger.subtotal set amount = amount + v_moved.cents where id = v_id;
    else
      insert into ledger.subtotal (family, amount) values (v_moved.family, v_moved.cents);
    end if;
  end loop;
  return null;
end $$;
revoke execute on function ledger.add_to_subtotal from public;
create trigger entry_moves_subtotal after insert on ledger.entry referencing new table as added
  for each statement execute function ledger.add_to_subtotal();

do $$
declare
  v_view text := regexp_replace(rtrim(pg_get_viewdef('ledger.violation'), '; '), '\s+', ' ', 'g');
begin
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_view || $rules$
    union all
    select 'subtotals-differ-from-entries', b.family
      from ledger.trial_balance b
      where b.debit_cents - b.credit_cents
        <> coalesce((select sum(s.amount) from ledger.subtotal s where s.family = b.family), 0)$rules$;
end $$;
