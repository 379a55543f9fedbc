-- A dispute has a side, deadlines, and an award in cents. Both sides answer, propose, and accept before an admin decides.
alter table dispute add column side text not null default 'marketer' check (side in ('marketer', 'advertiser'));
alter table dispute alter column side drop default;
-- What is disputed: the pay of the place, and the platform's fee on it.
alter table dispute add column pay_cents bigint check (pay_cents > 0);
alter table dispute add column fee_cents bigint check (fee_cents >= 0);
-- What the marketer gets of the pay. Null until the dispute has ended.
alter table dispute add column award_cents bigint;
-- When the current step is over: the answer, the agreement, or the decision. Null once the dispute has ended.
alter table dispute add column due_at timestamptz;
-- When those whose turn it is were reminded of due_at.
alter table dispute add column reminded_at timestamptz;

alter table dispute disable trigger dispute_is_guarded;
update dispute d set
  pay_cents = c.pay_cents,
  fee_cents = coalesce(p.fee_cents, c.fee_cents / c.needed),
  award_cents = case d.state when 'upheld' then c.pay_cents when 'rejected' then 0 end,
  due_at = case d.state when 'open' then d.opened_at + interval '72 hours' end
from campaign c, proof w left join payment p on p.source_id = w.id
where c.id = d.campaign_id and w.id = d.proof_id;
alter table dispute enable trigger dispute_is_guarded;
alter table dispute alter column pay_cents set not null;
alter table dispute alter column fee_cents set not null;

alter table dispute drop constraint dispute_decided;
alter table dispute drop constraint dispute_state_check;
alter table dispute add constraint dispute_state_check
  check (state in ('open', 'answered', 'proposed', 'escalated', 'agreed', 'upheld', 'split', 'rejected'));
alter table dispute add constraint dispute_ended check (
  num_nulls(decided_by, decided_at, award_cents)
    = case when state in ('open', 'answered', 'proposed', 'escalated') then 3 else 0 end
  and (due_at is null) = (decided_at is not null)
  and (note is not null) = (state in ('upheld', 'split', 'rejected')));
-- An upheld dispute gives its side everything, a rejected one gives it nothing.
alter table dispute add constraint dispute_award check (case state
  when 'upheld' then award_cents = case side when 'marketer' then pay_cents else 0 end
  when 'rejected' then award_cents = case side when 'marketer' then 0 else pay_cents end
  when 'split' then award_cents > 0 and award_cents < pay_cents
  when 'agreed' then award_cents between 0 and pay_cents
  else true end);
create index dispute_due on dispute (due_at, id) where due_at is not null;

-- What both sides said and did after the opening. Rows are only added.
create table dispute_entry (
  dispute_id uuid not null references dispute,
  turn integer not null check (turn > 0),
  kind text not null check (kind in ('answered', 'proposed', 'accepted', 'escalated')),
  side text not null check (side in ('marketer', 'advertiser', 'platform')),
  by_id uuid references account,
  text text check (char_length(text) between 1 and 2000),
  award_cents bigint check (award_cents >= 0),
  at timestamptz not null,
  primary key (dispute_id, turn),
  check ((side = 'platform') = (by_id is null)),
  check ((kind = 'proposed') = (award_cents is not null)));

-- Files of the opening (turn 0) and of an answer.
create table dispute_file (
  upload_id uuid primary key,
  dispute_id uuid not null references dispute,
  turn integer not null check (turn >= 0),
  content_type text not null,
  position integer not null);
create index dispute_file_of_dispute on dispute_file (dispute_id, turn, position);
revoke update, delete, truncate on dispute_entry, dispute_file from promenade_app;

create function dispute_entry_is_guarded() returns trigger language plpgsql as $$
declare
  v_dispute dispute;
begin
  select * into v_dispute from dispute where id = new.dispute_id;
  if v_dispute.award_cents is not null then
    raise exception 'dispute % has ended', new.dispute_id using errcode = 'DI001';
  end if;
  if new.award_cents > v_dispute.pay_cents then
    raise exception 'a proposal of % is more than the % that dispute % is about',
      new.award_cents, v_dispute.pay_cents, new.dispute_id using errcode = 'DI003';
  end if;
  return new;
end $$;
create trigger dispute_entry_is_guarded before insert on dispute_entry
  for each row execute function dispute_entry_is_guarded();

create or replace function dispute_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a dispute begins open' using errcode = 'DI001';
    end if;
    if not exists (
      select from proof p join campaign c on c.id = p.campaign_id
      where (p.id, p.application_id, p.campaign_id) = (new.proof_id, new.application_id, new.campaign_id)
        and case new.side
          when 'marketer' then p.marketer_id = new.opened_by and p.status = 'rejected' and c.pay_cents = new.pay_cents
          else p.marketer_id <> new.opened_by and p.status = 'approved' and exists (
            select from payment m where m.source_id = p.id and m.dispute_id = new.id and m.amount_cents = new.pay_cents)
        end
    ) then
      raise exception 'proof % is not one that this side may dispute', new.proof_id using errcode = 'DI002';
    end if;
    return new;
  end if;
  if old.award_cents is not null then
    raise exception 'dispute % is already %', old.id, old.state using errcode = 'DI001';
  end if;
  if (new.id, new.proof_id, new.application_id, new.campaign_id, new.opened_by, new.reason, new.opened_at,
      new.side, new.pay_cents)
     <> (old.id, old.proof_id, old.application_id, old.campaign_id, old.opened_by, old.reason, old.opened_at,
      old.side, old.pay_cents) then
    raise exception 'what a dispute is about never changes' using errcode = 'DI001';
  end if;
  return new;
end $$;

-- Besides its first decision, a proof changes only by a dispute that has ended.
create or replace function proof_decision_is_final() returns trigger language plpgsql as $$
begin
  if old.status = 'pending' or new.status = old.status then
    return new;
  end if;
  if old.status = 'rejected' and new.status = 'approved'
     and exists (select from dispute d where d.proof_id = old.id and d.side = 'marketer' and d.award_cents > 0) then
    return new;
  end if;
  if old.status = 'approved' and new.status = 'rejected'
     and exists (select from dispute d where d.proof_id = old.id and d.side = 'advertiser' and d.award_cents = 0) then
    return new;
  end if;
  raise exception 'proof % is already %', old.id, old.status using errcode = 'PR001';
end $$;

-- The fact of the release: the approved proof, or the dispute that awarded the pay.
alter table payment add column fact_id uuid;
update payment set fact_id = source_id;
alter table payment alter column fact_id set not null;
alter table payment add constraint payment_fact unique (fact_id);
-- The advertiser's dispute over the approval, and since when it holds the money.
alter table payment add column dispute_id uuid;
alter table payment add column disputed_since timestamptz;
alter table payment add constraint payment_disputed_by check (disputed_since is null or dispute_id is not null);
create index payment_of_dispute on payment (dispute_id) where dispute_id is not null;
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check
  check (status in ('pending', 'completed', 'failed', 'cancelled'));
-- A dispute took all of it back.
alter table payment drop constraint payment_amount_cents_check;
alter table payment add constraint payment_amount_unless_cancelled
  check (amount_cents >= 0 and (amount_cents = 0) = (status = 'cancelled'));

create function payment_amount_is_guarded() returns trigger language plpgsql as $$
begin
  if not exists (
    select from dispute d
    where d.id = old.dispute_id and (d.pay_cents, d.award_cents) = (old.amount_cents, new.amount_cents)
  ) then
    raise exception 'only a dispute changes the amount of payment %', old.id using errcode = 'PA001';
  end if;
  return new;
end $$;
create trigger payment_amount_is_guarded before update on payment
  for each row when (new.amount_cents <> old.amount_cents) execute function payment_amount_is_guarded();

do $$
declare
  v_check text := pg_get_constraintdef(oid) from pg_constraint where conname = 'txn_kind_check';
begin
  alter table ledger.txn drop constraint txn_kind_check;
  execute 'alter table ledger.txn add constraint txn_kind_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''take_back''::text, ');
end $$;

do $$
declare
  v_view text := regexp_replace(rtrim(pg_get_viewdef('ledger.violation'), '; '), '\s+', ' ', 'g');
  v_before text := 'SELECT payment.source_id FROM payment WHERE (NOT payment.is_short)';
begin
  if strpos(v_view, v_before) = 0 then raise exception 'ledger.violation does not compare releases'; end if;
  v_view := replace(v_view, v_before,
    'select payment.fact_id as source_id from payment where not payment.is_short');
  execute 'create or replace view ledger.violation (rule, reference) as ' || v_view || $rules$
    union all
    select 'award-differs-from-payment', d.id::text
      from dispute d left join payment p on p.source_id = d.proof_id
      where d.award_cents <> coalesce(p.amount_cents, 0)
    union all
    select 'take-back-differs-from-dispute', coalesce(d.id::text, t.dedupe_key)
      from (select id from dispute where side = 'advertiser' and award_cents < pay_cents) d
      full join (select dedupe_key from ledger.txn where kind = 'take_back') t
        on t.dedupe_key = 'take_back:' || d.id
      where d.id is null or t.dedupe_key is null
    union all
    select 'disputed-payment-differs-from-dispute', coalesce(d.id, p.dispute_id)::text
      from (select id from dispute where side = 'advertiser' and award_cents is null) d
      full join (select dispute_id from payment where disputed_since is not null) p on p.dispute_id = d.id
      where d.id is null or p.dispute_id is null$rules$;
end $$;
