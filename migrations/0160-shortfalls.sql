-- Approved work that its campaign's escrow does not cover, because the advertiser took the payment back at the
-- wallet. The payment exists from the approval on, and its money moves once the escrow covers it.
alter table payment add column is_short boolean not null default false;
alter table payment add constraint payment_short_is_unpaid check (not is_short or status <> 'completed' and not is_tax_held);

create table shortfall (
  payment_id     uuid primary key references payment (id),
  campaign_id    uuid not null,
  -- The advertiser who owes it.
  payer_id       uuid not null references account (id),
  -- The order of the approvals. The oldest is paid first.
  turn           bigint not null unique generated always as identity,
  -- The platform's share of the fee for this place.
  fee_cents      bigint not null check (fee_cents >= 0),
  -- How much of the pay the escrow does not cover now.
  short_cents    bigint not null check (short_cents >= 0),
  -- open: not paid yet. paid: from the escrow, which the advertiser or a won dispute filled again.
  -- covered: by the platform. recovered: covered, and the platform got its money back. given-up: not paid, for now.
  state          text not null check (state in ('open', 'paid', 'covered', 'recovered', 'given-up')),
  covered_cents  bigint check (covered_cents > 0),
  -- How much of it the platform got back so far.
  recovered_cents bigint check (recovered_cents between 1 and covered_cents),
  -- The admin who covered it, and why.
  decided_by     uuid references account (id),
  reason         text,
  opened_at      timestamptz not null,
  ended_at       timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((state in ('covered', 'recovered')) = (covered_cents is not null)),
  check ((state = 'recovered') = (covered_cents is not null and recovered_cents is not distinct from covered_cents)),
  check (recovered_cents is null or covered_cents is not null),
  check ((covered_cents is null) = (decided_by is null) and (decided_by is null) = (reason is null))
);
create index shortfall_of_campaign on shortfall (campaign_id, turn);
create index shortfall_of_payer on shortfall (payer_id) where state in ('open', 'given-up', 'covered');
create index shortfall_open on shortfall (opened_at, payment_id) where state = 'open';
revoke delete, truncate on shortfall from promenade_app;

-- An order may pay for a shortfall of its campaign instead of for the campaign.
alter table payment_order add column shortfall_id uuid references shortfall (payment_id);
drop index payment_order_one_capture;
create unique index payment_order_one_capture on payment_order (campaign_id)
  where state in ('capturing', 'pending', 'captured', 'bound') and shortfall_id is null;
-- A second one may follow if the first paid too little, because more was taken back in between.
create unique index payment_order_one_shortfall_capture on payment_order (shortfall_id)
  where state in ('capturing', 'pending', 'captured') and shortfall_id is not null;

insert into ledger.family (name, kind, per, has_balance) values ('platform_loss', 'expense', null, false);
insert into ledger.account (code, family, kind, has_balance) values ('platform_loss', 'platform_loss', 'expense', false);
alter table ledger.txn drop constraint txn_kind_check;
alter table ledger.txn add constraint txn_kind_check check (kind in (
  'capture', 'psp_fee', 'fund', 'release',
  'payout_submit', 'payout_settle', 'payout_fee', 'payout_fail', 'payout_reverse',
  'refund_submit', 'refund_settle', 'refund_fail',
  'dispute_hold', 'dispute_release', 'dispute_lost', 'cb_fee', 'write_off', 'tax_release', 'correction',
  'shortfall_paid', 'cover', 'recover'));

-- From the opening of a dispute about its payment a campaign takes no new marketers.
alter table campaign add column disputed_since timestamptz;
alter table campaign drop column is_open;
alter table campaign add column is_open boolean not null generated always as
  (status = 'active' and closing_since is null and disputed_since is null) stored;
create index campaign_list_newest on campaign (is_open, created_at desc, id desc) where status <> 'draft';
create index campaign_list_pay on campaign (is_open, pay_cents desc, id desc) where status <> 'draft';
create index campaign_list_start on campaign (is_open, start_time, id) where status <> 'draft';
create index campaign_lane_pay on campaign (is_open, lane, pay_cents desc, id desc) where status <> 'draft';
create index campaign_city_newest on campaign (is_open, lower(city), created_at desc, id desc) where status <> 'draft';
create index campaign_city_pay on campaign (is_open, lower(city), pay_cents desc, id desc) where status <> 'draft';
create index campaign_city_start on campaign (is_open, lower(city), start_time, id) where status <> 'draft';
create index campaign_city_lane_pay on campaign (is_open, lower(city), lane, pay_cents desc, id desc) where status <> 'draft';
create index campaign_point_open on campaign using gist (campaign_plane(lat, lng)) where is_open;
-- Disputes from before.
update campaign c set disputed_since = d.since
from (
  select b.campaign_id, min(b.opened_at) as since
  from chargeback b join payment_order o on o.id = b.order_id
  where b.state in ('open', 'lost') and o.state = 'bound' group by b.campaign_id
) d
where d.campaign_id = c.id and c.status = 'active';

create or replace view ledger.violation (rule, reference) as
  select 'transaction-unbalanced', t.dedupe_key
    from ledger.txn t left join ledger.entry e on e.txn_id = t.id
    group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
  union all
  select 'entry-without-account', e.id::text
    from ledger.entry e where not exists (select from ledger.account a where a.id = e.account_id)
  union all
  select 'balance-differs-from-entries', a.code
    from ledger.account a left join ledger.entry e on e.account_id = a.id
    where a.has_balance group by a.id
    having a.balance <> coalesce(sum(case when a.kind in ('asset', 'expense') then e.amount else -e.amount end), 0)
  union all
  select 'version-differs-from-entries', a.code
    from ledger.account a left join ledger.entry e on e.account_id = a.id
    where a.has_balance group by a.id having a.version <> count(e.id)
  union all
  select 'balance-negative', a.code from ledger.account a where a.balance < 0
  union all
  select 'capture-not-posted', o.id::text
    from payment_order o
    where o.state in ('captured', 'bound', 'surplus')
      and not exists (select from ledger.txn t where t.dedupe_key = 'capture:' || o.provider_capture_id)
  union all
  select 'bound-differs-from-fund', coalesce(o.campaign_id::text, t.dedupe_key)
    from (select campaign_id from payment_order where state = 'bound' and shortfall_id is null) o
    full join (select dedupe_key from ledger.txn where kind = 'fund') t on t.dedupe_key = 'fund:' || o.campaign_id
    where o.campaign_id is null or t.dedupe_key is null
  union all
  select 'payment-differs-from-release', coalesce(p.source_id::text, t.dedupe_key)
    from (select source_id from payment where not is_short) p
    full join (select dedupe_key from ledger.txn where kind = 'release') t on t.dedupe_key = 'release:' || p.source_id
    where p.source_id is null or t.dedupe_key is null
  union all
  select 'completed-differs-from-payout', p.id::text
    from payment p
    where (p.status = 'completed') <>
      exists (select from payout o where o.payment_id = p.id and o.state = 'succeeded')
  union all
  select 'in-flight-differs-from-payout', o.id::text
    from payout o left join ledger.account a on a.code = 'payout_in_flight:' || o.id
    where coalesce(a.balance, 0) <>
      case when o.state in ('submitting', 'processing', 'unclaimed', 'held') then o.amount_cents else 0 end
  union all
  select 'in-flight-differs-from-refund', r.id::text
    from refund r left join ledger.account a on a.code = 'refund_in_flight:' || r.id
    where coalesce(a.balance, 0) <> case when r.state in ('submitting', 'pending') then r.amount_cents else 0 end
  union all
  select 'payable-differs-from-payments', coalesce(p.marketer_id::text, a.code)
    from (
      select p.marketer_id, sum(p.amount_cents) as owed
      from payment p
      where p.status <> 'completed' and not p.is_tax_held and not p.is_short and not exists (
        select from payout o where o.payment_id = p.id and o.state in ('submitting', 'processing', 'unclaimed', 'held'))
      group by p.marketer_id
    ) p
    full join (select code, balance from ledger.account where family = 'payable' and balance <> 0) a
      on a.code = 'payable:' || p.marketer_id
    where coalesce(p.owed, 0) <> coalesce(a.balance, 0)
  union all
  select 'tax-hold-differs-from-payments', coalesce(p.marketer_id::text, a.code)
    from (select marketer_id, sum(amount_cents) as held from payment where is_tax_held group by marketer_id) p
    full join (select code, balance from ledger.account where family = 'tax_hold' and balance <> 0) a
      on a.code = 'tax_hold:' || p.marketer_id
    where coalesce(p.held, 0) <> coalesce(a.balance, 0)
  union all
  -- What a purpose was given is left, paid, refunded or disputed: to the cent, for the pay and for the fee.
  select 'pay-differs-from-its-parts', o.campaign_id::text
    from payment_order o
    where o.state = 'bound' and o.shortfall_id is null and o.pay_cents
      + coalesce((select sum(f.amount_cents) from payment_order f
          where f.campaign_id = o.campaign_id and f.state = 'bound' and f.shortfall_id is not null), 0)
      + coalesce((select sum(s.covered_cents - coalesce(s.recovered_cents, 0)) from shortfall s
          where s.campaign_id = o.campaign_id), 0) <>
      coalesce((select a.balance from ledger.account a where a.code = 'escrow:' || o.campaign_id), 0)
      + coalesce((select sum(p.amount_cents) from payment p where p.campaign_id = o.campaign_id and not p.is_short), 0)
      + coalesce((select sum(r.pay_cents) from refund r
          where r.campaign_id = o.campaign_id and r.origin = 'escrow' and r.state not in ('failed', 'cancelled')), 0)
      + coalesce((select sum(case when c.state = 'open' then c.held_pay_cents else c.lost_pay_cents end)
          from chargeback c where c.campaign_id = o.campaign_id), 0)
  union all
  select 'fee-differs-from-its-parts', o.campaign_id::text
    from payment_order o
    where o.state = 'bound' and o.shortfall_id is null and o.fee_cents <>
      coalesce((select a.balance from ledger.account a where a.code = 'fee_unearned:' || o.campaign_id), 0)
      + coalesce((select sum(p.fee_cents) from payment p where p.campaign_id = o.campaign_id), 0)
      + coalesce((select sum(r.fee_cents) from refund r
          where r.campaign_id = o.campaign_id and r.origin = 'escrow' and r.state not in ('failed', 'cancelled')), 0)
      + coalesce((select sum(case when c.state = 'open' then c.held_fee_cents else c.lost_fee_cents end)
          from chargeback c where c.campaign_id = o.campaign_id), 0)
  union all
  select 'suspense-differs-from-order', o.id::text
    from payment_order o left join ledger.account a on a.code = 'suspense:' || o.id
    where coalesce(a.balance, 0) <>
      case when o.state in ('captured', 'surplus') then o.amount_cents
        - coalesce((select sum(r.amount_cents) from refund r
            where r.order_id = o.id and r.origin = 'suspense' and r.state not in ('failed', 'cancelled')), 0)
        - coalesce((select sum(case when c.state = 'open' then c.held_suspense_cents else c.lost_suspense_cents end)
            from chargeback c where c.order_id = o.id), 0)
      else 0 end
  union all
  select 'refunded-more-than-captured', o.id::text
    from payment_order o join refund r on r.order_id = o.id and r.state not in ('failed', 'cancelled')
    group by o.id having sum(r.amount_cents) > o.amount_cents
  union all
  select 'disputed-money-differs-from-chargeback', c.id::text
    from chargeback c left join ledger.account a on a.code = 'psp_held:' || c.id
    where coalesce(a.balance, 0) <> case when c.state = 'open' then c.amount_cents else 0 end
  union all
  select 'dispute-hold-differs-from-chargebacks', coalesce(c.campaign_id::text, a.code)
    from (
      select campaign_id, sum(held_pay_cents + held_fee_cents + held_suspense_cents) as held
      from chargeback where state = 'open' group by campaign_id
      having sum(held_pay_cents + held_fee_cents + held_suspense_cents) > 0
    ) c
    full join (select code, balance from ledger.account where family = 'dispute_hold' and balance <> 0) a
      on a.code = 'dispute_hold:' || c.campaign_id
    where coalesce(c.held, 0) <> coalesce(a.balance, 0)
  union all
  select 'shortfall-order-differs-from-ledger', coalesce(o.id::text, t.dedupe_key)
    from (select id from payment_order where state = 'bound' and shortfall_id is not null) o
    full join (select dedupe_key from ledger.txn where kind = 'shortfall_paid') t
      on t.dedupe_key = 'shortfall_paid:' || o.id
    where o.id is null or t.dedupe_key is null
  union all
  select 'short-payment-differs-from-shortfall', p.id::text
    from payment p left join shortfall s on s.payment_id = p.id
    where p.is_short <> coalesce(s.state in ('open', 'given-up'), false)
  union all
  select 'platform-loss-differs-from-covers', s.payment_id::text
    from shortfall s
    where (s.covered_cents is not null) <> exists (
        select from ledger.txn t where t.dedupe_key = 'cover:' || s.payment_id)
      or (s.recovered_cents is not null) <> exists (
        select from ledger.txn t where t.dedupe_key = 'recover:' || s.payment_id || ':' || s.recovered_cents);
