-- Who disputed the payment, and so owes what a lost dispute leaves.
alter table chargeback add column payer_id uuid;
update chargeback c set payer_id = o.created_by from payment_order o where o.id = c.order_id;
alter table chargeback alter column payer_id set not null;

-- A dispute, a shortfall, and the orders that repay them have the same campaign and payer.
alter table payment_order add constraint payment_order_and_payer unique (id, campaign_id, created_by);
alter table chargeback add constraint chargeback_and_payer unique (id, campaign_id, payer_id);
alter table shortfall add constraint shortfall_and_payer unique (payment_id, campaign_id, payer_id);
alter table chargeback drop constraint chargeback_order_id_fkey;
alter table chargeback add constraint chargeback_disputes_order
  foreign key (order_id, campaign_id, payer_id) references payment_order (id, campaign_id, created_by);
alter table payment_order drop constraint payment_order_chargeback_id_fkey;
alter table payment_order add constraint payment_order_repays_debt
  foreign key (chargeback_id, campaign_id, created_by) references chargeback (id, campaign_id, payer_id);
alter table payment_order drop constraint payment_order_shortfall_id_fkey;
alter table payment_order add constraint payment_order_pays_shortfall
  foreign key (shortfall_id, campaign_id, created_by) references shortfall (payment_id, campaign_id, payer_id);

-- Each debt by itself: two wrong ones of one payer could cancel out in the sum.
do $$
begin
  execute 'create or replace view ledger.violation (rule, reference) as '
    || rtrim(pg_get_viewdef('ledger.violation'), '; ') || $rules$
    union all
    select 'debt-differs-from-its-orders', c.id::text
      from chargeback c
      where c.repaid_cents <> coalesce((
          select sum(o.amount_cents) from payment_order o where o.chargeback_id = c.id and o.state = 'bound'), 0)
        or (c.written_off_cents > 0 and not exists (
          select from ledger.txn t where t.dedupe_key = 'write_off:' || c.id))$rules$;
end $$;
