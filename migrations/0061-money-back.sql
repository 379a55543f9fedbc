-- Money that goes back: refunds, chargebacks, payments that wait for a tax ID, and the wallet's books beside ours.

-- What an order is over is fixed when it is opened, so that a changed fee setting never parts the sum from its halves.
alter table payment_order add column pay_cents bigint check (pay_cents > 0);
alter table payment_order add column fee_cents bigint check (fee_cents >= 0);
-- Orders from before: what they were bound as, else the halves of the default fee of 15 %.
update payment_order o set
  pay_cents = coalesce(
    (select -e.amount from ledger.txn t join ledger.entry e on e.txn_id = t.id join ledger.account a on a.id = e.account_id
     where t.dedupe_key = 'fund:' || o.purpose_id and o.state = 'bound' and a.family = 'escrow'),
    round(o.amount_cents / 1.15)::bigint);
update payment_order set fee_cents = amount_cents - pay_cents;
alter table payment_order alter column pay_cents set not null;
alter table payment_order alter column fee_cents set not null;
alter table payment_order add constraint payment_order_halves check (amount_cents = pay_cents + fee_cents);

-- surplus: captured, and not for its purpose (a second payment, or one that could not fund it): it goes back.
alter table payment_order drop constraint payment_order_state_check;
alter table payment_order add constraint payment_order_state_check check (state in
  ('creating', 'open', 'capturing', 'pending', 'captured', 'bound', 'surplus', 'closed'));
alter table payment_order drop constraint payment_order_check1;
alter table payment_order add constraint payment_order_has_capture check (
  state not in ('pending', 'captured', 'bound', 'surplus') or provider_capture_id is not null);
alter table payment_order drop constraint payment_order_check3;
alter table payment_order add constraint payment_order_captured_when check (
  (state in ('captured', 'bound', 'surplus')) = (captured_at is not null));
create index payment_order_unbound on payment_order (captured_at) where state in ('captured', 'surplus');

-- One attempt to give back a part of one capture. Its id is the request id at the wallet, so it leaves at most once.
create table refund (
  id                 uuid primary key,
  order_id           uuid not null references payment_order (id),
  purpose_id         uuid not null,
  -- From the purpose's escrow and unearned fee, or from the suspense of an order that funds nothing.
  origin             text not null check (origin in ('escrow', 'suspense')),
  pay_cents          bigint not null check (pay_cents >= 0),
  fee_cents          bigint not null check (fee_cents >= 0),
  amount_cents       bigint not null generated always as (pay_cents + fee_cents) stored check (amount_cents > 0),
  -- submitting: asked, and not answered yet, which may last; it never becomes a failure without the wallet's word.
  state              text not null check (state in ('submitting', 'pending', 'completed', 'failed', 'cancelled')),
  provider_refund_id text unique,
  last_issue         text,
  -- Who asked for it; null where the platform did.
  requested_by       uuid references account (id),
  created_at         timestamptz not null,
  -- When the sweep looks at it at the wallet next.
  look_at            timestamptz,
  ended_at           timestamptz,
  check ((state in ('completed', 'failed', 'cancelled')) = (ended_at is not null)),
  check (state not in ('pending', 'completed') or provider_refund_id is not null)
);
create index refund_of_order on refund (order_id);
create index refund_of_purpose on refund (purpose_id, created_at);
create index refund_to_look_at on refund (look_at) where state in ('submitting', 'pending');

-- A payer has taken a payment back through the wallet or their bank. While it is open nothing leaves the purpose.
create table chargeback (
  id                   uuid primary key,
  provider_dispute_id  text not null unique,
  order_id             uuid not null references payment_order (id),
  purpose_id           uuid not null,
  amount_cents         bigint not null check (amount_cents > 0),
  -- What was still there to be held when it was opened.
  held_pay_cents       bigint not null check (held_pay_cents >= 0),
  held_fee_cents       bigint not null check (held_fee_cents >= 0),
  held_suspense_cents  bigint not null check (held_suspense_cents >= 0),
  state                text not null check (state in ('open', 'won', 'lost')),
  -- Of the held sums, what stayed away for good; what exceeds them the payer owes.
  lost_pay_cents       bigint not null default 0 check (lost_pay_cents between 0 and held_pay_cents),
  lost_fee_cents       bigint not null default 0 check (lost_fee_cents between 0 and held_fee_cents),
  lost_suspense_cents  bigint not null default 0 check (lost_suspense_cents between 0 and held_suspense_cents),
  owed_cents           bigint not null default 0 check (owed_cents >= 0),
  opened_at            timestamptz not null,
  closed_at            timestamptz,
  look_at              timestamptz,
  check (held_pay_cents + held_fee_cents + held_suspense_cents <= amount_cents),
  check ((state = 'open') = (closed_at is null)),
  check (state = 'lost' or lost_pay_cents + lost_fee_cents + lost_suspense_cents + owed_cents = 0)
);
create index chargeback_of_purpose on chargeback (purpose_id);
create index chargeback_to_look_at on chargeback (look_at) where state = 'open';

-- Released above the tax threshold without a tax ID: the money lies in tax_hold until one is verified.
alter table payment add column is_tax_held boolean not null default false;
alter table payment add constraint payment_held_is_unpaid check (not is_tax_held or status = 'pending');
create index payment_tax_held on payment (marketer_id) where is_tax_held;

-- The item is to be taken back while nobody has claimed it, because another address or a person asked for it.
alter table payout add column cancel_asked_at timestamptz;
create index payout_queued on payout (created_at) where state = 'queued';

-- The wallet's books beside ours, as they were compared.
create table reconciliation (
  id             uuid primary key,
  started_at     timestamptz not null,
  finished_at    timestamptz,
  from_at        timestamptz not null,
  to_at          timestamptz not null,
  -- Our balance of psp, and the wallet's own; null where the wallet did not answer.
  ours_cents     bigint,
  theirs_cents   bigint,
  compared       integer not null default 0 check (compared >= 0),
  -- [{kind, reference, ours, theirs}], amounts in cents or null.
  differences    jsonb not null default '[]',
  -- Why it could not be finished.
  problem        text,
  check (from_at < to_at)
);
create index reconciliation_newest on reconciliation (started_at desc);

revoke delete on refund, chargeback, reconciliation from promenade_app;

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
  select 'bound-differs-from-fund', coalesce(o.purpose_id::text, t.dedupe_key)
    from (select purpose_id from payment_order where state = 'bound') o
    full join (select dedupe_key from ledger.txn where kind = 'fund') t on t.dedupe_key = 'fund:' || o.purpose_id
    where o.purpose_id is null or t.dedupe_key is null
  union all
  select 'payment-differs-from-release', coalesce(p.source_id::text, t.dedupe_key)
    from payment p
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
      where p.status <> 'completed' and not p.is_tax_held and not exists (
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
  select 'pay-differs-from-its-parts', o.purpose_id::text
    from payment_order o
    where o.state = 'bound' and o.pay_cents <>
      coalesce((select a.balance from ledger.account a where a.code = 'escrow:' || o.purpose_id), 0)
      + coalesce((select sum(p.amount_cents) from payment p where p.purpose_id = o.purpose_id), 0)
      + coalesce((select sum(r.pay_cents) from refund r
          where r.purpose_id = o.purpose_id and r.origin = 'escrow' and r.state not in ('failed', 'cancelled')), 0)
      + coalesce((select sum(case when c.state = 'open' then c.held_pay_cents else c.lost_pay_cents end)
          from chargeback c where c.purpose_id = o.purpose_id), 0)
  union all
  select 'fee-differs-from-its-parts', o.purpose_id::text
    from payment_order o
    where o.state = 'bound' and o.fee_cents <>
      coalesce((select a.balance from ledger.account a where a.code = 'fee_unearned:' || o.purpose_id), 0)
      + coalesce((select sum(p.fee_cents) from payment p where p.purpose_id = o.purpose_id), 0)
      + coalesce((select sum(r.fee_cents) from refund r
          where r.purpose_id = o.purpose_id and r.origin = 'escrow' and r.state not in ('failed', 'cancelled')), 0)
      + coalesce((select sum(case when c.state = 'open' then c.held_fee_cents else c.lost_fee_cents end)
          from chargeback c where c.purpose_id = o.purpose_id), 0)
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
  select 'dispute-hold-differs-from-chargebacks', coalesce(c.purpose_id::text, a.code)
    from (
      select purpose_id, sum(held_pay_cents + held_fee_cents + held_suspense_cents) as held
      from chargeback where state = 'open' group by purpose_id
      having sum(held_pay_cents + held_fee_cents + held_suspense_cents) > 0
    ) c
    full join (select code, balance from ledger.account where family = 'dispute_hold' and balance <> 0) a
      on a.code = 'dispute_hold:' || c.purpose_id
    where coalesce(c.held, 0) <> coalesce(a.balance, 0);
