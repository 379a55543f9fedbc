-- When the pay moved from the escrow to the marketer's balance. It is income from then on, in the tax year of this time.
-- Null while the escrow does not cover it.
alter table payment add column released_at timestamptz;
update payment p
set released_at = coalesce(
  (select t.occurred_at from ledger.txn t where t.dedupe_key = 'release:' || p.source_id), p.created_at)
where not is_short;
alter table payment add constraint payment_released_unless_short check (is_short = (released_at is null));

-- A shortfall that was given up ends as renounced when its marketer deletes the account. The advertiser then owes nothing.
alter table shortfall drop constraint shortfall_state_check;
alter table shortfall add constraint shortfall_state_check
  check (state in ('open', 'paid', 'covered', 'recovered', 'given-up', 'renounced'));

-- The only change to the view: renounced pay stays short for good.
do $$
declare
  v_before text := pg_get_viewdef('ledger.violation');
  v_after text := replace(v_before, '''given-up''::text', '''given-up''::text, ''renounced''::text');
begin
  if v_after = v_before then raise exception 'ledger.violation does not name the state given-up'; end if;
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_after;
end $$;

-- The order in which payouts were looked up at the wallet. An answer is older than another if its look-up began earlier.
create sequence payout_lookup;
-- The look-up whose answer was recorded last. Answers of earlier ones are ignored.
alter table payout add column answered_lookup bigint not null default 0;

-- When administrators were told that this weak proof waits for them.
alter table proof add column admins_told_at timestamptz;
