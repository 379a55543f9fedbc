-- Tips: what an advertiser gives a marketer on top of the pay for one approved proof (decision 57).
create table tip (
  id             uuid primary key,
  -- One tip per proof. An abandoned or refunded payment for it can be followed by another.
  proof_id       uuid not null unique,
  campaign_id    uuid not null,
  campaign_title text not null,
  marketer_id    uuid not null references account (id),
  payer_id       uuid not null references account (id),
  -- The pay of the place, which a tip never exceeds.
  most_cents     bigint not null check (most_cents >= 100),
  -- What was paid. Null until then.
  amount_cents   bigint check (amount_cents between 100 and most_cents),
  created_at     timestamptz not null,
  paid_at        timestamptz,
  check ((paid_at is null) = (amount_cents is null)),
  unique (id, campaign_id, payer_id),
  unique (id, campaign_id, marketer_id)
);
create index tip_of_campaign on tip (campaign_id, paid_at);
create index tip_of_marketer on tip (marketer_id);
create index tip_of_payer on tip (payer_id);
revoke delete, truncate on tip from promenade_app;

create function tip_is_final() returns trigger language plpgsql as $$
begin
  if old.paid_at is not null
     or (new.id, new.proof_id, new.campaign_id, new.marketer_id, new.payer_id, new.most_cents)
       <> (old.id, old.proof_id, old.campaign_id, old.marketer_id, old.payer_id, old.most_cents) then
    raise exception 'tip % is paid, or would be about something else', old.id using errcode = 'TI001';
  end if;
  return new;
end $$;
create trigger account_takes_no_more before insert on tip
  for each row execute function account_takes_no_more('marketer_id');
create trigger tip_is_final before update on tip for each row execute function tip_is_final();

-- An order may pay for a tip.
alter table payment_order add column tip_id uuid;
alter table payment_order add constraint payment_order_pays_tip
  foreign key (tip_id, campaign_id, created_by) references tip (id, campaign_id, payer_id);
alter table payment_order drop constraint payment_order_one_purpose;
alter table payment_order add constraint payment_order_one_purpose
  check (num_nonnulls(shortfall_id, chargeback_id, tip_id) <= 1);
alter table payment_order add constraint payment_order_no_fee_on_tips check (tip_id is null or fee_cents = 0);
drop index payment_order_one_capture;
create unique index payment_order_one_capture on payment_order (campaign_id)
  where state in ('capturing', 'pending', 'captured', 'bound')
    and shortfall_id is null and chargeback_id is null and tip_id is null;
create unique index payment_order_one_tip_capture on payment_order (tip_id)
  where state in ('capturing', 'pending', 'captured', 'bound') and tip_id is not null;

-- A tip is paid out by a payment of its own. Its source is the tip.
alter table payment add column tip_id uuid unique;
alter table payment add constraint payment_of_tip
  foreign key (tip_id, campaign_id, marketer_id) references tip (id, campaign_id, marketer_id);
alter table payment add constraint payment_of_tip_is_plain check (
  tip_id is null or (source_id = tip_id and fee_cents = 0 and not is_short and dispute_id is null));

create trigger account_takes_no_more before insert on payment
  for each row when (new.tip_id is not null) execute function account_takes_no_more('marketer_id');

insert into ledger.family (name, kind, per, has_balance) values ('tip', 'liability', 'tip', true);

do $$
declare
  v_check text := pg_get_constraintdef(oid) from pg_constraint where conname = 'txn_kind_check';
begin
  alter table ledger.txn drop constraint txn_kind_check;
  execute 'alter table ledger.txn add constraint txn_kind_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''tip_capture''::text, ''tip_release''::text, ');
end $$;

create function pg_temp.replaced(p_text text, p_before text, p_after text) returns text language plpgsql as $$
begin
  if strpos(p_text, p_before) = 0 then raise exception 'ledger.violation does not have: %', p_before; end if;
  return replace(p_text, p_before, p_after);
end $$;

-- Orders for tips fund no campaign, and their payments come from no escrow.
do $$
declare
  v_before text := regexp_replace(rtrim(pg_get_viewdef('ledger.violation'), '; '), '\s+', ' ', 'g');
  v_view text := regexp_replace(v_before, '\(((\w+\.)?)chargeback_id IS NULL\)',
    '(\1chargeback_id is null and \1tip_id is null)', 'g');
begin
  if v_view = v_before then raise exception 'ledger.violation does not name the orders that fund a campaign'; end if;
  v_view := pg_temp.replaced(v_view,
    'SELECT payment.fact_id AS source_id FROM payment WHERE (NOT payment.is_short)',
    'select payment.fact_id as source_id from payment where not payment.is_short and payment.tip_id is null');
  v_view := pg_temp.replaced(v_view,
    '((p.campaign_id = o.campaign_id) AND (NOT p.is_short))',
    '(p.campaign_id = o.campaign_id and not p.is_short and p.tip_id is null)');
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_view || $rules$
    union all
    select 'tip-order-differs-from-ledger', coalesce(o.tip_id::text, t.dedupe_key)
      from (select tip_id from payment_order where state = 'bound' and tip_id is not null) o
      full join (select dedupe_key from ledger.txn where kind = 'tip_capture') t
        on t.dedupe_key = 'tip_capture:' || o.tip_id
      where o.tip_id is null or t.dedupe_key is null
    union all
    select 'tip-differs-from-its-order', t.id::text
      from tip t left join payment_order o on o.tip_id = t.id and o.state = 'bound'
      where t.amount_cents is distinct from o.amount_cents
    union all
    select 'tip-differs-from-its-payment', t.id::text
      from tip t left join payment p on p.tip_id = t.id
      where t.amount_cents is distinct from p.amount_cents
    union all
    select 'tip-payment-differs-from-release', coalesce(p.tip_id::text, t.dedupe_key)
      from (select tip_id from payment where tip_id is not null) p
      full join (select dedupe_key from ledger.txn where kind = 'tip_release') t
        on t.dedupe_key = 'tip_release:' || p.tip_id
      where p.tip_id is null or t.dedupe_key is null
    union all
    select 'tip-not-passed-on', a.code from ledger.account a where a.family = 'tip' and a.balance <> 0$rules$;
end $$;
drop function pg_temp.replaced(text, text, text);
