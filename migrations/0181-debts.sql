-- What an advertiser owes after a lost dispute for work that was paid before it (chargeback.owed_cents): how much of it
-- they have repaid, and how much an admin has written off.
alter table chargeback add column repaid_cents bigint not null default 0 check (repaid_cents >= 0);
alter table chargeback add column written_off_cents bigint not null default 0 check (written_off_cents >= 0);
alter table chargeback add constraint chargeback_debt_within_owed check (repaid_cents + written_off_cents <= owed_cents);
create index chargeback_debt on chargeback (closed_at, id) where owed_cents > repaid_cents + written_off_cents;

-- An order may repay such a debt.
alter table payment_order add column chargeback_id uuid references chargeback (id);
alter table payment_order add constraint payment_order_one_purpose check (shortfall_id is null or chargeback_id is null);
drop index payment_order_one_capture;
create unique index payment_order_one_capture on payment_order (campaign_id)
  where state in ('capturing', 'pending', 'captured', 'bound') and shortfall_id is null and chargeback_id is null;
create unique index payment_order_one_debt_capture on payment_order (chargeback_id)
  where state in ('capturing', 'pending', 'captured') and chargeback_id is not null;

alter table ledger.txn drop constraint txn_kind_check;
alter table ledger.txn add constraint txn_kind_check check (kind in (
  'capture', 'psp_fee', 'fund', 'release',
  'payout_submit', 'payout_settle', 'payout_fee', 'payout_fail', 'payout_reverse',
  'refund_submit', 'refund_settle', 'refund_fail',
  'dispute_hold', 'dispute_release', 'dispute_lost', 'cb_fee', 'write_off', 'tax_release', 'correction',
  'shortfall_paid', 'cover', 'recover', 'debt_paid'));

-- The view as before, but orders that repay a debt do not fund their campaign, and with two more rules.
do $$
declare
  v_before text := rtrim(pg_get_viewdef('ledger.violation'), '; ');
  v_after text := regexp_replace(v_before, '\(((\w+\.)?)shortfall_id IS NULL\)',
    '(\1shortfall_id IS NULL AND \1chargeback_id IS NULL)', 'g');
begin
  if v_after = v_before then raise exception 'ledger.violation does not name the orders that fund a campaign'; end if;
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_after || $rules$
    union all
    select 'debt-order-differs-from-ledger', coalesce(o.id::text, t.dedupe_key)
      from (select id from payment_order where state = 'bound' and chargeback_id is not null) o
      full join (select dedupe_key from ledger.txn where kind = 'debt_paid') t on t.dedupe_key = 'debt_paid:' || o.id
      where o.id is null or t.dedupe_key is null
    union all
    select 'receivable-differs-from-debts', coalesce(d.payer_id::text, a.code)
      from (
        select o.created_by as payer_id, sum(c.owed_cents - c.repaid_cents - c.written_off_cents) as owed
        from chargeback c join payment_order o on o.id = c.order_id where c.state = 'lost' group by o.created_by
      ) d
      full join (select code, balance from ledger.account where family = 'receivable' and balance <> 0) a
        on a.code = 'receivable:' || d.payer_id
      where coalesce(d.owed, 0) <> coalesce(a.balance, 0)$rules$;
end $$;
