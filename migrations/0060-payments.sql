-- Money: the ledger (schema ledger), and the orders, payments and payouts whose money it holds.
-- All amounts are US cents. In entries + is a debit and - a credit; every transaction sums to zero.

create schema ledger;

-- What the accounts of one family are. An account is called like its family where there is only one in the whole
-- platform ('psp'), else family:uuid ('escrow:…').
create table ledger.family (
  name        text primary key check (name ~ '^[a-z_]+$'),
  kind        text not null check (kind in ('asset', 'liability', 'revenue', 'expense')),
  -- What the uuid in the code names; null for the one account of the whole platform.
  per         text,
  -- Carries a running balance that may never be negative, and therefore a row lock at every entry. The accounts of the
  -- whole platform carry none: their balance is the sum of their entries, so that no two campaigns wait for each other.
  has_balance boolean not null,
  check (has_balance = (per is not null))
);
insert into ledger.family (name, kind, per, has_balance) values
  ('psp',              'asset',     null,         false),
  ('psp_held',         'asset',     'dispute',    true),
  ('receivable',       'asset',     'advertiser', true),
  ('suspense',         'liability', 'order',      true),
  ('escrow',           'liability', 'purpose',    true),
  ('fee_unearned',     'liability', 'purpose',    true),
  ('dispute_hold',     'liability', 'purpose',    true),
  ('payable',          'liability', 'marketer',   true),
  ('tax_hold',         'liability', 'marketer',   true),
  ('payout_in_flight', 'liability', 'payout',     true),
  ('refund_in_flight', 'liability', 'refund',     true),
  ('fee_revenue',      'revenue',   null,         false),
  ('psp_fees',         'expense',   null,         false),
  ('chargeback_loss',  'expense',   null,         false);

create table ledger.account (
  id          bigint generated always as identity primary key,
  code        text not null unique,
  -- Copied from the family and not referenced: the reference would lock one shared row at every new account.
  family      text not null,
  kind        text not null check (kind in ('asset', 'liability', 'revenue', 'expense')),
  has_balance boolean not null,
  -- In the account's normal direction: assets and expenses grow by debits, the others by credits.
  balance     bigint not null default 0,
  version     bigint not null default 0,
  -- Whatever the isolation level and whoever writes: nobody is paid what is not there.
  constraint account_not_negative check (balance >= 0),
  check (has_balance or (balance = 0 and version = 0))
);
create index account_of_family on ledger.account (family);
insert into ledger.account (code, family, kind, has_balance)
  select name, name, kind, false from ledger.family where per is null;

create table ledger.txn (
  id          bigint generated always as identity primary key,
  kind        text not null check (kind in (
                'capture', 'psp_fee', 'fund', 'release',
                'payout_submit', 'payout_settle', 'payout_fee', 'payout_fail', 'payout_reverse',
                'refund_submit', 'refund_settle', 'refund_fail',
                'dispute_hold', 'dispute_release', 'dispute_lost', 'cb_fee', 'write_off', 'tax_release', 'correction')),
  -- The business fact's own key: posting a fact twice changes nothing.
  dedupe_key  text not null unique,
  actor       text not null,
  occurred_at timestamptz not null,
  check (dedupe_key like kind || ':%')
);

create table ledger.entry (
  id              bigint generated always as identity primary key,
  txn_id          bigint not null references ledger.txn (id),
  -- No foreign key: accounts are never deleted, and it would lock the rows that everybody shares.
  account_id      bigint not null,
  amount          bigint not null check (amount <> 0),
  -- Null on accounts that carry no running balance.
  balance_after   bigint,
  account_version bigint,
  unique (txn_id, account_id)
);
-- A lost update becomes a unique violation; the included amount sums an account without reading the table.
create unique index entry_of_account on ledger.entry (account_id, account_version) include (amount);

-- Rows are only ever added.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger.% is only ever added to (% refused)', tg_table_name, tg_op using errcode = 'LG001';
end $$;
create trigger txn_is_final before update or delete on ledger.txn
  for each row execute function ledger.refuse_change();
create trigger entry_is_final before update or delete on ledger.entry
  for each row execute function ledger.refuse_change();
create trigger account_stays before delete on ledger.account
  for each row execute function ledger.refuse_change();
create trigger txn_is_not_emptied before truncate on ledger.txn
  for each statement execute function ledger.refuse_change();
create trigger entry_is_not_emptied before truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger account_is_not_emptied before truncate on ledger.account
  for each statement execute function ledger.refuse_change();

-- The only way to move a balance is to add an entry.
create function ledger.apply_entry() returns trigger language plpgsql as $$
declare
  v_account ledger.account;
begin
  select * into v_account from ledger.account where id = new.account_id;
  if not found then
    raise exception 'there is no ledger account %', new.account_id using errcode = 'LG005';
  end if;
  new.balance_after := null;
  new.account_version := null;
  if v_account.has_balance then
    update ledger.account
      set balance = balance + case when kind in ('asset', 'expense') then new.amount else -new.amount end,
          version = version + 1
      where id = new.account_id
      returning balance, version into new.balance_after, new.account_version;
  end if;
  return new;
end $$;
create trigger entry_moves_balance before insert on ledger.entry
  for each row execute function ledger.apply_entry();

create function ledger.guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.balance, new.version) <> (0, 0) then
      raise exception 'an account begins at zero' using errcode = 'LG002';
    end if;
    return new;
  end if;
  if (new.id, new.code, new.family, new.kind, new.has_balance)
     <> (old.id, old.code, old.family, old.kind, old.has_balance) then
    raise exception 'what an account is never changes' using errcode = 'LG001';
  end if;
  -- Depth 1 is an UPDATE by somebody's own hand, 2 the one in apply_entry.
  if pg_catalog.pg_trigger_depth() < 2 then
    raise exception 'a balance changes only through entries' using errcode = 'LG002';
  end if;
  return new;
end $$;
create trigger account_is_guarded before insert or update on ledger.account
  for each row execute function ledger.guard_account();

-- Asked at commit, so that a transaction's entries may come one after another.
create function ledger.check_balanced() returns trigger language plpgsql as $$
declare
  v_txn bigint := case tg_table_name when 'txn' then new.id end;
  v_sum numeric;
  v_entries bigint;
begin
  if v_txn is null then
    v_txn := new.txn_id;
  end if;
  select coalesce(sum(amount), 0), count(*) into v_sum, v_entries from ledger.entry where txn_id = v_txn;
  if v_sum <> 0 or v_entries < 2 then
    raise exception 'ledger transaction % does not balance: % entries, sum %', v_txn, v_entries, v_sum
      using errcode = 'LG003';
  end if;
  return null;
end $$;
create constraint trigger txn_balances after insert on ledger.txn
  deferrable initially deferred for each row execute function ledger.check_balanced();
create constraint trigger entry_balances after insert on ledger.entry
  deferrable initially deferred for each row execute function ledger.check_balanced();

-- Posts one business fact: [{"account": "escrow:…", "amount": 2500}, …]. Answers the transaction's id, or null where the
-- fact was posted before; the same key with other entries is an error (LG006). Makes missing accounts of known families.
-- Locks accounts in the order of their ids, so that two postings cannot wait for each other.
create function ledger.post(p_kind text, p_key text, p_actor text, p_at timestamptz, p_legs jsonb)
returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_txn bigint;
  v_entries bigint;
begin
  insert into ledger.txn (kind, dedupe_key, actor, occurred_at) values (p_kind, p_key, p_actor, p_at)
    on conflict (dedupe_key) do nothing returning id into v_txn;
  if v_txn is null then
    perform ledger.expect_same(p_kind, p_key, p_legs);
    return null;
  end if;

  insert into ledger.account (code, family, kind, has_balance)
    select leg ->> 'account', f.name, f.kind, f.has_balance
    from jsonb_array_elements(p_legs) leg
    join ledger.family f on f.name = split_part(leg ->> 'account', ':', 1)
    where f.per is not null
      and leg ->> 'account' ~ '^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and not exists (select from ledger.account a where a.code = leg ->> 'account')
    order by 1
    on conflict (code) do nothing;

  perform from ledger.account a
    where a.has_balance and a.code in (select leg ->> 'account' from jsonb_array_elements(p_legs) leg)
    order by a.id for no key update;

  insert into ledger.entry (txn_id, account_id, amount)
    select v_txn, a.id, (leg ->> 'amount')::bigint
    from jsonb_array_elements(p_legs) leg
    join ledger.account a on a.code = leg ->> 'account'
    order by a.id;
  get diagnostics v_entries = row_count;
  if v_entries <> jsonb_array_length(p_legs) then
    raise exception 'a ledger account of % is of no known kind', p_legs using errcode = 'LG005';
  end if;
  return v_txn;
end $$;

create function ledger.expect_same(p_kind text, p_key text, p_legs jsonb)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_differs boolean;
begin
  select exists (
    (select leg ->> 'account', (leg ->> 'amount')::bigint from jsonb_array_elements(p_legs) leg
     except
     select a.code, e.amount from ledger.txn t
       join ledger.entry e on e.txn_id = t.id join ledger.account a on a.id = e.account_id
       where t.dedupe_key = p_key and t.kind = p_kind)
    union all
    (select a.code, e.amount from ledger.txn t
       join ledger.entry e on e.txn_id = t.id join ledger.account a on a.id = e.account_id
       where t.dedupe_key = p_key
     except
     select leg ->> 'account', (leg ->> 'amount')::bigint from jsonb_array_elements(p_legs) leg)
  ) into v_differs;
  if v_differs then
    raise exception 'ledger transaction % was posted before with other entries than %', p_key, p_legs
      using errcode = 'LG006';
  end if;
end $$;

-- One order at the wallet, opened for a purpose that payments do not know (a campaign).
create table payment_order (
  id                  uuid primary key,
  purpose_id          uuid not null,
  created_by          uuid not null references account (id),
  amount_cents        bigint not null check (amount_cents > 0),
  -- What the wallet was told with the request id: the same id never travels with another body.
  description         text not null,
  return_url          text not null,
  cancel_url          text not null,
  state               text not null check (state in
                        ('creating', 'open', 'capturing', 'pending', 'captured', 'bound', 'closed')),
  -- Idempotency keys, stored before they are sent; the wallet forgets them after six hours.
  create_request_id   uuid not null unique,
  capture_request_id  uuid not null unique,
  provider_order_id   text unique,
  approve_url         text,
  provider_capture_id text unique,
  psp_fee_cents       bigint check (psp_fee_cents >= 0),
  -- The wallet's last refusal, for support.
  last_issue          text,
  -- When the sweep looks at the order at the wallet next.
  look_at             timestamptz not null,
  created_at          timestamptz not null,
  capture_sent_at     timestamptz,
  captured_at         timestamptz,
  bound_at            timestamptz,
  check (state in ('creating', 'closed') or provider_order_id is not null),
  check (state not in ('pending', 'captured', 'bound') or provider_capture_id is not null),
  check (state <> 'capturing' or capture_sent_at is not null),
  check ((state in ('captured', 'bound')) = (captured_at is not null)),
  check ((state = 'bound') = (bound_at is not null))
);
-- Taken before the wallet is asked to capture: nobody is charged twice for one purpose.
create unique index payment_order_one_capture on payment_order (purpose_id)
  where state in ('capturing', 'pending', 'captured', 'bound');
create index payment_order_of_purpose on payment_order (purpose_id, created_by);
create index payment_order_to_look_at on payment_order (look_at)
  where state in ('creating', 'open', 'capturing', 'pending');

-- What a marketer is owed for one piece of work; the source (a proof) can be paid once, ever.
create table payment (
  id            uuid primary key,
  source_id     uuid not null unique,
  purpose_id    uuid not null,
  purpose_title text not null,
  marketer_id   uuid not null references account (id),
  amount_cents  bigint not null check (amount_cents > 0),
  -- The platform's share that was earned with it.
  fee_cents     bigint not null check (fee_cents >= 0),
  status        text not null check (status in ('pending', 'completed', 'failed')),
  created_at    timestamptz not null,
  completed_at  timestamptz,
  failed_at     timestamptz,
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'failed') = (failed_at is not null))
);
create index payment_newest on payment (marketer_id, created_at desc, id desc);
create index payment_of_purpose on payment (purpose_id);
create index payment_unpaid on payment (marketer_id, created_at, id) where status <> 'completed';

-- One attempt to pay a payment. Its id makes the wallet's sender_batch_id, so an attempt leaves at most once; another
-- address or another try is another row.
create table payout (
  id                uuid primary key,
  payment_id        uuid not null references payment (id),
  marketer_id       uuid not null references account (id),
  amount_cents      bigint not null check (amount_cents > 0),
  receiver_email    text not null check (receiver_email like '%_@_%' and length(receiver_email) <= 127),
  -- submitting: asked, and not answered yet, which may last; it never becomes a failure without the wallet's word.
  state             text not null check (state in (
                      'queued', 'withdrawn', 'submitting', 'processing', 'unclaimed', 'held', 'succeeded',
                      'failed', 'returned', 'blocked', 'refunded', 'reversed')),
  provider_batch_id text unique,
  provider_item_id  text unique,
  last_issue        text,
  created_at        timestamptz not null,
  submitted_at      timestamptz,
  -- When the sweep looks at it at the wallet next.
  look_at           timestamptz,
  ended_at          timestamptz,
  check (state in ('queued', 'withdrawn') or submitted_at is not null)
);
create unique index payout_one_live on payout (payment_id)
  where state in ('queued', 'submitting', 'processing', 'unclaimed', 'held', 'succeeded');
create index payout_of_payment on payout (payment_id, created_at);
create index payout_to_look_at on payout (look_at)
  where state in ('submitting', 'processing', 'unclaimed', 'held');
create index payout_of_marketer on payout (marketer_id) where state in ('submitting', 'processing', 'unclaimed', 'held');

-- Deliveries of the wallet as they came, byte for byte; each is looked into once.
create table webhook_event (
  id           text primary key check (length(id) <= 200),
  event_type   text not null,
  resource_id  text,
  raw          bytea not null,
  received_at  timestamptz not null,
  handled_at   timestamptz,
  -- What it was about, or why nothing was done.
  outcome      text
);
create index webhook_event_newest on webhook_event (received_at desc);

revoke delete on payment_order, payment, payout, webhook_event from promenade_app;

-- Net balance of each family, from the entries alone.
create view ledger.trial_balance as
  select f.name as family, f.kind, count(a.id) as accounts,
         greatest(coalesce(sum(n.net), 0), 0)::bigint as debit_cents,
         greatest(-coalesce(sum(n.net), 0), 0)::bigint as credit_cents
  from ledger.family f
  left join ledger.account a on a.family = f.name
  left join (select account_id, sum(amount) as net from ledger.entry group by account_id) n on n.account_id = a.id
  group by f.name, f.kind;

-- Every broken rule, found without trusting the triggers that prevent them. Must be empty.
create view ledger.violation (rule, reference) as
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
    where o.state in ('captured', 'bound')
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
  select 'payable-differs-from-payments', coalesce(p.marketer_id::text, a.code)
    from (
      select p.marketer_id, sum(p.amount_cents) as owed
      from payment p
      where p.status <> 'completed' and not exists (
        select from payout o where o.payment_id = p.id and o.state in ('submitting', 'processing', 'unclaimed', 'held'))
      group by p.marketer_id
    ) p
    full join (select code, balance from ledger.account where family = 'payable' and balance <> 0) a
      on a.code = 'payable:' || p.marketer_id
    where coalesce(p.owed, 0) <> coalesce(a.balance, 0);

-- The application reads the ledger, and writes it through the posting function alone.
grant usage on schema ledger to promenade_app;
grant select on all tables in schema ledger to promenade_app;
revoke execute on all functions in schema ledger from public;
grant execute on function ledger.post(text, text, text, timestamptz, jsonb) to promenade_app;
