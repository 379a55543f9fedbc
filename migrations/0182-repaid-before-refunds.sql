-- The platform's fee on the pay that a shortfall lacks. The advertiser pays it with the pay.
alter table shortfall add column short_fee_cents bigint not null default 0
  check (short_fee_cents between 0 and fee_cents);
update shortfall s
set short_fee_cents = s.fee_cents - s.fee_cents * (p.amount_cents - s.short_cents) / p.amount_cents
from payment p
where p.id = s.payment_id and s.state in ('open', 'given-up');

-- How much of the covered sum is the fee, and how much of the recovered sum came from the campaign's unearned fee.
alter table shortfall add column covered_fee_cents bigint not null default 0;
alter table shortfall add column recovered_fee_cents bigint not null default 0;
alter table shortfall add constraint shortfall_fee_within_sums check (
  covered_fee_cents between 0 and coalesce(covered_cents, 0)
  and recovered_fee_cents between 0 and coalesce(recovered_cents, 0));

-- What the platform took of a campaign's rest for the debt, or for its loss after a write-off, before any refund.
alter table chargeback add column recovered_cents bigint not null default 0;
alter table chargeback add column recovered_fee_cents bigint not null default 0;
alter table chargeback add constraint chargeback_fee_within_recovered
  check (recovered_fee_cents between 0 and recovered_cents);
alter table chargeback drop constraint chargeback_debt_within_owed;
alter table chargeback add constraint chargeback_debt_within_owed
  check (repaid_cents + recovered_cents + written_off_cents <= owed_cents);
drop index chargeback_debt;
create index chargeback_debt on chargeback (closed_at, id)
  where owed_cents > repaid_cents + recovered_cents + written_off_cents;

-- The parts of a campaign's money now include fees that were paid or covered after a dispute, and what the platform got
-- back.
create function pg_temp.replaced(p_text text, p_before text, p_after text) returns text language plpgsql as $$
begin
  if strpos(p_text, p_before) = 0 then raise exception 'ledger.violation does not have: %', p_before; end if;
  return replace(p_text, p_before, p_after);
end $$;

do $$
declare
  v_view text := regexp_replace(rtrim(pg_get_viewdef('ledger.violation'), '; '), '\s+', ' ', 'g');
begin
  v_view := pg_temp.replaced(v_view,
    'sum(f.amount_cents)',
    'sum(f.pay_cents)');
  v_view := pg_temp.replaced(v_view,
    'sum((s.covered_cents - COALESCE(s.recovered_cents, (0)::bigint)))',
    'sum(s.covered_cents - s.covered_fee_cents - coalesce(s.recovered_cents, 0) + s.recovered_fee_cents)');
  v_view := pg_temp.replaced(v_view,
    'ELSE c.lost_pay_cents END',
    'else c.lost_pay_cents + c.recovered_cents - c.recovered_fee_cents end');
  v_view := pg_temp.replaced(v_view,
    '((o.fee_cents)::numeric <> ',
    '(o.fee_cents
      + coalesce((select sum(f.fee_cents) from payment_order f
          where f.campaign_id = o.campaign_id and f.state = ''bound'' and f.shortfall_id is not null), 0)
      + coalesce((select sum(s.covered_fee_cents - s.recovered_fee_cents) from shortfall s
          where s.campaign_id = o.campaign_id), 0) <> ');
  v_view := pg_temp.replaced(v_view,
    'ELSE c.lost_fee_cents END',
    'else c.lost_fee_cents + c.recovered_fee_cents end');
  v_view := pg_temp.replaced(v_view,
    'sum(((c.owed_cents - c.repaid_cents) - c.written_off_cents))',
    'sum(c.owed_cents - c.repaid_cents - c.recovered_cents - c.written_off_cents)');
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_view || $rules$
    union all
    select 'recovered-differs-from-ledger', c.id::text
      from chargeback c
      where (c.recovered_cents > 0) <> exists (
        select from ledger.txn t where t.dedupe_key = 'recover:' || c.id || ':' || c.recovered_cents)$rules$;
end $$;
drop function pg_temp.replaced(text, text, text);
