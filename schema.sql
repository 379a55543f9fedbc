-- The schema after all migrations. Written by `npm run schema`; tests/schema.test.ts compares it.


CREATE SCHEMA ledger;

CREATE SCHEMA platform;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE FUNCTION ledger.add_to_subtotal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION ledger.apply_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_account ledger.account;
  v_amount bigint;
begin
  select * into v_account from ledger.account where id = new.account_id;
  if not found then
    raise exception 'there is no ledger account %', new.account_id using errcode = 'LG005';
  end if;
  new.balance_after := null;
  new.account_version := null;
  if v_account.has_balance then
    v_amount := case when v_account.kind in ('asset', 'expense') then new.amount else -new.amount end;
    update ledger.account a
      set balance = a.balance + v_amount,
          version = a.version + 1,
          released = a.released + case when t.kind in ('release', 'take_back', 'tip_release') then v_amount else 0 end
      from ledger.txn t
      where a.id = new.account_id and t.id = new.txn_id
      returning a.balance, a.version into new.balance_after, new.account_version;
  end if;
  return new;
end $$;

CREATE FUNCTION ledger.check_balanced() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION ledger.expect_same(p_kind text, p_key text, p_legs jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION ledger.guard_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    if (new.balance, new.version, new.released) <> (0, 0, 0) then
      raise exception 'an account begins at zero' using errcode = 'LG002';
    end if;
    return new;
  end if;
  if (new.id, new.code, new.family, new.kind, new.has_balance)
     <> (old.id, old.code, old.family, old.kind, old.has_balance) then
    raise exception 'what an account is never changes' using errcode = 'LG001';
  end if;
  -- Depth 1 is an UPDATE from outside, 2 the one in apply_entry.
  if pg_catalog.pg_trigger_depth() < 2 then
    raise exception 'a balance changes only through entries' using errcode = 'LG002';
  end if;
  return new;
end $$;

CREATE FUNCTION ledger.post(p_kind text, p_key text, p_actor text, p_at timestamp with time zone, p_legs jsonb) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
end $_$;

CREATE FUNCTION ledger.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'ledger.% is only ever added to (% refused)', tg_table_name, tg_op using errcode = 'LG001';
end $$;

CREATE FUNCTION public.account_takes_no_more() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_account uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_type text := tg_argv[1];
  v_found record;
begin
  select deleted_at, role into v_found from account where id = v_account for key share;
  if v_found.deleted_at is not null then
    raise exception 'account % is deleted', v_account using errcode = 'AC001';
  end if;
  if v_found.role is distinct from coalesce(v_type, v_found.role) then
    raise exception 'account % is no %', v_account, v_type using errcode = 'AC001';
  end if;
  return new;
end $$;

CREATE FUNCTION public.audit_entry_awaits_seal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into audit_unsealed (position) values (new.position);
  return null;
end $$;

CREATE FUNCTION public.audit_entry_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '7 years' then return old; end if;
  end if;
  raise exception 'audit entries are only ever added (% refused)', tg_op using errcode = 'PR001';
end $$;

CREATE FUNCTION public.audit_seal_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    if old.sealed_at < now() - interval '7 years' then return old; end if;
  end if;
  raise exception 'audit seals are only ever added (% refused)', tg_op using errcode = 'PR001';
end $$;

CREATE FUNCTION public.campaign_closing_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.closing_since is not null and new.hired > old.hired then
    raise exception 'campaign % is closing and takes nobody any more', old.id using errcode = 'CA001';
  end if;
  if old.closing_since is not null
     and (new.closing_since, new.close_reason) is distinct from (old.closing_since, old.close_reason) then
    raise exception 'campaign % has been closed since %', old.id, old.closing_since using errcode = 'CA002';
  end if;
  return new;
end $$;

CREATE FUNCTION public.campaign_lane(campaign_type text, pay_cents bigint, duration_minutes integer, social_platform text, followers_needed bigint) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case when campaign_type = 'wearable'
    then coalesce(least(20, floor(round(pay_cents * 60.0 / duration_minutes) / 1000) + ceil(round(pay_cents * 60.0 / duration_minutes) / 1000)), 0)
  else 100
    + 10 * case social_platform
        when 'instagram' then 1 when 'tiktok' then 2 when 'facebook' then 3 when 'youtube' then 4 when 'twitter' then 5
        else 0 end
    + case when followers_needed < 1000 then 0 when followers_needed < 10000 then 1 when followers_needed < 100000 then 2
        when followers_needed < 500000 then 3 when followers_needed < 1000000 then 4 else 5 end
  end::smallint
$$;

CREATE FUNCTION public.campaign_plane(lat double precision, lng double precision) RETURNS point
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select point(tan(radians(45 - lat / 2)) * cos(radians(lng)), tan(radians(45 - lat / 2)) * sin(radians(lng)))
$$;

CREATE FUNCTION public.delete_old_webhooks(p_received_until timestamp with time zone, p_limit integer) RETURNS SETOF text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  delete from public.webhook_event where id in (
    select id from public.webhook_event
    where received_at <= p_received_until and handled_at is not null
    order by received_at limit p_limit for update skip locked)
  returning id
$$;

CREATE FUNCTION public.dispute_entry_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.dispute_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
      new.side, new.pay_cents, new.is_by_admin)
     <> (old.id, old.proof_id, old.application_id, old.campaign_id, old.opened_by, old.reason, old.opened_at,
      old.side, old.pay_cents, old.is_by_admin) then
    raise exception 'what a dispute is about never changes' using errcode = 'DI001';
  end if;
  return new;
end $$;

CREATE FUNCTION public.drop_empty_location_months(p_before date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '300ms'
    AS $_$
declare
  v_name text;
  v_is_empty boolean;
begin
  for v_attempt in 1..20 loop
    begin
      perform pg_advisory_xact_lock('public.location_fix'::regclass::bigint);
      for v_name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'public.location_fix'::regclass and c.relname ~ '^location_fix_[0-9]{6}$'
          and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= p_before
        order by c.relname
      loop
        execute format('select not exists (select from public.%I)', v_name) into v_is_empty;
        continue when not v_is_empty;
        lock table public.location_fix in access exclusive mode;
        -- One may have come meanwhile.
        execute format('select not exists (select from public.%I)', v_name) into v_is_empty;
        continue when not v_is_empty;
        execute format('drop table public.%I', v_name);
      end loop;
      return;
    exception when lock_not_available then
      if v_attempt = 20 then raise; end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end $_$;

CREATE FUNCTION public.expire_audit(p_seal bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with entries as (
    delete from public.audit_entry where position in (
      select s.position from public.audit_seal s where s.number <= p_seal)
    returning 1),
  seals as (delete from public.audit_seal where number < p_seal)
  select count(*) from entries
$$;

CREATE FUNCTION public.invoice_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_order payment_order;
  v_corrected invoice;
  v_credited record;
  v_returned record;
begin
  if tg_op <> 'INSERT' then
    raise exception 'invoices are final (% refused)', tg_op using errcode = 'IV001';
  end if;
  if new.number > 1 and not exists (
    select from invoice i where i.kind = new.kind and i.year = new.year and i.number = new.number - 1
  ) and not exists (
    select from invoice_skip s where s.kind = new.kind and s.year = new.year and s.number = new.number - 1
  ) then
    raise exception '% % of % leaves a gap', new.kind, new.number, new.year using errcode = 'IV002';
  end if;
  select * into v_order from payment_order where id = new.order_id;
  if v_order.state <> 'bound' or v_order.tip_id is not null or v_order.chargeback_id is not null
     or (v_order.created_by, v_order.campaign_id) <> (new.buyer_id, new.campaign_id) then
    raise exception 'order % has no invoice of this buyer', new.order_id using errcode = 'IV003';
  end if;
  if new.kind = 'invoice' then
    if (new.fee_cents, new.deposit_cents) <> (v_order.fee_cents, v_order.pay_cents) then
      raise exception 'invoice % is not about the sums of its order', new.id using errcode = 'IV003';
    end if;
    if v_order.seller is null
       or (new.seller_name, new.seller_country) is distinct from (v_order.seller ->> 'name', v_order.seller ->> 'country')
       or (new.treatment in ('taxed', 'taxed-unproven')
           and new.vat_basis_points <> (v_order.seller ->> 'vatBasisPoints')::integer) then
      raise exception 'invoice % is not by the seller of its order', new.id using errcode = 'IV006';
    end if;
    return new;
  end if;
  select * into v_corrected from invoice where id = new.corrects;
  select coalesce(sum(fee_cents), 0) as fee, coalesce(sum(vat_cents), 0) as vat, coalesce(sum(deposit_cents), 0) as deposit
    into v_credited from invoice where corrects = new.corrects;
  if v_corrected.kind <> 'invoice' or v_corrected.order_id <> new.order_id
     or v_credited.fee + new.fee_cents > v_corrected.fee_cents
     or v_credited.vat + new.vat_cents > v_corrected.vat_cents
     or v_credited.deposit + new.deposit_cents > v_corrected.deposit_cents then
    raise exception 'credit note % exceeds its invoice', new.id using errcode = 'IV004';
  end if;
  select fee, deposit into v_returned from (
    select r.fee_cents as fee, r.pay_cents as deposit from refund r
      where r.id = new.refund_id and r.campaign_id = new.campaign_id and r.state = 'completed' and r.origin = 'escrow'
    union all
    select c.lost_fee_cents, c.lost_pay_cents from chargeback c
      where c.id = new.chargeback_id and c.campaign_id = new.campaign_id and c.state = 'lost'
  ) returned;
  if not found then
    raise exception 'credit note % is about no completed refund or lost dispute', new.id using errcode = 'IV005';
  end if;
  select coalesce(sum(fee_cents), 0) as fee, coalesce(sum(deposit_cents), 0) as deposit into v_credited
    from invoice where refund_id = new.refund_id or chargeback_id = new.chargeback_id;
  if v_credited.fee + new.fee_cents > v_returned.fee or v_credited.deposit + new.deposit_cents > v_returned.deposit then
    raise exception 'credit note % exceeds the returned money', new.id using errcode = 'IV005';
  end if;
  return new;
end $$;

CREATE FUNCTION public.marketer_listing_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_found record;
begin
  -- Deleting and changing the type hold the account's row until they commit (the form of 0142).
  select deleted_at, role into v_found from account where id = new.account_id for key share;
  if v_found.deleted_at is not null or v_found.role is distinct from 'marketer' then
    raise exception 'account % is deleted or no marketer', new.account_id using errcode = 'AC001';
  end if;
  return new;
end $$;

CREATE FUNCTION public.payment_amount_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (
    select from dispute d
    where d.id = old.dispute_id and (d.pay_cents, d.award_cents) = (old.amount_cents, new.amount_cents)
  ) then
    raise exception 'only a dispute changes the amount of payment %', old.id using errcode = 'PA001';
  end if;
  return new;
end $$;

CREATE FUNCTION public.payment_has_no_live_payout() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (
    select from payout
    where payment_id = new.id and state in ('submitting', 'processing', 'unclaimed', 'held', 'succeeded')
  ) then
    raise exception 'payment % has a payout, so no dispute can hold it', new.id using errcode = 'PA002';
  end if;
  return new;
end $$;

CREATE FUNCTION public.payout_is_undisputed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_since timestamptz;
begin
  select disputed_since into v_since from payment where id = new.payment_id for share;
  if v_since is not null then
    raise exception 'a dispute holds payment %', new.payment_id using errcode = 'PA002';
  end if;
  return new;
end $$;

CREATE FUNCTION public.post_figures_are_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (
    select from proof p join upload u on u.id = new.upload_id
    where p.id = new.proof_id and p.post_url = new.post_url and u.owner_id = p.marketer_id and u.state = 'claimed'
  ) then
    raise exception 'figures % are not of the proof''s post and its marketer''s screenshot', new.upload_id using errcode = 'PF001';
  end if;
  return new;
end $$;

CREATE FUNCTION public.prepare_location_months(p_first date, p_last date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '300ms'
    AS $$
declare
  v_month timestamp;
  v_name text;
  v_from timestamptz;
  v_to timestamptz;
begin
  for v_attempt in 1..20 loop
    begin
      perform pg_advisory_xact_lock('public.location_fix'::regclass::bigint);
      for v_month in
        select generate_series(date_trunc('month', p_first::timestamp), p_last::timestamp, '1 month')
        union
        select date_trunc('month', recorded_at at time zone 'UTC') from public.location_fix_default
        order by 1
      loop
        v_name := 'location_fix_' || to_char(v_month, 'YYYYMM');
        continue when to_regclass('public.' || v_name) is not null;
        lock table public.tracking_session in share row exclusive mode;
        lock table public.location_fix in share update exclusive mode;
        lock table public.location_fix_default in access exclusive mode;
        v_from := v_month at time zone 'UTC';
        v_to := (v_month + interval '1 month') at time zone 'UTC';
        -- Attached afterwards: made as a partition at once, it would lock everybody out of all months.
        execute format('create table public.%I (like public.location_fix including defaults including constraints)', v_name);
        execute format(
          'with moved as (delete from public.location_fix_default where recorded_at >= %L and recorded_at < %L returning *)
           insert into public.%I select * from moved', v_from, v_to, v_name);
        execute format('alter table public.location_fix attach partition public.%I for values from (%L) to (%L)',
          v_name, v_from, v_to);
      end loop;
      return;
    exception when lock_not_available then
      if v_attempt = 20 then raise; end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end $$;

CREATE FUNCTION public.profile_names_are_searched() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  known text := '';
  whose uuid := case tg_op when 'DELETE' then old.account_id else new.account_id end;
begin
  if tg_op <> 'DELETE' then
    known := concat_ws(' ', nullif(new.first_name, ''), nullif(new.last_name, ''), nullif(new.business_name, ''));
  end if;
  update account set names = known where id = whose and names is distinct from known;
  return null;
end $$;

CREATE FUNCTION public.proof_amendment_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (select status from proof where id = new.proof_id) is distinct from 'pending' then
    raise exception 'proof % is not pending', new.proof_id using errcode = 'PR004';
  end if;
  if tg_op = 'UPDATE' and (old.amended_at is not null
     or (new.proof_id, new.asked_at, new.asked_by, new.reasons, new.note, new.due_at)
       is distinct from (old.proof_id, old.asked_at, old.asked_by, old.reasons, old.note, old.due_at)) then
    raise exception 'the request for proof % never changes', new.proof_id using errcode = 'PR005';
  end if;
  return new;
end $$;

CREATE FUNCTION public.proof_approved_is_paid() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (
    select from payment p
    where (p.source_id, p.campaign_id, p.marketer_id) = (new.id, new.campaign_id, new.marketer_id)
  ) then
    raise exception 'proof % is approved and not paid', new.id using errcode = 'PR002';
  end if;
  return null;
end $$;

CREATE FUNCTION public.proof_decision_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.proof_is_about_one_work() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'what a proof is about never changes' using errcode = 'PR003';
end $$;

CREATE FUNCTION public.proof_waits_for_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from proof_amendment a
             where a.proof_id = new.id and a.amended_at is null and new.decided_at < a.due_at) then
    raise exception 'proof % waits for new files', new.id using errcode = 'PR006';
  end if;
  return new;
end $$;

CREATE FUNCTION public.rating_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from application a join campaign c on c.id = a.campaign_id
      where a.id = new.application_id
        and new.rated_id = case new.author_side when 'marketer' then c.advertiser_id else a.marketer_id end
        and (new.author_side = 'advertiser' or new.author_id = a.marketer_id)
    ) then
      raise exception 'rating % is not about the other side of its work', new.id using errcode = 'RA001';
    end if;
    if not exists (
      select from proof p join payment m on m.source_id = p.id
      where p.application_id = new.application_id and m.completed_at is not null
      union all
      select from dispute d where d.application_id = new.application_id and d.decided_at is not null
    ) then
      raise exception 'the work of rating % is neither paid nor decided', new.id using errcode = 'RA002';
    end if;
    return new;
  end if;
  if (new.id, new.application_id, new.author_side, new.author_id, new.rated_id, new.sent_at)
     <> (old.id, old.application_id, old.author_side, old.author_id, old.rated_id, old.sent_at)
     or new.published_at > old.published_at then
    raise exception 'what rating % is about never changes', old.id using errcode = 'RA003';
  end if;
  if (new.stars, new.ticks, new.text) <> (old.stars, old.ticks, old.text) and exists (
    select from rating r where r.application_id = old.application_id and r.id <> old.id
  ) then
    raise exception 'rating % is public', old.id using errcode = 'RA004';
  end if;
  if old.reply is not null and new.reply is distinct from old.reply then
    raise exception 'rating % was replied to', old.id using errcode = 'RA005';
  end if;
  return new;
end $$;

CREATE FUNCTION public.report_link_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from campaign c where c.id = new.campaign_id and c.status <> 'draft') then
      raise exception 'report link % is about a draft', new.id using errcode = 'RL001';
    end if;
    return new;
  end if;
  if (new.id, new.campaign_id, new.with_photos, new.created_by, new.created_at, new.expires_at)
     <> (old.id, old.campaign_id, old.with_photos, old.created_by, old.created_at, old.expires_at) then
    raise exception 'report link % never changes what it shows and until when', old.id using errcode = 'RL002';
  end if;
  if old.revoked_at is not null and (new.revoked_at, new.token_hash) is distinct from (old.revoked_at, old.token_hash) then
    raise exception 'report link % stays revoked', old.id using errcode = 'RL003';
  end if;
  return new;
end $$;

CREATE FUNCTION public.social_account_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_found record;
begin
  -- Deleting and changing the type hold the account's row until they commit (the form of 0142).
  select deleted_at, role into v_found from account where id = new.account_id for key share;
  -- An administrator may have been a marketer before: what they had named then may still be decided.
  if v_found.deleted_at is not null or (tg_op = 'INSERT' and v_found.role is distinct from 'marketer') then
    raise exception 'account % is deleted or no marketer', new.account_id using errcode = 'AC001';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.account_id, new.platform) <> (old.id, old.account_id, old.platform) then
      raise exception 'whose account it is, and where, never changes' using errcode = 'SO001';
    end if;
    if new.status = 'approved' and old.status not in ('pending', 'approved') then
      raise exception 'social account % was not handed in', new.id using errcode = 'SO002';
    end if;
    -- What was seen of one handle says nothing of another.
    if lower(new.handle) <> lower(old.handle) and new.verified_at is not null then
      raise exception 'nobody has seen this handle' using errcode = 'SO003';
    end if;
  elsif new.status <> 'declared' then
    raise exception 'a social account begins as declared' using errcode = 'SO002';
  end if;
  return new;
end $$;

CREATE FUNCTION public.strike_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from application a where (a.id, a.marketer_id) = (new.application_id, new.marketer_id) and a.approved_at is not null
    ) then
      raise exception 'application % was never approved, or is not theirs', new.application_id using errcode = 'ST001';
    end if;
    return new;
  end if;
  if old.status in ('upheld', 'lifted')
     and (new.status, new.decided_by, new.decided_at, new.decision_reason)
       is distinct from (old.status, old.decided_by, old.decided_at, old.decision_reason) then
    raise exception 'strike % is already %', old.id, old.status using errcode = 'ST002';
  end if;
  if (new.id, new.application_id, new.marketer_id, new.kind, new.at, new.expires_at)
     is distinct from (old.id, old.application_id, old.marketer_id, old.kind, old.at, old.expires_at) then
    raise exception 'what a strike is about never changes' using errcode = 'ST003';
  end if;
  return new;
end $$;

CREATE FUNCTION public.team_invitation_is_guarded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if num_nonnulls(old.accepted_at, old.revoked_at) > 0 then
    raise exception 'invitation % is over', old.id using errcode = 'TM001';
  end if;
  if (new.id, new.owner_id, new.email, new.invited_at) <> (old.id, old.owner_id, old.email, old.invited_at) then
    raise exception 'who invites whom never changes' using errcode = 'TM001';
  end if;
  return new;
end $$;

CREATE FUNCTION public.team_is_of_advertisers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  v_column text;
  v_account uuid;
  v_found record;
begin
  foreach v_column in array tg_argv loop
    v_account := (to_jsonb(new) ->> v_column)::uuid;
    select deleted_at, role into v_found from account where id = v_account for key share;
    if v_found.deleted_at is not null or v_found.role is distinct from 'advertiser' then
      raise exception 'account % is deleted or no advertiser', v_account using errcode = 'AC001';
    end if;
  end loop;
  return new;
end $$;

CREATE FUNCTION public.tip_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if old.paid_at is not null
     or (new.id, new.proof_id, new.campaign_id, new.marketer_id, new.payer_id, new.most_cents)
       <> (old.id, old.proof_id, old.campaign_id, old.marketer_id, old.payer_id, old.most_cents) then
    raise exception 'tip % is paid, or would be about something else', old.id using errcode = 'TI001';
  end if;
  return new;
end $$;

CREATE TABLE ledger.account (
    id bigint NOT NULL,
    code text NOT NULL,
    family text NOT NULL,
    kind text NOT NULL,
    has_balance boolean NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    released bigint DEFAULT 0 NOT NULL,
    CONSTRAINT account_check CHECK ((has_balance OR ((balance = 0) AND (version = 0)))),
    CONSTRAINT account_kind_check CHECK ((kind = ANY (ARRAY['asset'::text, 'liability'::text, 'revenue'::text, 'expense'::text]))),
    CONSTRAINT account_not_negative CHECK ((balance >= 0))
);

ALTER TABLE ledger.account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ledger.account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ledger.entry (
    id bigint NOT NULL,
    txn_id bigint NOT NULL,
    account_id bigint NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint,
    account_version bigint,
    CONSTRAINT entry_amount_check CHECK ((amount <> 0))
);

ALTER TABLE ledger.entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ledger.entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ledger.family (
    name text NOT NULL,
    kind text NOT NULL,
    per text,
    has_balance boolean NOT NULL,
    CONSTRAINT family_check CHECK ((has_balance = (per IS NOT NULL))),
    CONSTRAINT family_kind_check CHECK ((kind = ANY (ARRAY['asset'::text, 'liability'::text, 'revenue'::text, 'expense'::text]))),
    CONSTRAINT family_name_check CHECK ((name ~ '^[a-z_]+$'::text))
);

CREATE TABLE ledger.subtotal (
    id bigint NOT NULL,
    family text NOT NULL,
    amount bigint NOT NULL
)
WITH (fillfactor='10');

ALTER TABLE ledger.subtotal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ledger.subtotal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW ledger.trial_balance AS
 SELECT f.name AS family,
    f.kind,
    count(a.id) AS accounts,
    (GREATEST(COALESCE(sum(n.net), (0)::numeric), (0)::numeric))::bigint AS debit_cents,
    (GREATEST((- COALESCE(sum(n.net), (0)::numeric)), (0)::numeric))::bigint AS credit_cents
   FROM ((ledger.family f
     LEFT JOIN ledger.account a ON ((a.family = f.name)))
     LEFT JOIN ( SELECT entry.account_id,
            sum(entry.amount) AS net
           FROM ledger.entry
          GROUP BY entry.account_id) n ON ((n.account_id = a.id)))
  GROUP BY f.name, f.kind;

CREATE TABLE ledger.txn (
    id bigint NOT NULL,
    kind text NOT NULL,
    dedupe_key text NOT NULL,
    actor text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    CONSTRAINT txn_check CHECK ((dedupe_key ~~ (kind || ':%'::text))),
    CONSTRAINT txn_kind_check CHECK ((kind = ANY (ARRAY['tip_capture'::text, 'tip_release'::text, 'take_back'::text, 'capture'::text, 'psp_fee'::text, 'fund'::text, 'release'::text, 'payout_submit'::text, 'payout_settle'::text, 'payout_fee'::text, 'payout_fail'::text, 'payout_reverse'::text, 'refund_submit'::text, 'refund_settle'::text, 'refund_fail'::text, 'dispute_hold'::text, 'dispute_release'::text, 'dispute_lost'::text, 'cb_fee'::text, 'write_off'::text, 'tax_release'::text, 'correction'::text, 'shortfall_paid'::text, 'cover'::text, 'recover'::text, 'debt_paid'::text])))
);

ALTER TABLE ledger.txn ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ledger.txn_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW ledger.violation AS
SELECT
    NULL::text AS rule,
    NULL::text AS reference;

CREATE TABLE platform.migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.access_token (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT access_token_check CHECK ((expires_at > created_at)),
    CONSTRAINT access_token_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    CONSTRAINT access_token_scopes_check CHECK ((cardinality(scopes) > 0))
);

CREATE TABLE public.account (
    id uuid NOT NULL,
    email text NOT NULL,
    role text,
    verified_at timestamp with time zone,
    suspended_at timestamp with time zone,
    deleted_at timestamp with time zone,
    first_login_done boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    suspension_reason text,
    role_before_admin text,
    names text DEFAULT ''::text NOT NULL,
    search_text text GENERATED ALWAYS AS (lower(((email || ' '::text) || names))) STORED NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    CONSTRAINT account_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text))),
    CONSTRAINT account_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
    CONSTRAINT account_role_before_admin_check CHECK ((role_before_admin = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT account_role_check CHECK ((role = ANY (ARRAY['marketer'::text, 'advertiser'::text, 'admin'::text])))
);

CREATE TABLE public.admin_invitation (
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT admin_invitation_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text)))
);

CREATE TABLE public.application (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    reason text,
    applied_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    approved_at timestamp with time zone,
    bench_turn integer,
    has_moved_up boolean DEFAULT false NOT NULL,
    confirmation_due_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    attendance_judged_at timestamp with time zone,
    has_expired boolean DEFAULT false CONSTRAINT application_has_lapsed_not_null NOT NULL,
    note text,
    undo_until timestamp with time zone,
    undo_bench_turn integer,
    CONSTRAINT application_approved CHECK (
CASE status
    WHEN 'approved'::text THEN (approved_at IS NOT NULL)
    WHEN 'withdrawn'::text THEN true
    ELSE (approved_at IS NULL)
END),
    CONSTRAINT application_asked CHECK (((confirmation_due_at IS NULL) OR (approved_at IS NOT NULL))),
    CONSTRAINT application_bench_turn_check CHECK ((bench_turn > 0)),
    CONSTRAINT application_benched CHECK (((bench_turn IS NULL) OR (status = 'pending'::text))),
    CONSTRAINT application_confirmed CHECK (((confirmed_at IS NULL) OR (confirmation_due_at IS NOT NULL))),
    CONSTRAINT application_decided CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT application_expired CHECK (((NOT has_expired) OR ((status = 'withdrawn'::text) AND (confirmation_due_at IS NOT NULL) AND (confirmed_at IS NULL)))),
    CONSTRAINT application_moved_up CHECK (((NOT has_moved_up) OR (approved_at IS NOT NULL))),
    CONSTRAINT application_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 140))),
    CONSTRAINT application_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
    CONSTRAINT application_undo CHECK (((undo_until IS NULL) OR (status <> 'pending'::text))),
    CONSTRAINT application_undo_bench CHECK (((undo_bench_turn IS NULL) OR (undo_until IS NOT NULL))),
    CONSTRAINT application_undo_bench_turn_check CHECK ((undo_bench_turn > 0))
);

CREATE TABLE public.audit_entry (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    "position" bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    actor_role text NOT NULL,
    action text NOT NULL,
    object_kind text NOT NULL,
    object_id text NOT NULL,
    reason text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    request_id text,
    ip_prefix text
);

ALTER TABLE public.audit_entry ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entry_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_seal (
    number bigint NOT NULL,
    "position" bigint NOT NULL,
    hash text NOT NULL,
    sealed_at timestamp with time zone NOT NULL,
    CONSTRAINT audit_seal_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT audit_seal_number_check CHECK ((number > 0))
);

CREATE TABLE public.audit_unsealed (
    "position" bigint NOT NULL
);

CREATE TABLE public.campaign (
    id uuid NOT NULL,
    advertiser_id uuid NOT NULL,
    campaign_type text NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    close_reason text,
    title text NOT NULL,
    company text,
    description text,
    location text,
    place_address text,
    place_id text,
    lat double precision,
    lng double precision,
    radius_meters integer,
    city text,
    duration_minutes integer,
    start_time timestamp with time zone,
    opens_at timestamp with time zone,
    closes_at timestamp with time zone,
    proof_due_at timestamp with time zone,
    pay_cents bigint,
    hourly_cents bigint GENERATED ALWAYS AS (
CASE
    WHEN (campaign_type = 'wearable'::text) THEN (round((((pay_cents)::numeric * 60.0) / (duration_minutes)::numeric)))::bigint
    ELSE NULL::bigint
END) STORED,
    total_budget_cents bigint,
    needed integer,
    hired integer DEFAULT 0 NOT NULL,
    released integer DEFAULT 0 NOT NULL,
    applications_count integer DEFAULT 0 NOT NULL,
    age_range text DEFAULT 'all'::text NOT NULL,
    target_gender text DEFAULT 'any'::text NOT NULL,
    instructions text,
    social_platform text,
    content_type text,
    min_followers bigint,
    max_followers bigint,
    required_tier text,
    followers_needed bigint DEFAULT 0 NOT NULL,
    brand_assets jsonb DEFAULT '{}'::jsonb NOT NULL,
    video_minutes integer DEFAULT 2 NOT NULL,
    requires_selfie boolean DEFAULT true NOT NULL,
    requires_location_check boolean DEFAULT true NOT NULL,
    custom_requirements text DEFAULT ''::text NOT NULL,
    auto_approve boolean DEFAULT false NOT NULL,
    is_complete boolean DEFAULT false NOT NULL,
    escrow_cents bigint,
    fee_cents bigint,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    funded_at timestamp with time zone,
    completed_at timestamp with time zone,
    closing_since timestamp with time zone,
    lane smallint GENERATED ALWAYS AS (public.campaign_lane(campaign_type, pay_cents, duration_minutes, social_platform, followers_needed)) STORED NOT NULL,
    submission_key text,
    dress_note text,
    chargeback_since timestamp with time zone,
    kit_way text,
    kit_place text,
    kit_hours text,
    allows_files boolean DEFAULT true NOT NULL,
    paused_since timestamp with time zone,
    is_open boolean GENERATED ALWAYS AS (((status = 'active'::text) AND (closing_since IS NULL) AND (chargeback_since IS NULL) AND (paused_since IS NULL))) STORED NOT NULL,
    spot_checks smallint DEFAULT 0 NOT NULL,
    corners jsonb,
    CONSTRAINT campaign_age_range_check CHECK ((age_range = ANY (ARRAY['18-25'::text, '26-35'::text, '36-45'::text, '46-55'::text, 'all'::text]))),
    CONSTRAINT campaign_applications_count_check CHECK ((applications_count >= 0)),
    CONSTRAINT campaign_campaign_type_check CHECK ((campaign_type = ANY (ARRAY['wearable'::text, 'social'::text]))),
    CONSTRAINT campaign_close_reason_check CHECK ((close_reason = ANY (ARRAY['finished'::text, 'expired'::text, 'cancelled'::text]))),
    CONSTRAINT campaign_closing CHECK ((((closing_since IS NULL) = (close_reason IS NULL)) AND ((status <> 'draft'::text) OR (closing_since IS NULL)))),
    CONSTRAINT campaign_complete CHECK (((NOT is_complete) OR (num_nulls(company, description, location, lat, start_time, closes_at, pay_cents, needed, total_budget_cents) = 0))),
    CONSTRAINT campaign_completed CHECK ((((status = 'completed'::text) = (completed_at IS NOT NULL)) AND ((status <> 'completed'::text) OR (closing_since IS NOT NULL)))),
    CONSTRAINT campaign_content_type_check CHECK ((content_type = ANY (ARRAY['post'::text, 'story'::text, 'video'::text, 'reel'::text, 'tweet'::text]))),
    CONSTRAINT campaign_corners CHECK (((corners IS NULL) OR ((lat IS NOT NULL) AND (jsonb_typeof(corners) = 'array'::text) AND ((jsonb_array_length(corners) >= 3) AND (jsonb_array_length(corners) <= 30))))),
    CONSTRAINT campaign_draft_is_empty CHECK (((status <> 'draft'::text) OR ((hired = 0) AND (applications_count = 0)))),
    CONSTRAINT campaign_dress_note_check CHECK ((length(dress_note) <= 500)),
    CONSTRAINT campaign_duration_minutes_check CHECK ((duration_minutes >= 30)),
    CONSTRAINT campaign_escrow CHECK ((num_nulls(funded_at, escrow_cents, fee_cents) = ANY (ARRAY[0, 3]))),
    CONSTRAINT campaign_escrow_cents_check CHECK ((escrow_cents > 0)),
    CONSTRAINT campaign_escrow_covers_places CHECK ((escrow_cents = (pay_cents * needed))),
    CONSTRAINT campaign_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT campaign_followers_needed_check CHECK ((followers_needed >= 0)),
    CONSTRAINT campaign_funded CHECK (((status = 'draft'::text) = (funded_at IS NULL))),
    CONSTRAINT campaign_hired CHECK ((hired <= COALESCE(needed, 0))),
    CONSTRAINT campaign_hired_check CHECK ((hired >= 0)),
    CONSTRAINT campaign_kit_hours_check CHECK ((length(kit_hours) <= 300)),
    CONSTRAINT campaign_kit_place_check CHECK ((length(kit_place) <= 300)),
    CONSTRAINT campaign_kit_way_check CHECK ((kit_way = ANY (ARRAY['pickup'::text, 'shipped'::text, 'at-start'::text, 'own'::text]))),
    CONSTRAINT campaign_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
    CONSTRAINT campaign_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
    CONSTRAINT campaign_max_followers_check CHECK ((max_followers >= 0)),
    CONSTRAINT campaign_min_followers_check CHECK ((min_followers >= 0)),
    CONSTRAINT campaign_needed_check CHECK ((needed >= 1)),
    CONSTRAINT campaign_pause_is_open CHECK (((paused_since IS NULL) OR ((status = 'active'::text) AND (closing_since IS NULL)))),
    CONSTRAINT campaign_pay_cents_check CHECK ((pay_cents > 0)),
    CONSTRAINT campaign_place CHECK (((num_nulls(place_address, lat, lng, radius_meters) = ANY (ARRAY[0, 4])) AND ((place_id IS NULL) OR (lat IS NOT NULL)))),
    CONSTRAINT campaign_public_is_complete CHECK (((status = 'draft'::text) OR is_complete)),
    CONSTRAINT campaign_radius_meters_check CHECK ((radius_meters > 0)),
    CONSTRAINT campaign_released CHECK ((released <= hired)),
    CONSTRAINT campaign_released_check CHECK ((released >= 0)),
    CONSTRAINT campaign_required_tier_check CHECK ((required_tier = ANY (ARRAY['nano'::text, 'micro'::text, 'mid'::text, 'macro'::text, 'influencer'::text]))),
    CONSTRAINT campaign_social_platform_check CHECK ((social_platform = ANY (ARRAY['instagram'::text, 'tiktok'::text, 'facebook'::text, 'youtube'::text, 'twitter'::text]))),
    CONSTRAINT campaign_spot_checks_check CHECK (((spot_checks >= 0) AND (spot_checks <= 2))),
    CONSTRAINT campaign_spot_checks_need_location_check CHECK (((spot_checks = 0) OR requires_location_check OR (NOT is_complete))),
    CONSTRAINT campaign_spot_checks_need_tracking CHECK (((spot_checks = 0) OR (campaign_type = 'wearable'::text))),
    CONSTRAINT campaign_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'completed'::text]))),
    CONSTRAINT campaign_submission_key_check CHECK (((length(submission_key) >= 16) AND (length(submission_key) <= 64))),
    CONSTRAINT campaign_target_gender_check CHECK ((target_gender = ANY (ARRAY['any'::text, 'male'::text, 'female'::text, 'non-binary'::text]))),
    CONSTRAINT campaign_total_budget_cents_check CHECK ((total_budget_cents >= 0)),
    CONSTRAINT campaign_video_minutes_check CHECK (((video_minutes >= 0) AND (video_minutes <= 60))),
    CONSTRAINT campaign_window CHECK (((num_nulls(opens_at, closes_at, proof_due_at) = ANY (ARRAY[0, 3])) AND (opens_at < closes_at) AND (closes_at < proof_due_at)))
);

CREATE TABLE public.campaign_asset (
    upload_id uuid NOT NULL,
    campaign_id uuid NOT NULL
);

CREATE TABLE public.campaign_footfall (
    campaign_id uuid NOT NULL,
    low integer NOT NULL,
    high integer NOT NULL,
    basis text NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamp with time zone NOT NULL,
    CONSTRAINT campaign_footfall_basis_check CHECK (((length(basis) >= 3) AND (length(basis) <= 300))),
    CONSTRAINT campaign_footfall_high_check CHECK (((high >= 1) AND (high <= 100000))),
    CONSTRAINT campaign_footfall_low_check CHECK ((low >= 0)),
    CONSTRAINT campaign_footfall_range CHECK ((low <= high))
);

CREATE TABLE public.campaign_invitation (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    reason text,
    invited_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    CONSTRAINT campaign_invitation_check CHECK (((reason IS NULL) OR (status = 'declined'::text))),
    CONSTRAINT campaign_invitation_check1 CHECK (((status = 'open'::text) = (answered_at IS NULL))),
    CONSTRAINT campaign_invitation_reason_check CHECK ((char_length(reason) <= 500)),
    CONSTRAINT campaign_invitation_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'revoked'::text])))
);

CREATE TABLE public.capture_permit (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL
);

CREATE TABLE public.chargeback (
    id uuid NOT NULL,
    provider_dispute_id text NOT NULL,
    order_id uuid NOT NULL,
    campaign_id uuid CONSTRAINT chargeback_purpose_id_not_null NOT NULL,
    amount_cents bigint NOT NULL,
    held_pay_cents bigint NOT NULL,
    held_fee_cents bigint NOT NULL,
    held_suspense_cents bigint NOT NULL,
    state text NOT NULL,
    lost_pay_cents bigint DEFAULT 0 NOT NULL,
    lost_fee_cents bigint DEFAULT 0 NOT NULL,
    lost_suspense_cents bigint DEFAULT 0 NOT NULL,
    owed_cents bigint DEFAULT 0 NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    look_at timestamp with time zone,
    repaid_cents bigint DEFAULT 0 NOT NULL,
    written_off_cents bigint DEFAULT 0 NOT NULL,
    recovered_cents bigint DEFAULT 0 NOT NULL,
    recovered_fee_cents bigint DEFAULT 0 NOT NULL,
    payer_id uuid NOT NULL,
    CONSTRAINT chargeback_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT chargeback_check CHECK (((lost_pay_cents >= 0) AND (lost_pay_cents <= held_pay_cents))),
    CONSTRAINT chargeback_check1 CHECK (((lost_fee_cents >= 0) AND (lost_fee_cents <= held_fee_cents))),
    CONSTRAINT chargeback_check2 CHECK (((lost_suspense_cents >= 0) AND (lost_suspense_cents <= held_suspense_cents))),
    CONSTRAINT chargeback_check3 CHECK ((((held_pay_cents + held_fee_cents) + held_suspense_cents) <= amount_cents)),
    CONSTRAINT chargeback_check4 CHECK (((state = 'open'::text) = (closed_at IS NULL))),
    CONSTRAINT chargeback_check5 CHECK (((state = 'lost'::text) OR ((((lost_pay_cents + lost_fee_cents) + lost_suspense_cents) + owed_cents) = 0))),
    CONSTRAINT chargeback_debt_within_owed CHECK ((((repaid_cents + recovered_cents) + written_off_cents) <= owed_cents)),
    CONSTRAINT chargeback_fee_within_recovered CHECK (((recovered_fee_cents >= 0) AND (recovered_fee_cents <= recovered_cents))),
    CONSTRAINT chargeback_held_fee_cents_check CHECK ((held_fee_cents >= 0)),
    CONSTRAINT chargeback_held_pay_cents_check CHECK ((held_pay_cents >= 0)),
    CONSTRAINT chargeback_held_suspense_cents_check CHECK ((held_suspense_cents >= 0)),
    CONSTRAINT chargeback_owed_cents_check CHECK ((owed_cents >= 0)),
    CONSTRAINT chargeback_repaid_cents_check CHECK ((repaid_cents >= 0)),
    CONSTRAINT chargeback_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT chargeback_written_off_cents_check CHECK ((written_off_cents >= 0))
);

CREATE TABLE public.consent (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    is_given boolean NOT NULL,
    text_version text NOT NULL,
    user_agent text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT consent_kind_check CHECK ((kind = ANY (ARRAY['age'::text, 'terms'::text, 'privacy'::text, 'location'::text])))
);

CREATE TABLE public.dispute (
    id uuid NOT NULL,
    proof_id uuid NOT NULL,
    application_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    opened_by uuid NOT NULL,
    reason text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    note text,
    opened_at timestamp with time zone NOT NULL,
    side text NOT NULL,
    pay_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    award_cents bigint,
    due_at timestamp with time zone,
    reminded_at timestamp with time zone,
    is_by_admin boolean DEFAULT false NOT NULL,
    CONSTRAINT dispute_award CHECK (
CASE state
    WHEN 'upheld'::text THEN (award_cents =
    CASE side
        WHEN 'marketer'::text THEN pay_cents
        ELSE (0)::bigint
    END)
    WHEN 'rejected'::text THEN (award_cents =
    CASE side
        WHEN 'marketer'::text THEN (0)::bigint
        ELSE pay_cents
    END)
    WHEN 'split'::text THEN ((award_cents > 0) AND (award_cents < pay_cents))
    WHEN 'agreed'::text THEN ((award_cents >= 0) AND (award_cents <= pay_cents))
    ELSE true
END),
    CONSTRAINT dispute_ended CHECK (((num_nulls(decided_by, decided_at, award_cents) =
CASE
    WHEN (state = ANY (ARRAY['open'::text, 'answered'::text, 'proposed'::text, 'escalated'::text])) THEN 3
    ELSE 0
END) AND ((due_at IS NULL) = (decided_at IS NOT NULL)) AND ((note IS NOT NULL) = (state = ANY (ARRAY['upheld'::text, 'split'::text, 'rejected'::text]))))),
    CONSTRAINT dispute_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT dispute_is_by_admin_check CHECK (((NOT is_by_admin) OR (side = 'advertiser'::text))),
    CONSTRAINT dispute_pay_cents_check CHECK ((pay_cents > 0)),
    CONSTRAINT dispute_side_check CHECK ((side = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'proposed'::text, 'escalated'::text, 'agreed'::text, 'upheld'::text, 'split'::text, 'rejected'::text])))
);

CREATE TABLE public.dispute_entry (
    dispute_id uuid NOT NULL,
    turn integer NOT NULL,
    kind text NOT NULL,
    side text NOT NULL,
    by_id uuid,
    text text,
    award_cents bigint,
    at timestamp with time zone NOT NULL,
    CONSTRAINT dispute_entry_award_cents_check CHECK ((award_cents >= 0)),
    CONSTRAINT dispute_entry_check CHECK (((side = 'platform'::text) = (by_id IS NULL))),
    CONSTRAINT dispute_entry_check1 CHECK (((kind = 'proposed'::text) = (award_cents IS NOT NULL))),
    CONSTRAINT dispute_entry_kind_check CHECK ((kind = ANY (ARRAY['answered'::text, 'proposed'::text, 'accepted'::text, 'escalated'::text]))),
    CONSTRAINT dispute_entry_side_check CHECK ((side = ANY (ARRAY['marketer'::text, 'advertiser'::text, 'platform'::text]))),
    CONSTRAINT dispute_entry_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000))),
    CONSTRAINT dispute_entry_turn_check CHECK ((turn > 0))
);

CREATE TABLE public.dispute_file (
    upload_id uuid NOT NULL,
    dispute_id uuid NOT NULL,
    turn integer NOT NULL,
    content_type text NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT dispute_file_turn_check CHECK ((turn >= 0))
);

CREATE TABLE public.installation (
    id boolean DEFAULT true NOT NULL,
    secret_key_check text,
    restored_at timestamp with time zone,
    backup_taken_at timestamp with time zone,
    CONSTRAINT installation_check CHECK (((restored_at IS NULL) = (backup_taken_at IS NULL))),
    CONSTRAINT installation_id_check CHECK (id)
);

CREATE TABLE public.invoice (
    id uuid NOT NULL,
    kind text NOT NULL,
    year integer NOT NULL,
    number integer NOT NULL,
    order_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    description text NOT NULL,
    corrects uuid,
    refund_id uuid,
    chargeback_id uuid,
    issued_at timestamp with time zone NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    seller_name text NOT NULL,
    seller_address text NOT NULL,
    seller_country text NOT NULL,
    seller_vat_id text,
    buyer_name text NOT NULL,
    buyer_address text NOT NULL,
    buyer_country text NOT NULL,
    buyer_vat_id text,
    buyer_tax_number text,
    treatment text NOT NULL,
    vat_basis_points integer NOT NULL,
    fee_cents bigint NOT NULL,
    vat_cents bigint NOT NULL,
    deposit_cents bigint NOT NULL,
    CONSTRAINT invoice_deposit_cents_check CHECK ((deposit_cents >= 0)),
    CONSTRAINT invoice_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT invoice_kind CHECK (
CASE kind
    WHEN 'invoice'::text THEN (num_nonnulls(corrects, refund_id, chargeback_id) = 0)
    ELSE ((corrects IS NOT NULL) AND (num_nonnulls(refund_id, chargeback_id) = 1))
END),
    CONSTRAINT invoice_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
    CONSTRAINT invoice_number_check CHECK ((number > 0)),
    CONSTRAINT invoice_reverse_charge CHECK (((treatment <> 'reverse-charge'::text) OR (buyer_vat_id IS NOT NULL))),
    CONSTRAINT invoice_treatment_check CHECK ((treatment = ANY (ARRAY['taxed'::text, 'taxed-unproven'::text, 'reverse-charge'::text, 'outside-scope'::text, 'no-eu-vat'::text]))),
    CONSTRAINT invoice_vat CHECK (((vat_cents <= fee_cents) AND ((treatment = ANY (ARRAY['taxed'::text, 'taxed-unproven'::text])) OR ((vat_cents = 0) AND (vat_basis_points = 0))))),
    CONSTRAINT invoice_vat_basis_points_check CHECK (((vat_basis_points >= 0) AND (vat_basis_points <= 3000))),
    CONSTRAINT invoice_vat_cents_check CHECK ((vat_cents >= 0)),
    CONSTRAINT invoice_year CHECK (((year)::numeric = EXTRACT(year FROM (issued_at AT TIME ZONE 'UTC'::text))))
);

CREATE TABLE public.invoice_counter (
    kind text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL,
    CONSTRAINT invoice_counter_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
    CONSTRAINT invoice_counter_last_check CHECK ((last > 0))
);

CREATE TABLE public.invoice_skip (
    kind text NOT NULL,
    year integer NOT NULL,
    number integer NOT NULL,
    reason text NOT NULL,
    CONSTRAINT invoice_skip_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
    CONSTRAINT invoice_skip_number_check CHECK ((number > 0)),
    CONSTRAINT invoice_skip_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);

CREATE TABLE public.kit (
    application_id uuid NOT NULL,
    size text,
    address_sealed text,
    address_until timestamp with time zone,
    handed_at timestamp with time zone,
    tracking_number text,
    received_at timestamp with time zone,
    returned_at timestamp with time zone,
    CONSTRAINT kit_returned_if_received CHECK (((returned_at IS NULL) OR (received_at IS NOT NULL))),
    CONSTRAINT kit_size_check CHECK ((size = ANY (ARRAY['xs'::text, 's'::text, 'm'::text, 'l'::text, 'xl'::text, 'xxl'::text]))),
    CONSTRAINT kit_tracked_if_handed CHECK (((tracking_number IS NULL) OR (handed_at IS NOT NULL))),
    CONSTRAINT kit_tracking_number_check CHECK ((length(tracking_number) <= 100))
);

CREATE TABLE public.kyc (
    account_id uuid NOT NULL,
    status text NOT NULL,
    rejection_reason text,
    submitted_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    first_name text,
    last_name text,
    date_of_birth date,
    phone_number text,
    address text,
    city text,
    state text,
    zip_code text,
    country text,
    id_type text,
    government_id_sealed text,
    government_id_last text,
    tax_id_sealed text,
    tax_id_last text,
    business_name text,
    business_address text,
    business_tax_id_sealed text,
    business_tax_id_last text,
    business_type text,
    business_description text,
    key_version integer DEFAULT 1 CONSTRAINT kyc_key_version_not_null1 NOT NULL,
    government_id_index text,
    tax_id_index text,
    business_tax_id_index text,
    erased_at timestamp with time zone,
    CONSTRAINT kyc_check CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT kyc_check2 CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
    CONSTRAINT kyc_is_erased CHECK (((erased_at IS NULL) OR (num_nonnulls(rejection_reason, first_name, last_name, date_of_birth, phone_number, address, city, state, zip_code, country, id_type, government_id_sealed, government_id_last, government_id_index, tax_id_sealed, tax_id_last, tax_id_index, business_name, business_address, business_tax_id_sealed, business_tax_id_last, business_tax_id_index, business_type, business_description) = 0))),
    CONSTRAINT kyc_is_whole CHECK (((erased_at IS NOT NULL) OR (num_nulls(first_name, last_name, date_of_birth, phone_number, address, city, state, zip_code, country, id_type, government_id_sealed, government_id_last, tax_id_sealed, tax_id_last) = 0))),
    CONSTRAINT kyc_key_version_check1 CHECK ((key_version >= 1)),
    CONSTRAINT kyc_rejection_says_why CHECK (((erased_at IS NOT NULL) OR ((status = 'rejected'::text) = (rejection_reason IS NOT NULL)))),
    CONSTRAINT kyc_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);

CREATE TABLE public.kyc_document (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    storage_key text NOT NULL,
    content_type text NOT NULL,
    size_bytes integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    key_version integer DEFAULT 1 NOT NULL,
    CONSTRAINT kyc_document_content_type CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'application/pdf'::text]))),
    CONSTRAINT kyc_document_key_version_check CHECK ((key_version >= 1)),
    CONSTRAINT kyc_document_kind_check CHECK ((kind = ANY (ARRAY['idDocument'::text, 'proofOfAddress'::text, 'businessLicense'::text]))),
    CONSTRAINT kyc_document_size_bytes_check CHECK ((size_bytes > 0))
);

CREATE TABLE public.kyc_key (
    account_id uuid NOT NULL,
    version integer NOT NULL,
    wrapped text NOT NULL,
    master text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT kyc_key_master_check CHECK ((master ~ '^[0-9a-f]{16}$'::text)),
    CONSTRAINT kyc_key_version_check CHECK ((version > 1))
);

CREATE TABLE public.live_position (
    session_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    heard_at timestamp with time zone NOT NULL,
    is_in_zone boolean NOT NULL,
    published_lat double precision,
    published_lng double precision,
    CONSTRAINT live_position_check CHECK (((published_lat IS NULL) = (published_lng IS NULL)))
)
WITH (fillfactor='70');

CREATE TABLE public.live_view (
    campaign_id uuid NOT NULL,
    viewer uuid NOT NULL,
    day date NOT NULL,
    views integer NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT live_view_views_check CHECK ((views > 0))
);

CREATE TABLE public.location_fix (
    session_id uuid CONSTRAINT location_fix_session_id_not_null1 NOT NULL,
    recorded_at timestamp with time zone CONSTRAINT location_fix_recorded_at_not_null1 NOT NULL,
    received_at timestamp with time zone CONSTRAINT location_fix_received_at_not_null1 NOT NULL,
    claimed_at timestamp with time zone,
    lat double precision CONSTRAINT location_fix_lat_not_null1 NOT NULL,
    lng double precision CONSTRAINT location_fix_lng_not_null1 NOT NULL,
    accuracy real CONSTRAINT location_fix_accuracy_not_null1 NOT NULL,
    ordinal smallint DEFAULT 0 NOT NULL,
    has_motion boolean,
    CONSTRAINT location_fix_accuracy_check1 CHECK ((accuracy >= (0)::double precision)),
    CONSTRAINT location_fix_lat_check1 CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
    CONSTRAINT location_fix_lng_check1 CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
    CONSTRAINT location_fix_ordinal_check CHECK ((ordinal >= 0))
)
PARTITION BY RANGE (recorded_at);

CREATE TABLE public.location_fix_default (
    session_id uuid CONSTRAINT location_fix_session_id_not_null1 NOT NULL,
    recorded_at timestamp with time zone CONSTRAINT location_fix_recorded_at_not_null1 NOT NULL,
    received_at timestamp with time zone CONSTRAINT location_fix_received_at_not_null1 NOT NULL,
    claimed_at timestamp with time zone,
    lat double precision CONSTRAINT location_fix_lat_not_null1 NOT NULL,
    lng double precision CONSTRAINT location_fix_lng_not_null1 NOT NULL,
    accuracy real CONSTRAINT location_fix_accuracy_not_null1 NOT NULL,
    ordinal smallint DEFAULT 0 CONSTRAINT location_fix_ordinal_not_null NOT NULL,
    has_motion boolean,
    CONSTRAINT location_fix_accuracy_check1 CHECK ((accuracy >= (0)::double precision)),
    CONSTRAINT location_fix_lat_check1 CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
    CONSTRAINT location_fix_lng_check1 CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
    CONSTRAINT location_fix_ordinal_check CHECK ((ordinal >= 0))
);

CREATE TABLE public.marketer_listing (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    is_hidden boolean DEFAULT false NOT NULL,
    identity_verified boolean DEFAULT false NOT NULL,
    finished_work integer DEFAULT 0 NOT NULL,
    is_shown boolean GENERATED ALWAYS AS (((NOT is_hidden) AND (identity_verified OR (finished_work > 0)))) STORED NOT NULL,
    takes_invitations boolean DEFAULT true NOT NULL,
    CONSTRAINT marketer_listing_finished_work_check CHECK ((finished_work >= 0))
);

CREATE TABLE public.message (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    sequence integer NOT NULL,
    kind text NOT NULL,
    side text,
    author_id uuid,
    text text NOT NULL,
    fact text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT message_check CHECK (((kind = 'text'::text) = (side IS NOT NULL))),
    CONSTRAINT message_check1 CHECK (((kind = 'text'::text) = (author_id IS NOT NULL))),
    CONSTRAINT message_check2 CHECK (((kind = 'text'::text) = (fact IS NULL))),
    CONSTRAINT message_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT message_side_check CHECK ((side = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT message_text_check CHECK ((char_length(text) <= 4000))
);

CREATE TABLE public.message_file (
    upload_id uuid NOT NULL,
    message_id uuid NOT NULL,
    "position" smallint NOT NULL,
    name text NOT NULL,
    CONSTRAINT message_file_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT message_file_position_check CHECK ((("position" >= 0) AND ("position" <= 4)))
);

CREATE TABLE public.message_read (
    application_id uuid NOT NULL,
    account_id uuid NOT NULL,
    sequence integer NOT NULL
);

CREATE TABLE public.message_report (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    reporter_id uuid NOT NULL,
    side text NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    owner_id uuid,
    note text,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT message_report_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
    CONSTRAINT message_report_check1 CHECK (((decided_at IS NULL) = (note IS NULL))),
    CONSTRAINT message_report_check2 CHECK (((decided_at IS NULL) OR (owner_id IS NOT NULL))),
    CONSTRAINT message_report_reason_check CHECK ((reason = ANY (ARRAY['harassment'::text, 'off-platform'::text, 'spam'::text, 'other'::text]))),
    CONSTRAINT message_report_side_check CHECK ((side = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT message_report_state_check CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text, 'resolved'::text]))),
    CONSTRAINT message_report_text_check CHECK ((char_length(text) <= 1000))
);

CREATE TABLE public.message_thread (
    application_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    advertiser_id uuid NOT NULL,
    last_sequence integer DEFAULT 0 NOT NULL,
    last_at timestamp with time zone NOT NULL,
    marketer_unread_since timestamp with time zone,
    marketer_mailed_at timestamp with time zone,
    advertiser_unread_since timestamp with time zone,
    advertiser_mailed_at timestamp with time zone,
    viewed_at timestamp with time zone,
    CONSTRAINT message_thread_check CHECK (((marketer_unread_since IS NOT NULL) OR (marketer_mailed_at IS NULL))),
    CONSTRAINT message_thread_check1 CHECK (((advertiser_unread_since IS NOT NULL) OR (advertiser_mailed_at IS NULL))),
    CONSTRAINT message_thread_last_sequence_check CHECK ((last_sequence >= 0))
);

CREATE TABLE public.notification (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    href text,
    ref text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    CONSTRAINT notification_href_check CHECK ((href ~~ '/%'::text))
);

CREATE TABLE public.notification_choice (
    account_id uuid NOT NULL,
    topic text NOT NULL,
    is_mailed boolean NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    is_pushed boolean DEFAULT true NOT NULL,
    CONSTRAINT notification_choice_account_mailed CHECK (((topic <> 'account'::text) OR is_mailed)),
    CONSTRAINT notification_choice_topic_check CHECK ((topic = ANY (ARRAY['money'::text, 'work'::text, 'proofs'::text, 'searches'::text, 'messages'::text, 'account'::text])))
);

CREATE TABLE public.notification_schedule (
    account_id uuid NOT NULL,
    time_zone text NOT NULL,
    quiet_from smallint,
    quiet_until smallint,
    digest_hour smallint,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT notification_schedule_check CHECK (((quiet_from IS NULL) = (quiet_until IS NULL))),
    CONSTRAINT notification_schedule_check1 CHECK ((quiet_from <> quiet_until)),
    CONSTRAINT notification_schedule_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
    CONSTRAINT notification_schedule_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
    CONSTRAINT notification_schedule_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439))),
    CONSTRAINT notification_schedule_time_zone_check CHECK ((time_zone <> ''::text))
);

CREATE TABLE public.outbox (
    id bigint NOT NULL,
    kind text NOT NULL,
    form text NOT NULL,
    ref text NOT NULL,
    payload jsonb NOT NULL,
    request_id uuid,
    state text DEFAULT 'ready'::text NOT NULL,
    first_sent_at timestamp with time zone,
    next_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    created_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT outbox_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT outbox_check CHECK (((form = 'effect'::text) = (request_id IS NOT NULL))),
    CONSTRAINT outbox_check1 CHECK (((form = 'effect'::text) OR (state = ANY (ARRAY['ready'::text, 'done'::text, 'dead'::text])))),
    CONSTRAINT outbox_check2 CHECK (((state <> ALL (ARRAY['sent'::text, 'unknown'::text])) OR (first_sent_at IS NOT NULL))),
    CONSTRAINT outbox_check3 CHECK (((state = 'done'::text) = (done_at IS NOT NULL))),
    CONSTRAINT outbox_form_check CHECK ((form = ANY (ARRAY['event'::text, 'effect'::text]))),
    CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'sent'::text, 'unknown'::text, 'done'::text, 'dead'::text])))
);

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outgoing_webhook (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    sealed_secret text NOT NULL,
    sealed_former_secret text,
    former_secret_until timestamp with time zone,
    disabled_reason text,
    failing_since timestamp with time zone,
    is_slow boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT outgoing_webhook_check CHECK (((sealed_former_secret IS NULL) = (former_secret_until IS NULL))),
    CONSTRAINT outgoing_webhook_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['owner'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT outgoing_webhook_events_check CHECK ((cardinality(events) > 0)),
    CONSTRAINT outgoing_webhook_url_check CHECK (((length(url) >= 1) AND (length(url) <= 1000)))
);

CREATE TABLE public.outgoing_webhook_delivery (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    turn integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    last_at timestamp with time zone,
    last_status integer,
    last_ms integer,
    last_problem text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT outgoing_webhook_delivery_check CHECK (((state = 'waiting'::text) = (next_at IS NOT NULL))),
    CONSTRAINT outgoing_webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE public.payment (
    id uuid NOT NULL,
    source_id uuid NOT NULL,
    campaign_id uuid CONSTRAINT payment_purpose_id_not_null NOT NULL,
    campaign_title text CONSTRAINT payment_purpose_title_not_null NOT NULL,
    marketer_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    is_tax_held boolean DEFAULT false NOT NULL,
    is_short boolean DEFAULT false NOT NULL,
    released_at timestamp with time zone,
    fact_id uuid NOT NULL,
    dispute_id uuid,
    disputed_since timestamp with time zone,
    tip_id uuid,
    CONSTRAINT payment_amount_unless_cancelled CHECK (((amount_cents >= 0) AND ((amount_cents = 0) = (status = 'cancelled'::text)))),
    CONSTRAINT payment_check CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
    CONSTRAINT payment_check1 CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
    CONSTRAINT payment_disputed_by CHECK (((disputed_since IS NULL) OR (dispute_id IS NOT NULL))),
    CONSTRAINT payment_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT payment_held_is_unpaid CHECK (((NOT is_tax_held) OR (status = 'pending'::text))),
    CONSTRAINT payment_of_tip_is_plain CHECK (((tip_id IS NULL) OR ((source_id = tip_id) AND (fee_cents = 0) AND (NOT is_short) AND (dispute_id IS NULL)))),
    CONSTRAINT payment_released_unless_short CHECK ((is_short = (released_at IS NULL))),
    CONSTRAINT payment_short_is_unpaid CHECK (((NOT is_short) OR ((status <> 'completed'::text) AND (NOT is_tax_held)))),
    CONSTRAINT payment_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.payment_order (
    id uuid NOT NULL,
    campaign_id uuid CONSTRAINT payment_order_purpose_id_not_null NOT NULL,
    created_by uuid NOT NULL,
    amount_cents bigint NOT NULL,
    description text NOT NULL,
    return_url text NOT NULL,
    cancel_url text NOT NULL,
    state text NOT NULL,
    create_request_id uuid NOT NULL,
    capture_request_id uuid NOT NULL,
    provider_order_id text,
    approve_url text,
    provider_capture_id text,
    psp_fee_cents bigint,
    last_issue text,
    look_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    capture_sent_at timestamp with time zone,
    captured_at timestamp with time zone,
    bound_at timestamp with time zone,
    pay_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    shortfall_id uuid,
    chargeback_id uuid,
    tip_id uuid,
    seller jsonb,
    CONSTRAINT payment_order_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_order_captured_when CHECK (((state = ANY (ARRAY['captured'::text, 'bound'::text, 'surplus'::text])) = (captured_at IS NOT NULL))),
    CONSTRAINT payment_order_check CHECK (((state = ANY (ARRAY['creating'::text, 'closed'::text])) OR (provider_order_id IS NOT NULL))),
    CONSTRAINT payment_order_check2 CHECK (((state <> 'capturing'::text) OR (capture_sent_at IS NOT NULL))),
    CONSTRAINT payment_order_check4 CHECK (((state = 'bound'::text) = (bound_at IS NOT NULL))),
    CONSTRAINT payment_order_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT payment_order_halves CHECK ((amount_cents = (pay_cents + fee_cents))),
    CONSTRAINT payment_order_has_capture CHECK (((state <> ALL (ARRAY['pending'::text, 'captured'::text, 'bound'::text, 'surplus'::text])) OR (provider_capture_id IS NOT NULL))),
    CONSTRAINT payment_order_no_fee_on_tips CHECK (((tip_id IS NULL) OR (fee_cents = 0))),
    CONSTRAINT payment_order_one_purpose CHECK ((num_nonnulls(shortfall_id, chargeback_id, tip_id) <= 1)),
    CONSTRAINT payment_order_pay_cents_check CHECK ((pay_cents > 0)),
    CONSTRAINT payment_order_psp_fee_cents_check CHECK ((psp_fee_cents >= 0)),
    CONSTRAINT payment_order_seller_check CHECK ((seller ?& ARRAY['name'::text, 'address'::text, 'country'::text, 'vatId'::text, 'vatBasisPoints'::text])),
    CONSTRAINT payment_order_seller_of_capture CHECK (((seller IS NULL) OR (captured_at IS NOT NULL))),
    CONSTRAINT payment_order_state_check CHECK ((state = ANY (ARRAY['creating'::text, 'open'::text, 'capturing'::text, 'pending'::text, 'captured'::text, 'bound'::text, 'surplus'::text, 'closed'::text]))),
    CONSTRAINT payment_order_waiting_looked_at CHECK (((state <> ALL (ARRAY['captured'::text, 'surplus'::text])) OR (look_at IS NOT NULL)))
);

CREATE TABLE public.payout (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    receiver_email text NOT NULL,
    state text NOT NULL,
    provider_batch_id text,
    provider_item_id text,
    last_issue text,
    created_at timestamp with time zone NOT NULL,
    submitted_at timestamp with time zone,
    look_at timestamp with time zone,
    ended_at timestamp with time zone,
    cancel_asked_at timestamp with time zone,
    provider_transaction_id text,
    answered_lookup bigint DEFAULT 0 NOT NULL,
    CONSTRAINT payout_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payout_receiver_email_check CHECK (((receiver_email ~~ '%_@_%'::text) AND (length(receiver_email) <= 127))),
    CONSTRAINT payout_state_check CHECK ((state = ANY (ARRAY['withdrawn'::text, 'submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text, 'succeeded'::text, 'failed'::text, 'returned'::text, 'blocked'::text, 'refunded'::text, 'reversed'::text]))),
    CONSTRAINT payout_submitted CHECK (((state = 'withdrawn'::text) OR (submitted_at IS NOT NULL)))
);

CREATE SEQUENCE public.payout_lookup
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.post_check (
    proof_id uuid NOT NULL,
    reason text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    checked_at timestamp with time zone,
    checked_by uuid,
    looker text DEFAULT 'business'::text NOT NULL,
    asked_at timestamp with time zone,
    seen text,
    seen_at timestamp with time zone,
    CONSTRAINT post_check_asked_by_server_check CHECK ((((asked_at IS NULL) OR (looker = 'server'::text)) AND ((seen IS NULL) OR (asked_at IS NOT NULL)))),
    CONSTRAINT post_check_check CHECK (((state = 'due'::text) = (checked_at IS NULL))),
    CONSTRAINT post_check_decided_by_check CHECK (
CASE
    WHEN (checked_at IS NULL) THEN (checked_by IS NULL)
    ELSE ((checked_by IS NOT NULL) OR ((state = 'live'::text) AND (NOT (seen IS DISTINCT FROM 'live'::text))))
END),
    CONSTRAINT post_check_looker_check CHECK ((looker = ANY (ARRAY['server'::text, 'business'::text]))),
    CONSTRAINT post_check_reason_check CHECK ((reason = ANY (ARRAY['first-day'::text, 'end'::text]))),
    CONSTRAINT post_check_seen_at_check CHECK (((seen IS NULL) = (seen_at IS NULL))),
    CONSTRAINT post_check_seen_check CHECK ((seen = ANY (ARRAY['live'::text, 'other-account'::text, 'missing'::text, 'hidden'::text, 'unclear'::text, 'no-answer'::text]))),
    CONSTRAINT post_check_state_check CHECK ((state = ANY (ARRAY['due'::text, 'live'::text, 'gone'::text])))
);

CREATE TABLE public.post_figures (
    upload_id uuid NOT NULL,
    proof_id uuid NOT NULL,
    views bigint NOT NULL,
    likes bigint,
    comments bigint,
    reported_at timestamp with time zone NOT NULL,
    post_url text NOT NULL,
    CONSTRAINT post_figures_comments_check CHECK (((comments >= 0) AND (comments <= '10000000000'::bigint))),
    CONSTRAINT post_figures_likes_check CHECK (((likes >= 0) AND (likes <= '10000000000'::bigint))),
    CONSTRAINT post_figures_views_check CHECK (((views >= 0) AND (views <= '10000000000'::bigint)))
);

CREATE TABLE public.presence_cell (
    campaign_id uuid NOT NULL,
    session_id uuid NOT NULL,
    cell text NOT NULL,
    ten_minutes timestamp with time zone NOT NULL,
    fixes integer NOT NULL,
    minutes double precision NOT NULL,
    CONSTRAINT presence_cell_cell_check CHECK ((cell ~ '^[0-9a-f]{15}$'::text)),
    CONSTRAINT presence_cell_fixes_check CHECK ((fixes > 0)),
    CONSTRAINT presence_cell_minutes_check CHECK ((minutes >= (0)::double precision)),
    CONSTRAINT presence_cell_ten_minutes_check CHECK ((mod(EXTRACT(epoch FROM ten_minutes), (600)::numeric) = (0)::numeric))
);

CREATE TABLE public.pricing_tier (
    platform text NOT NULL,
    tier text NOT NULL,
    content_type text NOT NULL,
    min_cents bigint NOT NULL,
    max_cents bigint NOT NULL,
    CONSTRAINT pricing_tier_check CHECK ((min_cents < max_cents)),
    CONSTRAINT pricing_tier_content_type_check CHECK ((content_type = ANY (ARRAY['post'::text, 'story'::text, 'video'::text, 'reel'::text, 'tweet'::text]))),
    CONSTRAINT pricing_tier_max_cents_check CHECK ((max_cents <= 1000000)),
    CONSTRAINT pricing_tier_min_cents_check CHECK ((min_cents >= 500)),
    CONSTRAINT pricing_tier_platform_check CHECK ((platform = ANY (ARRAY['instagram'::text, 'tiktok'::text, 'facebook'::text, 'youtube'::text, 'twitter'::text]))),
    CONSTRAINT pricing_tier_tier_check CHECK ((tier = ANY (ARRAY['nano'::text, 'micro'::text, 'mid'::text, 'macro'::text, 'influencer'::text])))
);

CREATE TABLE public.profile (
    account_id uuid NOT NULL,
    first_name text,
    last_name text,
    phone_number text,
    date_of_birth date,
    gender text,
    clothing_size text,
    address text,
    city text,
    state text,
    zip_code text,
    country text,
    latitude double precision,
    longitude double precision,
    image_upload_id uuid,
    wallet_email text,
    wallet_email_set_at timestamp with time zone,
    wallet_email_changed boolean DEFAULT false NOT NULL,
    business_name text,
    business_email text,
    business_website text,
    business_address text,
    business_type text,
    business_description text,
    age_verified_at timestamp with time zone,
    terms_accepted_at timestamp with time zone,
    privacy_accepted_at timestamp with time zone,
    location_consent_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    logo_upload_id uuid,
    gps_verified_at timestamp with time zone,
    wallet_connected_at timestamp with time zone,
    billing_country text,
    vat_id text,
    tax_number text,
    CONSTRAINT profile_billing_country_check CHECK ((billing_country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT profile_check CHECK (((wallet_email IS NULL) = (wallet_email_set_at IS NULL))),
    CONSTRAINT profile_clothing_size_check CHECK ((clothing_size = ANY (ARRAY['xs'::text, 's'::text, 'm'::text, 'l'::text, 'xl'::text, 'xxl'::text]))),
    CONSTRAINT profile_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text, 'prefer_not_to_say'::text]))),
    CONSTRAINT profile_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT profile_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
    CONSTRAINT profile_one_tax_number CHECK (((vat_id IS NULL) OR (tax_number IS NULL))),
    CONSTRAINT profile_position_is_whole CHECK (((latitude IS NULL) = (longitude IS NULL))),
    CONSTRAINT profile_tax_number_check CHECK (((length(tax_number) >= 1) AND (length(tax_number) <= 40))),
    CONSTRAINT profile_vat_id_check CHECK ((vat_id ~ '^[A-Z]{2}[A-Z0-9+*]{2,13}$'::text)),
    CONSTRAINT profile_vat_id_of_country CHECK (((vat_id IS NULL) OR (billing_country IS NOT NULL))),
    CONSTRAINT profile_verified_position CHECK (((gps_verified_at IS NULL) OR (latitude IS NOT NULL))),
    CONSTRAINT profile_wallet_email_check CHECK ((wallet_email = lower(wallet_email)))
);

CREATE TABLE public.proof (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    application_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    session_id uuid,
    status text DEFAULT 'pending'::text NOT NULL,
    note text,
    post_url text,
    presence jsonb,
    minutes integer NOT NULL,
    submitted_at timestamp with time zone NOT NULL,
    review_due_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    review_notes text,
    strength text DEFAULT 'ordinary'::text NOT NULL,
    signs_answer text,
    admins_told_at timestamp with time zone,
    signs jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_media_measured boolean DEFAULT false NOT NULL,
    submission_key text,
    is_ad_disclosed boolean,
    disclosure_seen boolean,
    reject_reason text,
    first_decided_at timestamp with time zone,
    CONSTRAINT proof_check CHECK ((review_due_at > submitted_at)),
    CONSTRAINT proof_check1 CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT proof_check2 CHECK (((decided_by IS NULL) OR (decided_at IS NOT NULL))),
    CONSTRAINT proof_check3 CHECK (((status <> 'rejected'::text) OR (review_notes IS NOT NULL))),
    CONSTRAINT proof_first_decided CHECK (((first_decided_at IS NULL) OR (decided_at IS NOT NULL))),
    CONSTRAINT proof_minutes_check CHECK ((minutes >= 0)),
    CONSTRAINT proof_reason_of_rejection CHECK (((reject_reason IS NULL) OR (status <> 'pending'::text))),
    CONSTRAINT proof_reject_reason_check CHECK ((reject_reason = ANY (ARRAY['wrong-place'::text, 'wrong-clothing'::text, 'too-short'::text, 'unclear-photo'::text, 'wrong-post'::text, 'other-person'::text, 'other'::text]))),
    CONSTRAINT proof_signs_answer_check CHECK (((char_length(signs_answer) >= 1) AND (char_length(signs_answer) <= 1000))),
    CONSTRAINT proof_signs_check CHECK ((jsonb_typeof(signs) = 'array'::text)),
    CONSTRAINT proof_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT proof_strength_check CHECK ((strength = ANY (ARRAY['weak'::text, 'ordinary'::text, 'strong'::text]))),
    CONSTRAINT proof_submission_key_check CHECK (((length(submission_key) >= 16) AND (length(submission_key) <= 64))),
    CONSTRAINT proof_weak_is_decided_by_a_person CHECK (((strength <> 'weak'::text) OR (status <> 'approved'::text) OR (decided_by IS NOT NULL)))
);

CREATE TABLE public.proof_amendment (
    proof_id uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    asked_by uuid NOT NULL,
    reasons text[] NOT NULL,
    note text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    amended_at timestamp with time zone,
    answer text,
    first_post_url text,
    submission_key text,
    CONSTRAINT proof_amendment_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 2000))),
    CONSTRAINT proof_amendment_check CHECK ((due_at > asked_at)),
    CONSTRAINT proof_amendment_check1 CHECK (((amended_at >= asked_at) AND (amended_at < due_at))),
    CONSTRAINT proof_amendment_check2 CHECK (((amended_at IS NOT NULL) OR (num_nonnulls(answer, first_post_url, submission_key) = 0))),
    CONSTRAINT proof_amendment_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
    CONSTRAINT proof_amendment_reasons_check CHECK (((cardinality(reasons) >= 1) AND (reasons <@ ARRAY['wrong-place'::text, 'wrong-clothing'::text, 'too-short'::text, 'unclear-photo'::text, 'wrong-post'::text, 'other-person'::text, 'other'::text]))),
    CONSTRAINT proof_amendment_submission_key_check CHECK (((length(submission_key) >= 16) AND (length(submission_key) <= 64)))
);

CREATE TABLE public.proof_image (
    upload_id uuid NOT NULL,
    application_id uuid NOT NULL,
    hash text NOT NULL,
    CONSTRAINT proof_image_hash_check CHECK ((hash ~ '^[0-9a-f]{16}$'::text))
);

CREATE TABLE public.proof_media (
    proof_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    kind text NOT NULL,
    content_type text NOT NULL,
    "position" integer NOT NULL,
    permit_id uuid,
    taken_at timestamp with time zone,
    duration_ms integer,
    is_sent_again boolean DEFAULT false NOT NULL,
    replaced_at timestamp with time zone,
    CONSTRAINT proof_media_duration_ms_check CHECK ((duration_ms > 0)),
    CONSTRAINT proof_media_kind_check CHECK ((kind = ANY (ARRAY['selfie'::text, 'photo'::text, 'video'::text, 'screenshot'::text]))),
    CONSTRAINT proof_media_taken_with_permit CHECK (((permit_id IS NULL) = (taken_at IS NULL)))
);

CREATE TABLE public.proof_video (
    upload_id uuid NOT NULL,
    application_id uuid NOT NULL,
    frames text[] NOT NULL,
    CONSTRAINT proof_video_frames_check CHECK (((cardinality(frames) >= 1) AND (cardinality(frames) <= 32)))
);

CREATE TABLE public.push_subscription (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    session_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT push_subscription_endpoint_check CHECK ((endpoint ~ '^https?://'::text))
);

CREATE UNLOGGED TABLE public.rate_limit (
    key text NOT NULL,
    full_at_us bigint NOT NULL,
    CONSTRAINT rate_limit_key_check CHECK ((length(key) = 43))
)
WITH (fillfactor='50');

CREATE TABLE public.rating (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    author_side text NOT NULL,
    author_id uuid NOT NULL,
    rated_id uuid NOT NULL,
    stars smallint NOT NULL,
    ticks text[] NOT NULL,
    text text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone NOT NULL,
    announced_at timestamp with time zone,
    reply text,
    replied_by uuid,
    replied_at timestamp with time zone,
    is_text_hidden boolean DEFAULT false NOT NULL,
    is_reply_hidden boolean DEFAULT false NOT NULL,
    CONSTRAINT rating_author_side_check CHECK ((author_side = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT rating_check CHECK (
CASE author_side
    WHEN 'marketer'::text THEN (ticks <@ ARRAY['clear-brief'::text, 'ready-on-time'::text, 'would-work-again'::text])
    ELSE (ticks <@ ARRAY['on-time'::text, 'followed-brief'::text, 'would-hire-again'::text])
END),
    CONSTRAINT rating_check1 CHECK ((published_at >= sent_at)),
    CONSTRAINT rating_of_the_other CHECK ((author_id <> rated_id)),
    CONSTRAINT rating_reply CHECK ((num_nulls(reply, replied_by, replied_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT rating_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 1000))),
    CONSTRAINT rating_reply_hidden CHECK (((reply IS NOT NULL) OR (NOT is_reply_hidden))),
    CONSTRAINT rating_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
    CONSTRAINT rating_text_check CHECK ((length(text) <= 1000))
);

CREATE TABLE public.reconciliation (
    id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    ours_cents bigint,
    theirs_cents bigint,
    compared integer DEFAULT 0 NOT NULL,
    differences jsonb DEFAULT '[]'::jsonb NOT NULL,
    problem text,
    way_out_cents bigint,
    way_in_cents bigint,
    CONSTRAINT reconciliation_check CHECK ((from_at < to_at)),
    CONSTRAINT reconciliation_compared_check CHECK ((compared >= 0)),
    CONSTRAINT reconciliation_finished CHECK (((finished_at IS NULL) OR (problem IS NOT NULL) OR ((ours_cents IS NOT NULL) AND (theirs_cents IS NOT NULL)))),
    CONSTRAINT reconciliation_way_in_cents_check CHECK ((way_in_cents >= 0)),
    CONSTRAINT reconciliation_way_out_cents_check CHECK ((way_out_cents >= 0))
);

CREATE TABLE public.refund (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    campaign_id uuid CONSTRAINT refund_purpose_id_not_null NOT NULL,
    origin text NOT NULL,
    pay_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    amount_cents bigint GENERATED ALWAYS AS ((pay_cents + fee_cents)) STORED NOT NULL,
    state text NOT NULL,
    provider_refund_id text,
    last_issue text,
    requested_by uuid,
    created_at timestamp with time zone NOT NULL,
    look_at timestamp with time zone,
    ended_at timestamp with time zone,
    retry_of uuid,
    CONSTRAINT refund_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT refund_check CHECK (((state = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT refund_check1 CHECK (((state <> ALL (ARRAY['pending'::text, 'completed'::text])) OR (provider_refund_id IS NOT NULL))),
    CONSTRAINT refund_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT refund_origin_check CHECK ((origin = ANY (ARRAY['escrow'::text, 'suspense'::text]))),
    CONSTRAINT refund_pay_cents_check CHECK ((pay_cents >= 0)),
    CONSTRAINT refund_state_check CHECK ((state = ANY (ARRAY['submitting'::text, 'pending'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.report_link (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    token_hash text NOT NULL,
    label text NOT NULL,
    with_photos boolean NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT report_link_label_check CHECK ((length(label) <= 80)),
    CONSTRAINT report_link_revoked CHECK ((revoked_at >= created_at)),
    CONSTRAINT report_link_span CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '4320:00:00'::interval)))),
    CONSTRAINT report_link_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.saved_marketer (
    advertiser_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    saved_at timestamp with time zone NOT NULL
);

CREATE TABLE public.saved_search (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    place smallint NOT NULL,
    name text NOT NULL,
    filters jsonb NOT NULL,
    alerting_since timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT saved_search_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
    CONSTRAINT saved_search_name_check CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 80)))),
    CONSTRAINT saved_search_place_check CHECK (((place >= 1) AND (place <= 20))),
    CONSTRAINT saved_search_version_check CHECK ((version > 0))
);

CREATE TABLE public.saved_search_mail (
    account_id uuid NOT NULL,
    mailed_at timestamp with time zone
);

CREATE TABLE public.saved_search_match (
    search_id uuid NOT NULL,
    account_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    found_at timestamp with time zone NOT NULL,
    mailed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT saved_search_match_version_check CHECK ((version > 0))
);

CREATE TABLE public.second_factor (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    secret_sealed text,
    last_step bigint,
    credential_id text,
    public_key text,
    counter bigint,
    transports text[],
    CONSTRAINT second_factor_check CHECK ((num_nonnulls(secret_sealed, last_step) =
CASE kind
    WHEN 'totp'::text THEN 2
    ELSE 0
END)),
    CONSTRAINT second_factor_check1 CHECK ((num_nonnulls(credential_id, public_key, counter, transports) =
CASE kind
    WHEN 'passkey'::text THEN 4
    ELSE 0
END)),
    CONSTRAINT second_factor_counter_check CHECK ((counter >= 0)),
    CONSTRAINT second_factor_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
    CONSTRAINT second_factor_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);

CREATE TABLE public.second_factor_challenge (
    session_id uuid NOT NULL,
    purpose text NOT NULL,
    challenge text,
    secret_sealed text,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT second_factor_challenge_check CHECK (((num_nonnulls(challenge, secret_sealed) = 1) AND ((secret_sealed IS NOT NULL) = (purpose = 'add-totp'::text)))),
    CONSTRAINT second_factor_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add-totp'::text, 'add-passkey'::text, 'prove'::text])))
);

CREATE TABLE public.second_factor_guard (
    account_id uuid NOT NULL,
    wrong_codes integer NOT NULL,
    last_wrong_at timestamp with time zone NOT NULL,
    CONSTRAINT second_factor_guard_wrong_codes_check CHECK (((wrong_codes >= 1) AND (wrong_codes <= 5)))
);

CREATE TABLE public.second_factor_recovery_code (
    account_id uuid NOT NULL,
    code_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT second_factor_recovery_code_code_hash_check CHECK ((code_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.session_summary (
    session_id uuid NOT NULL,
    presence jsonb NOT NULL,
    computed_at timestamp with time zone NOT NULL,
    length_ms bigint NOT NULL,
    was_in_zone boolean NOT NULL
);

CREATE TABLE public.shortfall (
    payment_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    turn bigint NOT NULL,
    fee_cents bigint NOT NULL,
    short_cents bigint NOT NULL,
    state text NOT NULL,
    covered_cents bigint,
    recovered_cents bigint,
    decided_by uuid,
    reason text,
    opened_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    short_fee_cents bigint DEFAULT 0 NOT NULL,
    covered_fee_cents bigint DEFAULT 0 NOT NULL,
    recovered_fee_cents bigint DEFAULT 0 NOT NULL,
    CONSTRAINT shortfall_check CHECK (((recovered_cents >= 1) AND (recovered_cents <= covered_cents))),
    CONSTRAINT shortfall_check1 CHECK (((state = 'open'::text) = (ended_at IS NULL))),
    CONSTRAINT shortfall_check2 CHECK (((state = ANY (ARRAY['covered'::text, 'recovered'::text])) = (covered_cents IS NOT NULL))),
    CONSTRAINT shortfall_check3 CHECK (((state = 'recovered'::text) = ((covered_cents IS NOT NULL) AND (NOT (recovered_cents IS DISTINCT FROM covered_cents))))),
    CONSTRAINT shortfall_check4 CHECK (((recovered_cents IS NULL) OR (covered_cents IS NOT NULL))),
    CONSTRAINT shortfall_check5 CHECK ((((covered_cents IS NULL) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (reason IS NULL)))),
    CONSTRAINT shortfall_check6 CHECK (((short_fee_cents >= 0) AND (short_fee_cents <= fee_cents))),
    CONSTRAINT shortfall_covered_cents_check CHECK ((covered_cents > 0)),
    CONSTRAINT shortfall_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT shortfall_fee_within_sums CHECK ((((covered_fee_cents >= 0) AND (covered_fee_cents <= COALESCE(covered_cents, (0)::bigint))) AND ((recovered_fee_cents >= 0) AND (recovered_fee_cents <= COALESCE(recovered_cents, (0)::bigint))))),
    CONSTRAINT shortfall_short_cents_check CHECK ((short_cents >= 0)),
    CONSTRAINT shortfall_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'covered'::text, 'recovered'::text, 'given-up'::text, 'renounced'::text])))
);

ALTER TABLE public.shortfall ALTER COLUMN turn ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.shortfall_turn_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sign_in_challenge (
    id uuid NOT NULL,
    email text NOT NULL,
    role text,
    code_hash text NOT NULL,
    token_hash text,
    wrong_codes integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    session_id uuid,
    CONSTRAINT sign_in_challenge_email_check CHECK ((email = lower(email))),
    CONSTRAINT sign_in_challenge_purpose CHECK ((((session_id IS NULL) = (role IS NOT NULL)) AND ((session_id IS NULL) = (token_hash IS NOT NULL)))),
    CONSTRAINT sign_in_challenge_role_check CHECK ((role = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT sign_in_challenge_wrong_codes_check CHECK (((wrong_codes >= 0) AND (wrong_codes <= 5)))
);

CREATE TABLE public.sign_in_identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL,
    linked_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sign_in_session (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    token_hash text NOT NULL,
    user_agent text,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    second_factor_at timestamp with time zone,
    CONSTRAINT sign_in_session_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.social_account (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    platform text NOT NULL,
    handle text NOT NULL,
    followers integer NOT NULL,
    code text NOT NULL,
    status text NOT NULL,
    declared_at timestamp with time zone NOT NULL,
    submitted_at timestamp with time zone,
    decided_at timestamp with time zone,
    decided_by uuid,
    rejection_reason text,
    verified_followers integer,
    verified_at timestamp with time zone,
    verified_until timestamp with time zone,
    asked_again_at timestamp with time zone,
    CONSTRAINT social_account_approved CHECK (
CASE status
    WHEN 'approved'::text THEN (verified_until IS NOT NULL)
    WHEN 'rejected'::text THEN (verified_until IS NULL)
    ELSE true
END),
    CONSTRAINT social_account_decided CHECK (((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_at IS NOT NULL))),
    CONSTRAINT social_account_decided_by CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
    CONSTRAINT social_account_followers_check CHECK (((followers >= 0) AND (followers <= 1000000000))),
    CONSTRAINT social_account_platform_check CHECK ((platform = ANY (ARRAY['instagram'::text, 'tiktok'::text, 'facebook'::text, 'youtube'::text, 'twitter'::text]))),
    CONSTRAINT social_account_rejected CHECK (((status = 'rejected'::text) = (rejection_reason IS NOT NULL))),
    CONSTRAINT social_account_status_check CHECK ((status = ANY (ARRAY['declared'::text, 'pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT social_account_submitted CHECK (((status = 'declared'::text) OR (submitted_at IS NOT NULL))),
    CONSTRAINT social_account_verified CHECK ((num_nulls(verified_followers, verified_at, verified_until) = ANY (ARRAY[0, 3]))),
    CONSTRAINT social_account_verified_followers_check CHECK (((verified_followers >= 0) AND (verified_followers <= 1000000000)))
);

CREATE TABLE public.spent_provider_flow (
    flow_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT spent_provider_flow_flow_hash_check CHECK ((flow_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.spot_check (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    session_id uuid NOT NULL,
    number smallint NOT NULL,
    ask_at timestamp with time zone NOT NULL,
    code text NOT NULL,
    told_at timestamp with time zone,
    answered_at timestamp with time zone,
    CONSTRAINT spot_check_answered_in_time CHECK (((answered_at >= ask_at) AND (answered_at <= (ask_at + '00:10:00'::interval)))),
    CONSTRAINT spot_check_code_check CHECK ((code ~ '^[A-Z0-9]{5}$'::text)),
    CONSTRAINT spot_check_number_check CHECK (((number >= 1) AND (number <= 2)))
);

CREATE TABLE public.spot_check_photo (
    check_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    signs jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT spot_check_photo_signs_check CHECK ((jsonb_typeof(signs) = 'array'::text))
);

CREATE TABLE public.strike (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    kind text NOT NULL,
    status text DEFAULT 'standing'::text NOT NULL,
    at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    appealed_at timestamp with time zone,
    appeal_text text,
    decided_by uuid,
    decided_at timestamp with time zone,
    decision_reason text,
    CONSTRAINT strike_appealed CHECK ((((status = 'standing'::text) = (appealed_at IS NULL)) AND ((appealed_at IS NOT NULL) OR (appeal_text IS NULL)))),
    CONSTRAINT strike_check CHECK ((expires_at > at)),
    CONSTRAINT strike_decided CHECK ((num_nulls(decided_by, decided_at, decision_reason) =
CASE
    WHEN (status = ANY (ARRAY['upheld'::text, 'lifted'::text])) THEN 0
    ELSE 3
END)),
    CONSTRAINT strike_kind_check CHECK ((kind = ANY (ARRAY['no-show'::text, 'late-withdrawal'::text]))),
    CONSTRAINT strike_status_check CHECK ((status = ANY (ARRAY['standing'::text, 'appealed'::text, 'upheld'::text, 'lifted'::text])))
);

CREATE TABLE public.sweep (
    name text NOT NULL,
    next_at timestamp with time zone NOT NULL,
    running_until timestamp with time zone,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    last_error text
);

CREATE TABLE public.team_invitation (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    token_hash text NOT NULL,
    invited_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    accepted_by uuid,
    revoked_at timestamp with time zone,
    CONSTRAINT team_invitation_accepted CHECK ((num_nulls(accepted_at, accepted_by) = ANY (ARRAY[0, 2]))),
    CONSTRAINT team_invitation_email_check CHECK ((email = lower(email))),
    CONSTRAINT team_invitation_ends_once CHECK ((num_nonnulls(accepted_at, revoked_at) <= 1)),
    CONSTRAINT team_invitation_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'manager'::text])))
);

CREATE TABLE public.team_member (
    owner_id uuid NOT NULL,
    member_id uuid NOT NULL,
    role text NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    CONSTRAINT team_member_is_another CHECK ((owner_id <> member_id)),
    CONSTRAINT team_member_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'manager'::text])))
);

CREATE TABLE public.tip (
    id uuid NOT NULL,
    proof_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    campaign_title text NOT NULL,
    marketer_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    most_cents bigint NOT NULL,
    amount_cents bigint,
    created_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    CONSTRAINT tip_check CHECK (((amount_cents >= 100) AND (amount_cents <= most_cents))),
    CONSTRAINT tip_check1 CHECK (((paid_at IS NULL) = (amount_cents IS NULL))),
    CONSTRAINT tip_most_cents_check CHECK ((most_cents >= 100))
);

CREATE TABLE public.track_profile (
    session_id uuid NOT NULL,
    city text,
    began_at timestamp with time zone NOT NULL,
    spots smallint[] NOT NULL,
    agreement real,
    arrived_at timestamp with time zone NOT NULL
);

CREATE TABLE public.track_shape (
    session_id uuid NOT NULL,
    shape text NOT NULL,
    arrived_at timestamp with time zone NOT NULL
);

CREATE TABLE public.tracking_session (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    application_id uuid NOT NULL,
    marketer_id uuid NOT NULL,
    status text DEFAULT 'running'::text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    last_heard_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    closed_at timestamp with time zone,
    summary_due boolean DEFAULT false NOT NULL,
    erase_fixes_at timestamp with time zone,
    fixes_erased_at timestamp with time zone,
    fixes_kept integer DEFAULT 0 NOT NULL,
    alias uuid DEFAULT gen_random_uuid() NOT NULL,
    is_zone_approximate boolean DEFAULT false NOT NULL,
    clock_offset_ms bigint DEFAULT 0 NOT NULL,
    device_id uuid,
    stopped_at timestamp with time zone,
    number smallint,
    CONSTRAINT tracking_session_check CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT tracking_session_check1 CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
    CONSTRAINT tracking_session_check2 CHECK (((closed_at IS NULL) OR (status = 'ended'::text))),
    CONSTRAINT tracking_session_check3 CHECK (((ended_at IS NULL) OR (ended_at >= started_at))),
    CONSTRAINT tracking_session_end_reason_check CHECK ((end_reason = ANY (ARRAY['stopped'::text, 'window-closed'::text, 'silence'::text, 'consent-withdrawn'::text, 'suspended'::text, 'taken-over'::text]))),
    CONSTRAINT tracking_session_erased CHECK (((fixes_erased_at IS NULL) OR (status = 'ended'::text))),
    CONSTRAINT tracking_session_fixes_kept_check CHECK ((fixes_kept >= 0)),
    CONSTRAINT tracking_session_number_check CHECK (((number >= 1) AND (number <= 100))),
    CONSTRAINT tracking_session_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ended'::text]))),
    CONSTRAINT tracking_session_stopped_after_silence CHECK (((stopped_at IS NULL) OR (end_reason = 'silence'::text)))
)
WITH (fillfactor='70');

CREATE TABLE public.type_change_link (
    account_id uuid NOT NULL,
    new_role text NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT type_change_link_new_role_check CHECK ((new_role = ANY (ARRAY['marketer'::text, 'advertiser'::text]))),
    CONSTRAINT type_change_link_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.upload (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    purpose text NOT NULL,
    state text NOT NULL,
    declared_size bigint NOT NULL,
    content_type text,
    size bigint,
    sha256 text,
    storage_key text,
    width integer,
    height integer,
    refusal text,
    created_at timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone,
    duration_ms integer,
    taken_at timestamp with time zone,
    taken_lat double precision,
    taken_lng double precision,
    has_camera boolean,
    image_hash text,
    video_frames text[],
    CONSTRAINT upload_check CHECK (((state = ANY (ARRAY['ready'::text, 'claimed'::text])) = (storage_key IS NOT NULL))),
    CONSTRAINT upload_check1 CHECK (((storage_key IS NULL) = (content_type IS NULL))),
    CONSTRAINT upload_check2 CHECK (((storage_key IS NULL) = (size IS NULL))),
    CONSTRAINT upload_check3 CHECK (((storage_key IS NULL) = (sha256 IS NULL))),
    CONSTRAINT upload_check4 CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
    CONSTRAINT upload_check5 CHECK (((state = 'claimed'::text) = (claimed_at IS NOT NULL))),
    CONSTRAINT upload_claimed_forgets_taking CHECK (((state <> 'claimed'::text) OR ((taken_at IS NULL) AND (taken_lat IS NULL) AND (taken_lng IS NULL) AND (has_camera IS NULL)))),
    CONSTRAINT upload_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'application/pdf'::text, 'video/mp4'::text, 'video/webm'::text, 'video/quicktime'::text]))),
    CONSTRAINT upload_declared_size_check CHECK ((declared_size > 0)),
    CONSTRAINT upload_duration_ms_check CHECK ((duration_ms > 0)),
    CONSTRAINT upload_height_check CHECK ((height > 0)),
    CONSTRAINT upload_image_hash_check CHECK ((image_hash ~ '^[0-9a-f]{16}$'::text)),
    CONSTRAINT upload_purpose_check CHECK ((purpose = ANY (ARRAY['proof'::text, 'brand-asset'::text, 'profile-photo'::text, 'business-logo'::text, 'message'::text]))),
    CONSTRAINT upload_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT upload_size_check CHECK ((size > 0)),
    CONSTRAINT upload_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'ready'::text, 'refused'::text, 'claimed'::text]))),
    CONSTRAINT upload_taken_lat_check CHECK (((taken_lat >= ('-90'::integer)::double precision) AND (taken_lat <= (90)::double precision))),
    CONSTRAINT upload_taken_lng_check CHECK (((taken_lng >= ('-180'::integer)::double precision) AND (taken_lng <= (180)::double precision))),
    CONSTRAINT upload_taken_place_is_whole CHECK (((taken_lat IS NULL) = (taken_lng IS NULL))),
    CONSTRAINT upload_video_frames_check CHECK (((cardinality(video_frames) >= 1) AND (cardinality(video_frames) <= 32))),
    CONSTRAINT upload_width_check CHECK ((width > 0))
);

CREATE TABLE public.upload_thumbnail (
    upload_id uuid NOT NULL,
    content bytea NOT NULL
);

CREATE TABLE public.uptime (
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT uptime_check CHECK ((seen_at >= started_at))
);

CREATE TABLE public.waiting_delivery (
    account_id uuid NOT NULL,
    channel text NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    href text NOT NULL,
    deadline timestamp with time zone,
    due_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT waiting_delivery_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'push'::text]))),
    CONSTRAINT waiting_delivery_href_check CHECK ((href ~~ '/%'::text))
);

CREATE TABLE public.wallet_connection (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    session_id uuid NOT NULL,
    state_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    outcome text,
    CONSTRAINT wallet_connection_check CHECK (((outcome IS NULL) OR (used_at IS NOT NULL))),
    CONSTRAINT wallet_connection_outcome_check CHECK ((outcome = ANY (ARRAY['connected'::text, 'declined'::text, 'unconfirmed'::text, 'failed'::text])))
);

CREATE TABLE public.webhook_event (
    id text NOT NULL,
    event_type text NOT NULL,
    resource_id text,
    raw bytea NOT NULL,
    received_at timestamp with time zone NOT NULL,
    handled_at timestamp with time zone,
    outcome text,
    CONSTRAINT webhook_event_id_check CHECK ((length(id) <= 200))
);

ALTER TABLE ONLY public.location_fix ATTACH PARTITION public.location_fix_default DEFAULT;

ALTER TABLE ONLY ledger.account
    ADD CONSTRAINT account_code_key UNIQUE (code);

ALTER TABLE ONLY ledger.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.entry
    ADD CONSTRAINT entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.entry
    ADD CONSTRAINT entry_txn_id_account_id_key UNIQUE (txn_id, account_id);

ALTER TABLE ONLY ledger.family
    ADD CONSTRAINT family_pkey PRIMARY KEY (name);

ALTER TABLE ONLY ledger.subtotal
    ADD CONSTRAINT subtotal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.txn
    ADD CONSTRAINT txn_dedupe_key_key UNIQUE (dedupe_key);

ALTER TABLE ONLY ledger.txn
    ADD CONSTRAINT txn_pkey PRIMARY KEY (id);

ALTER TABLE ONLY platform.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.admin_invitation
    ADD CONSTRAINT admin_invitation_pkey PRIMARY KEY (email);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_bench UNIQUE (campaign_id, bench_turn);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_once UNIQUE (campaign_id, marketer_id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_position_key UNIQUE ("position");

ALTER TABLE ONLY public.audit_seal
    ADD CONSTRAINT audit_seal_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.audit_seal
    ADD CONSTRAINT audit_seal_position_key UNIQUE ("position");

ALTER TABLE ONLY public.audit_unsealed
    ADD CONSTRAINT audit_unsealed_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.campaign_asset
    ADD CONSTRAINT campaign_asset_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.campaign_footfall
    ADD CONSTRAINT campaign_footfall_pkey PRIMARY KEY (campaign_id);

ALTER TABLE ONLY public.campaign_invitation
    ADD CONSTRAINT campaign_invitation_campaign_id_marketer_id_key UNIQUE (campaign_id, marketer_id);

ALTER TABLE ONLY public.campaign_invitation
    ADD CONSTRAINT campaign_invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.capture_permit
    ADD CONSTRAINT capture_permit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chargeback
    ADD CONSTRAINT chargeback_and_payer UNIQUE (id, campaign_id, payer_id);

ALTER TABLE ONLY public.chargeback
    ADD CONSTRAINT chargeback_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chargeback
    ADD CONSTRAINT chargeback_provider_dispute_id_key UNIQUE (provider_dispute_id);

ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_application_id_key UNIQUE (application_id);

ALTER TABLE ONLY public.dispute_entry
    ADD CONSTRAINT dispute_entry_pkey PRIMARY KEY (dispute_id, turn);

ALTER TABLE ONLY public.dispute_file
    ADD CONSTRAINT dispute_file_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_proof_id_key UNIQUE (proof_id);

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoice_counter
    ADD CONSTRAINT invoice_counter_pkey PRIMARY KEY (kind, year);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_number UNIQUE (kind, year, number);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoice_skip
    ADD CONSTRAINT invoice_skip_pkey PRIMARY KEY (kind, year, number);

ALTER TABLE ONLY public.kit
    ADD CONSTRAINT kit_pkey PRIMARY KEY (application_id);

ALTER TABLE ONLY public.kyc_document
    ADD CONSTRAINT kyc_document_pkey PRIMARY KEY (account_id, kind);

ALTER TABLE ONLY public.kyc_key
    ADD CONSTRAINT kyc_key_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.kyc
    ADD CONSTRAINT kyc_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.live_position
    ADD CONSTRAINT live_position_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.live_view
    ADD CONSTRAINT live_view_pkey PRIMARY KEY (campaign_id, viewer, day);

ALTER TABLE ONLY public.location_fix
    ADD CONSTRAINT location_fix_pkey PRIMARY KEY (session_id, recorded_at);

ALTER TABLE ONLY public.location_fix_default
    ADD CONSTRAINT location_fix_default_pkey PRIMARY KEY (session_id, recorded_at);

ALTER TABLE ONLY public.marketer_listing
    ADD CONSTRAINT marketer_listing_account_id_key UNIQUE (account_id);

ALTER TABLE ONLY public.marketer_listing
    ADD CONSTRAINT marketer_listing_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_application_id_kind_fact_key UNIQUE (application_id, kind, fact);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_application_id_sequence_key UNIQUE (application_id, sequence);

ALTER TABLE ONLY public.message_file
    ADD CONSTRAINT message_file_message_id_position_key UNIQUE (message_id, "position");

ALTER TABLE ONLY public.message_file
    ADD CONSTRAINT message_file_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_read
    ADD CONSTRAINT message_read_pkey PRIMARY KEY (application_id, account_id);

ALTER TABLE ONLY public.message_report
    ADD CONSTRAINT message_report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT message_thread_pkey PRIMARY KEY (application_id);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_account_id_kind_ref_key UNIQUE (account_id, kind, ref);

ALTER TABLE ONLY public.notification_choice
    ADD CONSTRAINT notification_choice_pkey PRIMARY KEY (account_id, topic);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_schedule
    ADD CONSTRAINT notification_schedule_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_kind_ref_key UNIQUE (kind, ref);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outgoing_webhook_delivery
    ADD CONSTRAINT outgoing_webhook_delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outgoing_webhook
    ADD CONSTRAINT outgoing_webhook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_fact UNIQUE (fact_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_and_payer UNIQUE (id, campaign_id, created_by);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_capture_request_id_key UNIQUE (capture_request_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_create_request_id_key UNIQUE (create_request_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_provider_capture_id_key UNIQUE (provider_capture_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_provider_order_id_key UNIQUE (provider_order_id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_source_id_key UNIQUE (source_id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_tip_id_key UNIQUE (tip_id);

ALTER TABLE ONLY public.payout
    ADD CONSTRAINT payout_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payout
    ADD CONSTRAINT payout_provider_batch_id_key UNIQUE (provider_batch_id);

ALTER TABLE ONLY public.payout
    ADD CONSTRAINT payout_provider_item_id_key UNIQUE (provider_item_id);

ALTER TABLE ONLY public.payout
    ADD CONSTRAINT payout_provider_transaction_id_key UNIQUE (provider_transaction_id);

ALTER TABLE ONLY public.post_check
    ADD CONSTRAINT post_check_pkey PRIMARY KEY (proof_id, reason);

ALTER TABLE ONLY public.post_figures
    ADD CONSTRAINT post_figures_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.presence_cell
    ADD CONSTRAINT presence_cell_pkey PRIMARY KEY (session_id, cell, ten_minutes);

ALTER TABLE ONLY public.pricing_tier
    ADD CONSTRAINT pricing_tier_pkey PRIMARY KEY (platform, content_type, tier);

ALTER TABLE ONLY public.profile
    ADD CONSTRAINT profile_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.proof_amendment
    ADD CONSTRAINT proof_amendment_pkey PRIMARY KEY (proof_id);

ALTER TABLE ONLY public.proof_image
    ADD CONSTRAINT proof_image_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.proof_media
    ADD CONSTRAINT proof_media_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.proof_video
    ADD CONSTRAINT proof_video_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_once UNIQUE (application_id, author_side);

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reconciliation
    ADD CONSTRAINT reconciliation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_provider_refund_id_key UNIQUE (provider_refund_id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_retry_of_key UNIQUE (retry_of);

ALTER TABLE ONLY public.report_link
    ADD CONSTRAINT report_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_link
    ADD CONSTRAINT report_link_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.saved_marketer
    ADD CONSTRAINT saved_marketer_pkey PRIMARY KEY (advertiser_id, listing_id);

ALTER TABLE ONLY public.saved_search_mail
    ADD CONSTRAINT saved_search_mail_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.saved_search_match
    ADD CONSTRAINT saved_search_match_pkey PRIMARY KEY (search_id, campaign_id);

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_of_account UNIQUE (id, account_id);

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_place UNIQUE (account_id, place);

ALTER TABLE ONLY public.second_factor_challenge
    ADD CONSTRAINT second_factor_challenge_pkey PRIMARY KEY (session_id, purpose);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.second_factor_guard
    ADD CONSTRAINT second_factor_guard_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.second_factor_recovery_code
    ADD CONSTRAINT second_factor_recovery_code_pkey PRIMARY KEY (account_id, code_hash);

ALTER TABLE ONLY public.session_summary
    ADD CONSTRAINT session_summary_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.shortfall
    ADD CONSTRAINT shortfall_and_payer UNIQUE (payment_id, campaign_id, payer_id);

ALTER TABLE ONLY public.shortfall
    ADD CONSTRAINT shortfall_pkey PRIMARY KEY (payment_id);

ALTER TABLE ONLY public.shortfall
    ADD CONSTRAINT shortfall_turn_key UNIQUE (turn);

ALTER TABLE ONLY public.sign_in_challenge
    ADD CONSTRAINT sign_in_challenge_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_challenge
    ADD CONSTRAINT sign_in_challenge_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.sign_in_identity
    ADD CONSTRAINT sign_in_identity_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.social_account
    ADD CONSTRAINT social_account_of_platform UNIQUE (account_id, platform);

ALTER TABLE ONLY public.social_account
    ADD CONSTRAINT social_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.spent_provider_flow
    ADD CONSTRAINT spent_provider_flow_pkey PRIMARY KEY (flow_hash);

ALTER TABLE ONLY public.spot_check
    ADD CONSTRAINT spot_check_application_id_number_key UNIQUE (application_id, number);

ALTER TABLE ONLY public.spot_check_photo
    ADD CONSTRAINT spot_check_photo_pkey PRIMARY KEY (check_id);

ALTER TABLE ONLY public.spot_check_photo
    ADD CONSTRAINT spot_check_photo_upload_id_key UNIQUE (upload_id);

ALTER TABLE ONLY public.spot_check
    ADD CONSTRAINT spot_check_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.strike
    ADD CONSTRAINT strike_application_id_key UNIQUE (application_id);

ALTER TABLE ONLY public.strike
    ADD CONSTRAINT strike_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sweep
    ADD CONSTRAINT sweep_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.team_invitation
    ADD CONSTRAINT team_invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.team_invitation
    ADD CONSTRAINT team_invitation_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_pkey PRIMARY KEY (owner_id, member_id);

ALTER TABLE ONLY public.tip
    ADD CONSTRAINT tip_id_campaign_id_marketer_id_key UNIQUE (id, campaign_id, marketer_id);

ALTER TABLE ONLY public.tip
    ADD CONSTRAINT tip_id_campaign_id_payer_id_key UNIQUE (id, campaign_id, payer_id);

ALTER TABLE ONLY public.tip
    ADD CONSTRAINT tip_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tip
    ADD CONSTRAINT tip_proof_id_key UNIQUE (proof_id);

ALTER TABLE ONLY public.track_profile
    ADD CONSTRAINT track_profile_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.track_shape
    ADD CONSTRAINT track_shape_pkey PRIMARY KEY (session_id, shape);

ALTER TABLE ONLY public.tracking_session
    ADD CONSTRAINT tracking_session_alias_key UNIQUE (alias);

ALTER TABLE ONLY public.tracking_session
    ADD CONSTRAINT tracking_session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.type_change_link
    ADD CONSTRAINT type_change_link_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.type_change_link
    ADD CONSTRAINT type_change_link_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_storage_key_key UNIQUE (storage_key);

ALTER TABLE ONLY public.upload_thumbnail
    ADD CONSTRAINT upload_thumbnail_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.uptime
    ADD CONSTRAINT uptime_pkey PRIMARY KEY (started_at);

ALTER TABLE ONLY public.waiting_delivery
    ADD CONSTRAINT waiting_delivery_pkey PRIMARY KEY (account_id, channel, kind, ref);

ALTER TABLE ONLY public.wallet_connection
    ADD CONSTRAINT wallet_connection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_connection
    ADD CONSTRAINT wallet_connection_state_hash_key UNIQUE (state_hash);

ALTER TABLE ONLY public.webhook_event
    ADD CONSTRAINT webhook_event_pkey PRIMARY KEY (id);

CREATE INDEX account_of_family ON ledger.account USING btree (family);

CREATE UNIQUE INDEX entry_of_account ON ledger.entry USING btree (account_id, account_version) INCLUDE (amount);

CREATE INDEX subtotal_of_family ON ledger.subtotal USING btree (family);

CREATE INDEX txn_in_time ON ledger.txn USING brin (occurred_at);

CREATE INDEX access_token_of_account ON public.access_token USING btree (account_id);

CREATE INDEX account_deleted ON public.account USING btree (id) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX account_email ON public.account USING btree (email) WHERE (deleted_at IS NULL);

CREATE INDEX account_newest ON public.account USING btree (created_at DESC, id DESC);

CREATE INDEX account_newest_of_role ON public.account USING btree (role, created_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX account_search ON public.account USING gin (search_text public.gin_trgm_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX application_approved_of_campaign ON public.application USING btree (campaign_id) INCLUDE (marketer_id) WHERE (status = 'approved'::text);

CREATE INDEX application_approved_of_marketer ON public.application USING btree (marketer_id) WHERE (status = 'approved'::text);

CREATE INDEX application_of_campaign ON public.application USING btree (campaign_id, applied_at DESC, id DESC);

CREATE INDEX application_of_marketer ON public.application USING btree (marketer_id, applied_at DESC, id DESC);

CREATE INDEX application_unasked ON public.application USING btree (campaign_id) WHERE ((status = 'approved'::text) AND (confirmation_due_at IS NULL));

CREATE INDEX application_unconfirmed ON public.application USING btree (confirmation_due_at) WHERE ((status = 'approved'::text) AND (confirmation_due_at IS NOT NULL) AND (confirmed_at IS NULL));

CREATE INDEX application_unjudged ON public.application USING btree (campaign_id) WHERE ((status = 'approved'::text) AND (attendance_judged_at IS NULL));

CREATE INDEX audit_entry_by_action ON public.audit_entry USING btree (action, "position");

CREATE INDEX audit_entry_by_actor ON public.audit_entry USING btree (actor_id, "position");

CREATE INDEX audit_entry_by_object ON public.audit_entry USING btree (object_id, "position");

CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (at);

CREATE INDEX campaign_asset_of_campaign ON public.campaign_asset USING btree (campaign_id);

CREATE INDEX campaign_city_lane_pay ON public.campaign USING btree (is_open, lower(city), lane, pay_cents DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_city_newest ON public.campaign USING btree (is_open, lower(city), created_at DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_city_pay ON public.campaign USING btree (is_open, lower(city), pay_cents DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_city_start ON public.campaign USING btree (is_open, lower(city), start_time, id) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_closing ON public.campaign USING btree (closes_at) WHERE (status = 'active'::text);

CREATE INDEX campaign_closing_active ON public.campaign USING btree (id) WHERE ((status = 'active'::text) AND (closing_since IS NOT NULL));

CREATE INDEX campaign_draft_of_advertiser ON public.campaign USING btree (advertiser_id, start_time) WHERE ((status = 'draft'::text) AND is_complete);

CREATE INDEX campaign_draft_start ON public.campaign USING btree (start_time) WHERE ((status = 'draft'::text) AND is_complete);

CREATE INDEX campaign_hourly ON public.campaign USING btree (hourly_cents) WHERE ((status <> 'draft'::text) AND (hourly_cents IS NOT NULL));

CREATE INDEX campaign_invitation_marketer ON public.campaign_invitation USING btree (marketer_id);

CREATE INDEX campaign_lane_pay ON public.campaign USING btree (is_open, lane, pay_cents DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_list_newest ON public.campaign USING btree (is_open, created_at DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_list_pay ON public.campaign USING btree (is_open, pay_cents DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_list_start ON public.campaign USING btree (is_open, start_time, id) WHERE (status <> 'draft'::text);

CREATE UNIQUE INDEX campaign_made_once ON public.campaign USING btree (advertiser_id, submission_key) WHERE (submission_key IS NOT NULL);

CREATE INDEX campaign_newest ON public.campaign USING btree (created_at DESC, id DESC) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_of_advertiser ON public.campaign USING btree (advertiser_id, created_at DESC, id DESC);

CREATE INDEX campaign_open_by_id ON public.campaign USING btree (id) WHERE is_open;

CREATE INDEX campaign_paid_active ON public.campaign USING btree (id) WHERE ((status = 'active'::text) AND (released = needed));

CREATE INDEX campaign_platform ON public.campaign USING btree (social_platform) WHERE ((status <> 'draft'::text) AND (social_platform IS NOT NULL));

CREATE INDEX campaign_point ON public.campaign USING gist (public.campaign_plane(lat, lng)) WHERE (status <> 'draft'::text);

CREATE INDEX campaign_point_open ON public.campaign USING gist (public.campaign_plane(lat, lng)) WHERE is_open;

CREATE INDEX campaign_proof_due ON public.campaign USING btree (proof_due_at) WHERE (status = 'active'::text);

CREATE INDEX campaign_title ON public.campaign USING gin (lower(title) public.gin_trgm_ops) WITH (fastupdate=off) WHERE (status <> 'draft'::text);

CREATE INDEX capture_permit_by_time ON public.capture_permit USING btree (issued_at);

CREATE INDEX capture_permit_of_application ON public.capture_permit USING btree (application_id, issued_at DESC);

CREATE INDEX chargeback_debt ON public.chargeback USING btree (closed_at, id) WHERE (owed_cents > ((repaid_cents + recovered_cents) + written_off_cents));

CREATE INDEX chargeback_debt_of_payer ON public.chargeback USING btree (payer_id) WHERE (owed_cents > ((repaid_cents + recovered_cents) + written_off_cents));

CREATE INDEX chargeback_lost ON public.chargeback USING btree (closed_at, id) WHERE (state = 'lost'::text);

CREATE INDEX chargeback_of_campaign ON public.chargeback USING btree (campaign_id);

CREATE INDEX chargeback_open ON public.chargeback USING btree (opened_at, id) WHERE (state = 'open'::text);

CREATE INDEX chargeback_to_look_at ON public.chargeback USING btree (look_at) WHERE (state = 'open'::text);

CREATE INDEX consent_of_account ON public.consent USING btree (account_id, at);

CREATE INDEX dispute_decided ON public.dispute USING btree (decided_at DESC, id DESC) WHERE (decided_at IS NOT NULL);

CREATE INDEX dispute_due ON public.dispute USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX dispute_escalated ON public.dispute USING btree (due_at, id) WHERE (state = 'escalated'::text);

CREATE INDEX dispute_file_of_dispute ON public.dispute_file USING btree (dispute_id, turn, "position");

CREATE INDEX dispute_of_campaign ON public.dispute USING btree (campaign_id);

CREATE INDEX invoice_correction ON public.invoice USING btree (corrects);

CREATE UNIQUE INDEX invoice_credit_of_chargeback ON public.invoice USING btree (chargeback_id, corrects);

CREATE UNIQUE INDEX invoice_credit_of_refund ON public.invoice USING btree (refund_id, corrects);

CREATE INDEX invoice_issued ON public.invoice USING btree (issued_at, id);

CREATE INDEX invoice_of_buyer ON public.invoice USING btree (buyer_id);

CREATE INDEX invoice_of_campaign ON public.invoice USING btree (campaign_id);

CREATE INDEX invoice_of_order ON public.invoice USING btree (order_id);

CREATE UNIQUE INDEX invoice_one_per_order ON public.invoice USING btree (order_id) WHERE (kind = 'invoice'::text);

CREATE INDEX kit_with_address ON public.kit USING btree (application_id) WHERE (address_sealed IS NOT NULL);

CREATE INDEX kyc_business_tax_id ON public.kyc USING btree (business_tax_id_index) WHERE (business_tax_id_index IS NOT NULL);

CREATE INDEX kyc_decided ON public.kyc USING btree (decided_at) WHERE (decided_at IS NOT NULL);

CREATE INDEX kyc_government_id ON public.kyc USING btree (government_id_index) WHERE (government_id_index IS NOT NULL);

CREATE INDEX kyc_key_master ON public.kyc_key USING btree (master);

CREATE INDEX kyc_queue ON public.kyc USING btree (status, submitted_at, account_id) WHERE (erased_at IS NULL);

CREATE INDEX kyc_tax_id ON public.kyc USING btree (tax_id_index) WHERE (tax_id_index IS NOT NULL);

CREATE INDEX live_position_of_campaign ON public.live_position USING btree (campaign_id);

CREATE INDEX live_view_of_viewer ON public.live_view USING btree (viewer, day);

CREATE INDEX marketer_listing_shown ON public.marketer_listing USING btree (finished_work DESC, id DESC) WHERE is_shown;

CREATE INDEX message_of_author ON public.message USING btree (author_id) WHERE (author_id IS NOT NULL);

CREATE INDEX message_of_side ON public.message USING btree (application_id, side, sequence) WHERE (side IS NOT NULL);

CREATE INDEX message_read_of_account ON public.message_read USING btree (account_id);

CREATE INDEX message_report_by_time ON public.message_report USING btree (created_at DESC, id DESC);

CREATE INDEX message_report_of_reporter ON public.message_report USING btree (reporter_id);

CREATE INDEX message_report_of_state ON public.message_report USING btree (state, created_at DESC, id DESC);

CREATE UNIQUE INDEX message_report_open ON public.message_report USING btree (application_id, reporter_id) WHERE (state = 'open'::text);

CREATE INDEX message_thread_by_time ON public.message_thread USING btree (last_at);

CREATE INDEX message_thread_mail_to_advertiser ON public.message_thread USING btree (advertiser_unread_since) WHERE ((advertiser_unread_since IS NOT NULL) AND (advertiser_mailed_at IS NULL));

CREATE INDEX message_thread_mail_to_marketer ON public.message_thread USING btree (marketer_unread_since) WHERE ((marketer_unread_since IS NOT NULL) AND (marketer_mailed_at IS NULL));

CREATE INDEX message_thread_of_advertiser ON public.message_thread USING btree (advertiser_id, last_at DESC, application_id DESC);

CREATE INDEX message_thread_of_campaign ON public.message_thread USING btree (campaign_id);

CREATE INDEX message_thread_of_marketer ON public.message_thread USING btree (marketer_id, last_at DESC, application_id DESC);

CREATE INDEX notification_by_time ON public.notification USING btree (created_at);

CREATE INDEX notification_newest ON public.notification USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX notification_of_fact ON public.notification USING btree (ref text_pattern_ops);

CREATE INDEX notification_unread ON public.notification USING btree (account_id) WHERE (read_at IS NULL);

CREATE UNIQUE INDEX one_live_proof ON public.proof USING btree (application_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]));

CREATE UNIQUE INDEX one_running_session ON public.tracking_session USING btree (marketer_id) WHERE (status = 'running'::text);

CREATE INDEX outbox_done ON public.outbox USING btree (done_at) WHERE (state = 'done'::text);

CREATE INDEX outbox_events ON public.outbox USING btree (next_at, id) WHERE ((form = 'event'::text) AND (state = 'ready'::text));

CREATE INDEX outbox_lane ON public.outbox USING btree (kind, next_at, id) WHERE ((form = 'effect'::text) AND (state = ANY (ARRAY['ready'::text, 'sent'::text, 'unknown'::text])));

CREATE INDEX outbox_payment_stuck ON public.outbox USING btree (created_at, id) WHERE ((state = ANY (ARRAY['unknown'::text, 'dead'::text])) AND starts_with(kind, 'payment.'::text));

CREATE INDEX outbox_stuck ON public.outbox USING btree (kind, next_at) WHERE (state = ANY (ARRAY['unknown'::text, 'dead'::text]));

CREATE INDEX outgoing_webhook_delivery_due ON public.outgoing_webhook_delivery USING btree (next_at) WHERE (state = 'waiting'::text);

CREATE INDEX outgoing_webhook_delivery_ended ON public.outgoing_webhook_delivery USING btree (created_at) WHERE (state <> 'waiting'::text);

CREATE INDEX outgoing_webhook_delivery_of_webhook ON public.outgoing_webhook_delivery USING btree (webhook_id, created_at DESC, id DESC);

CREATE INDEX outgoing_webhook_of_account ON public.outgoing_webhook USING btree (account_id);

CREATE INDEX payment_failed ON public.payment USING btree (failed_at, id) WHERE (status = 'failed'::text);

CREATE INDEX payment_holdable ON public.payment USING btree (created_at DESC, source_id DESC) WHERE ((status = ANY (ARRAY['pending'::text, 'failed'::text])) AND (NOT is_short));

CREATE INDEX payment_newest ON public.payment USING btree (marketer_id, created_at DESC, id DESC);

CREATE INDEX payment_of_campaign ON public.payment USING btree (campaign_id);

CREATE UNIQUE INDEX payment_of_dispute ON public.payment USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);

CREATE INDEX payment_order_in_doubt ON public.payment_order USING btree (capture_sent_at, id) WHERE (state = ANY (ARRAY['capturing'::text, 'pending'::text]));

CREATE INDEX payment_order_of_campaign ON public.payment_order USING btree (campaign_id, created_by);

CREATE UNIQUE INDEX payment_order_one_capture ON public.payment_order USING btree (campaign_id) WHERE ((state = ANY (ARRAY['capturing'::text, 'pending'::text, 'captured'::text, 'bound'::text])) AND (shortfall_id IS NULL) AND (chargeback_id IS NULL) AND (tip_id IS NULL));

CREATE UNIQUE INDEX payment_order_one_debt_capture ON public.payment_order USING btree (chargeback_id) WHERE ((state = ANY (ARRAY['capturing'::text, 'pending'::text, 'captured'::text])) AND (chargeback_id IS NOT NULL));

CREATE UNIQUE INDEX payment_order_one_shortfall_capture ON public.payment_order USING btree (shortfall_id) WHERE ((state = ANY (ARRAY['capturing'::text, 'pending'::text, 'captured'::text])) AND (shortfall_id IS NOT NULL));

CREATE UNIQUE INDEX payment_order_one_tip_capture ON public.payment_order USING btree (tip_id) WHERE ((state = ANY (ARRAY['capturing'::text, 'pending'::text, 'captured'::text, 'bound'::text])) AND (tip_id IS NOT NULL));

CREATE INDEX payment_order_to_look_at ON public.payment_order USING btree (look_at) WHERE (state = ANY (ARRAY['creating'::text, 'open'::text, 'capturing'::text, 'pending'::text, 'closed'::text]));

CREATE INDEX payment_order_unbound ON public.payment_order USING btree (captured_at) WHERE (state = ANY (ARRAY['captured'::text, 'surplus'::text]));

CREATE INDEX payment_tax_held ON public.payment USING btree (marketer_id) WHERE is_tax_held;

CREATE INDEX payment_unpaid ON public.payment USING btree (marketer_id, created_at, id) WHERE (status <> 'completed'::text);

CREATE INDEX payout_contradicted ON public.payout USING btree (ended_at, id) WHERE (last_issue = 'PAID_AFTER_RETURN'::text);

CREATE INDEX payout_in_flight ON public.payout USING btree (submitted_at, id) WHERE (state = ANY (ARRAY['submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text]));

CREATE INDEX payout_of_marketer ON public.payout USING btree (marketer_id) WHERE (state = ANY (ARRAY['submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text]));

CREATE INDEX payout_of_payment ON public.payout USING btree (payment_id, created_at);

CREATE UNIQUE INDEX payout_one_live ON public.payout USING btree (payment_id) WHERE (state = ANY (ARRAY['submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text, 'succeeded'::text]));

CREATE INDEX payout_to_look_at ON public.payout USING btree (look_at) WHERE (state = ANY (ARRAY['submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text]));

CREATE INDEX post_check_due ON public.post_check USING btree (due_at) WHERE (state = 'due'::text);

CREATE INDEX post_check_to_ask ON public.post_check USING btree (due_at) WHERE ((state = 'due'::text) AND (looker = 'server'::text) AND (asked_at IS NULL));

CREATE INDEX post_figures_by_proof ON public.post_figures USING btree (proof_id, reported_at);

CREATE INDEX presence_cell_of_campaign ON public.presence_cell USING btree (campaign_id, ten_minutes);

CREATE INDEX profile_city ON public.profile USING btree (lower(city) text_pattern_ops);

CREATE INDEX proof_approved_by_silence ON public.proof USING btree (decided_at) WHERE ((status = 'approved'::text) AND (decided_by IS NULL));

CREATE INDEX proof_image_quarter_1 ON public.proof_image USING btree (substr(hash, 1, 4));

CREATE INDEX proof_image_quarter_2 ON public.proof_image USING btree (substr(hash, 5, 4));

CREATE INDEX proof_image_quarter_3 ON public.proof_image USING btree (substr(hash, 9, 4));

CREATE INDEX proof_image_quarter_4 ON public.proof_image USING btree (substr(hash, 13, 4));

CREATE INDEX proof_media_of_permit ON public.proof_media USING btree (permit_id) WHERE (permit_id IS NOT NULL);

CREATE INDEX proof_media_of_proof ON public.proof_media USING btree (proof_id, "position");

CREATE INDEX proof_of_application ON public.proof USING btree (application_id);

CREATE INDEX proof_of_campaign ON public.proof USING btree (campaign_id, submitted_at DESC);

CREATE INDEX proof_of_marketer ON public.proof USING btree (marketer_id, submitted_at DESC);

CREATE INDEX proof_rejected ON public.proof USING btree (decided_at) WHERE (status = 'rejected'::text);

CREATE INDEX proof_review_due ON public.proof USING btree (review_due_at) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX proof_sent_once ON public.proof USING btree (marketer_id, submission_key) WHERE (submission_key IS NOT NULL);

CREATE INDEX proof_video_frames ON public.proof_video USING gin (frames);

CREATE INDEX proof_weak_due ON public.proof USING btree (review_due_at, id) WHERE ((status = 'pending'::text) AND (strength = 'weak'::text));

CREATE INDEX push_subscription_of_account ON public.push_subscription USING btree (account_id);

CREATE INDEX push_subscription_of_session ON public.push_subscription USING btree (session_id);

CREATE INDEX rating_by_author ON public.rating USING btree (author_id);

CREATE INDEX rating_by_rated ON public.rating USING btree (rated_id, published_at) INCLUDE (stars);

CREATE INDEX rating_newest ON public.rating USING btree (sent_at DESC, id DESC);

CREATE INDEX rating_unannounced ON public.rating USING btree (published_at) WHERE (announced_at IS NULL);

CREATE INDEX reconciliation_newest ON public.reconciliation USING btree (started_at DESC);

CREATE INDEX refund_completed ON public.refund USING btree (ended_at, id) WHERE ((state = 'completed'::text) AND (origin = 'escrow'::text));

CREATE INDEX refund_of_campaign ON public.refund USING btree (campaign_id, created_at);

CREATE INDEX refund_of_order ON public.refund USING btree (order_id);

CREATE INDEX refund_to_look_at ON public.refund USING btree (look_at) WHERE (state = ANY (ARRAY['submitting'::text, 'pending'::text]));

CREATE INDEX refund_unanswered ON public.refund USING btree (created_at, id) WHERE (state = ANY (ARRAY['submitting'::text, 'pending'::text]));

CREATE INDEX refund_undone ON public.refund USING btree (ended_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'cancelled'::text]));

CREATE INDEX report_link_by_campaign ON public.report_link USING btree (campaign_id, created_at);

CREATE INDEX saved_marketer_listing ON public.saved_marketer USING btree (listing_id);

CREATE INDEX saved_search_alerting ON public.saved_search USING btree (id) WHERE (alerting_since IS NOT NULL);

CREATE INDEX saved_search_match_found_at ON public.saved_search_match USING btree (found_at);

CREATE INDEX saved_search_match_of_account ON public.saved_search_match USING btree (account_id);

CREATE INDEX saved_search_match_of_campaign ON public.saved_search_match USING btree (campaign_id);

CREATE INDEX saved_search_match_unmailed ON public.saved_search_match USING btree (account_id) WHERE (mailed_at IS NULL);

CREATE UNIQUE INDEX saved_search_name ON public.saved_search USING btree (account_id, lower(name));

CREATE INDEX second_factor_of_account ON public.second_factor USING btree (account_id);

CREATE UNIQUE INDEX second_factor_one_app ON public.second_factor USING btree (account_id) WHERE (kind = 'totp'::text);

CREATE INDEX shortfall_of_campaign ON public.shortfall USING btree (campaign_id, turn);

CREATE INDEX shortfall_of_payer ON public.shortfall USING btree (payer_id) WHERE (state = ANY (ARRAY['open'::text, 'given-up'::text, 'covered'::text]));

CREATE INDEX shortfall_open ON public.shortfall USING btree (opened_at, payment_id) WHERE (state = 'open'::text);

CREATE INDEX shortfall_unpaid ON public.shortfall USING btree (opened_at, payment_id) WHERE (state = ANY (ARRAY['open'::text, 'given-up'::text]));

CREATE INDEX sign_in_challenge_expiry ON public.sign_in_challenge USING btree (expires_at);

CREATE UNIQUE INDEX sign_in_challenge_of_session ON public.sign_in_challenge USING btree (session_id);

CREATE INDEX sign_in_identity_of_account ON public.sign_in_identity USING btree (account_id);

CREATE INDEX sign_in_session_by_time ON public.sign_in_session USING btree (created_at);

CREATE INDEX sign_in_session_of_account ON public.sign_in_session USING btree (account_id) WHERE (ended_at IS NULL);

CREATE INDEX sign_in_session_with_device ON public.sign_in_session USING btree (created_at) WHERE (user_agent IS NOT NULL);

CREATE INDEX social_account_decided_on ON public.social_account USING btree (status, decided_at DESC, id DESC) WHERE (decided_at IS NOT NULL);

CREATE INDEX social_account_followers ON public.social_account USING btree (platform, verified_followers) WHERE (verified_at IS NOT NULL);

CREATE UNIQUE INDEX social_account_handle ON public.social_account USING btree (platform, lower(handle)) WHERE (verified_at IS NOT NULL);

CREATE INDEX social_account_outdated ON public.social_account USING btree (verified_until) WHERE ((asked_again_at IS NULL) AND (verified_until IS NOT NULL));

CREATE INDEX social_account_waiting ON public.social_account USING btree (submitted_at, id) WHERE (status = 'pending'::text);

CREATE INDEX spent_provider_flow_expiry ON public.spent_provider_flow USING btree (expires_at);

CREATE INDEX spot_check_of_session ON public.spot_check USING btree (session_id);

CREATE INDEX spot_check_to_ask ON public.spot_check USING btree (ask_at) WHERE (told_at IS NULL);

CREATE INDEX strike_newest ON public.strike USING btree (at DESC, id DESC);

CREATE INDEX strike_of_marketer ON public.strike USING btree (marketer_id, at DESC);

CREATE INDEX strike_of_status ON public.strike USING btree (status, at DESC, id DESC);

CREATE INDEX strike_standing ON public.strike USING btree (at) WHERE (status = 'standing'::text);

CREATE INDEX strike_waiting ON public.strike USING btree (appealed_at, id) WHERE (status = 'appealed'::text);

CREATE INDEX team_invitation_of ON public.team_invitation USING btree (owner_id, invited_at DESC);

CREATE UNIQUE INDEX team_invitation_open ON public.team_invitation USING btree (owner_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX team_invitation_to ON public.team_invitation USING btree (email);

CREATE INDEX team_member_of ON public.team_member USING btree (member_id);

CREATE INDEX tip_of_campaign ON public.tip USING btree (campaign_id, paid_at);

CREATE INDEX tip_of_marketer ON public.tip USING btree (marketer_id);

CREATE INDEX tip_of_payer ON public.tip USING btree (payer_id);

CREATE INDEX track_profile_by_city ON public.track_profile USING btree (city, arrived_at);

CREATE INDEX track_profile_uncompared ON public.track_profile USING btree (began_at) WHERE (agreement IS NULL);

CREATE INDEX track_shape_same ON public.track_shape USING btree (shape, session_id);

CREATE INDEX tracking_session_by_marketer ON public.tracking_session USING btree (marketer_id, started_at);

CREATE UNIQUE INDEX tracking_session_number ON public.tracking_session USING btree (application_id, number);

CREATE INDEX tracking_session_of_marketer ON public.tracking_session USING btree (campaign_id, marketer_id, started_at DESC);

CREATE INDEX tracking_session_running ON public.tracking_session USING btree (campaign_id) WHERE (status = 'running'::text);

CREATE INDEX tracking_session_to_erase ON public.tracking_session USING btree (ended_at, id) WHERE ((status = 'ended'::text) AND (fixes_erased_at IS NULL));

CREATE INDEX tracking_session_to_summarise ON public.tracking_session USING btree (id) WHERE summary_due;

CREATE INDEX upload_abandoned ON public.upload USING btree (created_at) WHERE (state <> 'claimed'::text);

CREATE INDEX upload_unclaimed ON public.upload USING btree (owner_id) WHERE (state = ANY (ARRAY['receiving'::text, 'ready'::text]));

CREATE INDEX waiting_delivery_due ON public.waiting_delivery USING btree (due_at);

CREATE INDEX waiting_delivery_of_fact ON public.waiting_delivery USING btree (ref text_pattern_ops);

CREATE INDEX wallet_connection_of_account ON public.wallet_connection USING btree (account_id, created_at DESC);

CREATE INDEX webhook_event_newest ON public.webhook_event USING btree (received_at DESC, id DESC);

CREATE INDEX webhook_event_of_type ON public.webhook_event USING btree (event_type, received_at DESC, id DESC);

CREATE INDEX webhook_event_with_contents ON public.webhook_event USING btree (received_at) WHERE ((handled_at IS NOT NULL) AND (length(raw) > 0));

ALTER INDEX public.location_fix_pkey ATTACH PARTITION public.location_fix_default_pkey;

CREATE OR REPLACE VIEW ledger.violation AS
 SELECT 'transaction-unbalanced'::text AS rule,
    t.dedupe_key AS reference
   FROM (ledger.txn t
     LEFT JOIN ledger.entry e ON ((e.txn_id = t.id)))
  GROUP BY t.id
 HAVING ((COALESCE(sum(e.amount), (0)::numeric) <> (0)::numeric) OR (count(e.id) < 2))
UNION ALL
 SELECT 'entry-without-account'::text AS rule,
    (e.id)::text AS reference
   FROM ledger.entry e
  WHERE (NOT (EXISTS ( SELECT
           FROM ledger.account a
          WHERE (a.id = e.account_id))))
UNION ALL
 SELECT 'balance-differs-from-entries'::text AS rule,
    a.code AS reference
   FROM (ledger.account a
     LEFT JOIN ledger.entry e ON ((e.account_id = a.id)))
  WHERE a.has_balance
  GROUP BY a.id
 HAVING ((a.balance)::numeric <> COALESCE(sum(
        CASE
            WHEN (a.kind = ANY (ARRAY['asset'::text, 'expense'::text])) THEN e.amount
            ELSE (- e.amount)
        END), (0)::numeric))
UNION ALL
 SELECT 'version-differs-from-entries'::text AS rule,
    a.code AS reference
   FROM (ledger.account a
     LEFT JOIN ledger.entry e ON ((e.account_id = a.id)))
  WHERE a.has_balance
  GROUP BY a.id
 HAVING (a.version <> count(e.id))
UNION ALL
 SELECT 'balance-negative'::text AS rule,
    a.code AS reference
   FROM ledger.account a
  WHERE (a.balance < 0)
UNION ALL
 SELECT 'capture-not-posted'::text AS rule,
    (o.id)::text AS reference
   FROM public.payment_order o
  WHERE ((o.state = ANY (ARRAY['captured'::text, 'bound'::text, 'surplus'::text])) AND (NOT (EXISTS ( SELECT
           FROM ledger.txn t
          WHERE (t.dedupe_key = ('capture:'::text || o.provider_capture_id))))))
UNION ALL
 SELECT 'bound-differs-from-fund'::text AS rule,
    COALESCE((o.campaign_id)::text, t.dedupe_key) AS reference
   FROM (( SELECT payment_order.campaign_id
           FROM public.payment_order
          WHERE ((payment_order.state = 'bound'::text) AND ((payment_order.shortfall_id IS NULL) AND ((payment_order.chargeback_id IS NULL) AND (payment_order.tip_id IS NULL))))) o
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'fund'::text)) t ON ((t.dedupe_key = ('fund:'::text || o.campaign_id))))
  WHERE ((o.campaign_id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'payment-differs-from-release'::text AS rule,
    COALESCE((p.source_id)::text, t.dedupe_key) AS reference
   FROM (( SELECT payment.fact_id AS source_id
           FROM public.payment
          WHERE ((NOT payment.is_short) AND (payment.tip_id IS NULL))) p
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'release'::text)) t ON ((t.dedupe_key = ('release:'::text || p.source_id))))
  WHERE ((p.source_id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'completed-differs-from-payout'::text AS rule,
    (p.id)::text AS reference
   FROM public.payment p
  WHERE ((p.status = 'completed'::text) <> (EXISTS ( SELECT
           FROM public.payout o
          WHERE ((o.payment_id = p.id) AND (o.state = 'succeeded'::text)))))
UNION ALL
 SELECT 'in-flight-differs-from-payout'::text AS rule,
    (o.id)::text AS reference
   FROM (public.payout o
     LEFT JOIN ledger.account a ON ((a.code = ('payout_in_flight:'::text || o.id))))
  WHERE (COALESCE(a.balance, (0)::bigint) <>
        CASE
            WHEN (o.state = ANY (ARRAY['submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text])) THEN o.amount_cents
            ELSE (0)::bigint
        END)
UNION ALL
 SELECT 'in-flight-differs-from-refund'::text AS rule,
    (r.id)::text AS reference
   FROM (public.refund r
     LEFT JOIN ledger.account a ON ((a.code = ('refund_in_flight:'::text || r.id))))
  WHERE (COALESCE(a.balance, (0)::bigint) <>
        CASE
            WHEN (r.state = ANY (ARRAY['submitting'::text, 'pending'::text])) THEN r.amount_cents
            ELSE (0)::bigint
        END)
UNION ALL
 SELECT 'payable-differs-from-payments'::text AS rule,
    COALESCE((p.marketer_id)::text, a.code) AS reference
   FROM (( SELECT p_1.marketer_id,
            sum(p_1.amount_cents) AS owed
           FROM public.payment p_1
          WHERE ((p_1.status <> 'completed'::text) AND (NOT p_1.is_tax_held) AND (NOT p_1.is_short) AND (NOT (EXISTS ( SELECT
                   FROM public.payout o
                  WHERE ((o.payment_id = p_1.id) AND (o.state = ANY (ARRAY['submitting'::text, 'processing'::text, 'unclaimed'::text, 'held'::text])))))))
          GROUP BY p_1.marketer_id) p
     FULL JOIN ( SELECT account.code,
            account.balance
           FROM ledger.account
          WHERE ((account.family = 'payable'::text) AND (account.balance <> 0))) a ON ((a.code = ('payable:'::text || p.marketer_id))))
  WHERE (COALESCE(p.owed, (0)::numeric) <> (COALESCE(a.balance, (0)::bigint))::numeric)
UNION ALL
 SELECT 'tax-hold-differs-from-payments'::text AS rule,
    COALESCE((p.marketer_id)::text, a.code) AS reference
   FROM (( SELECT payment.marketer_id,
            sum(payment.amount_cents) AS held
           FROM public.payment
          WHERE payment.is_tax_held
          GROUP BY payment.marketer_id) p
     FULL JOIN ( SELECT account.code,
            account.balance
           FROM ledger.account
          WHERE ((account.family = 'tax_hold'::text) AND (account.balance <> 0))) a ON ((a.code = ('tax_hold:'::text || p.marketer_id))))
  WHERE (COALESCE(p.held, (0)::numeric) <> (COALESCE(a.balance, (0)::bigint))::numeric)
UNION ALL
 SELECT 'pay-differs-from-its-parts'::text AS rule,
    (o.campaign_id)::text AS reference
   FROM public.payment_order o
  WHERE ((o.state = 'bound'::text) AND ((o.shortfall_id IS NULL) AND ((o.chargeback_id IS NULL) AND (o.tip_id IS NULL))) AND ((((o.pay_cents)::numeric + COALESCE(( SELECT sum(f.pay_cents) AS sum
           FROM public.payment_order f
          WHERE ((f.campaign_id = o.campaign_id) AND (f.state = 'bound'::text) AND (f.shortfall_id IS NOT NULL))), (0)::numeric)) + COALESCE(( SELECT sum((((s.covered_cents - s.covered_fee_cents) - COALESCE(s.recovered_cents, (0)::bigint)) + s.recovered_fee_cents)) AS sum
           FROM public.shortfall s
          WHERE (s.campaign_id = o.campaign_id)), (0)::numeric)) <> ((((COALESCE(( SELECT a.balance
           FROM ledger.account a
          WHERE (a.code = ('escrow:'::text || o.campaign_id))), (0)::bigint))::numeric + COALESCE(( SELECT sum(p.amount_cents) AS sum
           FROM public.payment p
          WHERE ((p.campaign_id = o.campaign_id) AND (NOT p.is_short) AND (p.tip_id IS NULL))), (0)::numeric)) + COALESCE(( SELECT sum(r.pay_cents) AS sum
           FROM public.refund r
          WHERE ((r.campaign_id = o.campaign_id) AND (r.origin = 'escrow'::text) AND (r.state <> ALL (ARRAY['failed'::text, 'cancelled'::text])))), (0)::numeric)) + COALESCE(( SELECT sum(
                CASE
                    WHEN (c.state = 'open'::text) THEN c.held_pay_cents
                    ELSE ((c.lost_pay_cents + c.recovered_cents) - c.recovered_fee_cents)
                END) AS sum
           FROM public.chargeback c
          WHERE (c.campaign_id = o.campaign_id)), (0)::numeric))))
UNION ALL
 SELECT 'fee-differs-from-its-parts'::text AS rule,
    (o.campaign_id)::text AS reference
   FROM public.payment_order o
  WHERE ((o.state = 'bound'::text) AND ((o.shortfall_id IS NULL) AND ((o.chargeback_id IS NULL) AND (o.tip_id IS NULL))) AND ((((o.fee_cents)::numeric + COALESCE(( SELECT sum(f.fee_cents) AS sum
           FROM public.payment_order f
          WHERE ((f.campaign_id = o.campaign_id) AND (f.state = 'bound'::text) AND (f.shortfall_id IS NOT NULL))), (0)::numeric)) + COALESCE(( SELECT sum((s.covered_fee_cents - s.recovered_fee_cents)) AS sum
           FROM public.shortfall s
          WHERE (s.campaign_id = o.campaign_id)), (0)::numeric)) <> ((((COALESCE(( SELECT a.balance
           FROM ledger.account a
          WHERE (a.code = ('fee_unearned:'::text || o.campaign_id))), (0)::bigint))::numeric + COALESCE(( SELECT sum(p.fee_cents) AS sum
           FROM public.payment p
          WHERE (p.campaign_id = o.campaign_id)), (0)::numeric)) + COALESCE(( SELECT sum(r.fee_cents) AS sum
           FROM public.refund r
          WHERE ((r.campaign_id = o.campaign_id) AND (r.origin = 'escrow'::text) AND (r.state <> ALL (ARRAY['failed'::text, 'cancelled'::text])))), (0)::numeric)) + COALESCE(( SELECT sum(
                CASE
                    WHEN (c.state = 'open'::text) THEN c.held_fee_cents
                    ELSE (c.lost_fee_cents + c.recovered_fee_cents)
                END) AS sum
           FROM public.chargeback c
          WHERE (c.campaign_id = o.campaign_id)), (0)::numeric))))
UNION ALL
 SELECT 'suspense-differs-from-order'::text AS rule,
    (o.id)::text AS reference
   FROM (public.payment_order o
     LEFT JOIN ledger.account a ON ((a.code = ('suspense:'::text || o.id))))
  WHERE ((COALESCE(a.balance, (0)::bigint))::numeric <>
        CASE
            WHEN (o.state = ANY (ARRAY['captured'::text, 'surplus'::text])) THEN (((o.amount_cents)::numeric - COALESCE(( SELECT sum(r.amount_cents) AS sum
               FROM public.refund r
              WHERE ((r.order_id = o.id) AND (r.origin = 'suspense'::text) AND (r.state <> ALL (ARRAY['failed'::text, 'cancelled'::text])))), (0)::numeric)) - COALESCE(( SELECT sum(
                    CASE
                        WHEN (c.state = 'open'::text) THEN c.held_suspense_cents
                        ELSE c.lost_suspense_cents
                    END) AS sum
               FROM public.chargeback c
              WHERE (c.order_id = o.id)), (0)::numeric))
            ELSE (0)::numeric
        END)
UNION ALL
 SELECT 'refunded-more-than-captured'::text AS rule,
    (o.id)::text AS reference
   FROM (public.payment_order o
     JOIN public.refund r ON (((r.order_id = o.id) AND (r.state <> ALL (ARRAY['failed'::text, 'cancelled'::text])))))
  GROUP BY o.id
 HAVING (sum(r.amount_cents) > (o.amount_cents)::numeric)
UNION ALL
 SELECT 'disputed-money-differs-from-chargeback'::text AS rule,
    (c.id)::text AS reference
   FROM (public.chargeback c
     LEFT JOIN ledger.account a ON ((a.code = ('psp_held:'::text || c.id))))
  WHERE (COALESCE(a.balance, (0)::bigint) <>
        CASE
            WHEN (c.state = 'open'::text) THEN c.amount_cents
            ELSE (0)::bigint
        END)
UNION ALL
 SELECT 'dispute-hold-differs-from-chargebacks'::text AS rule,
    COALESCE((c.campaign_id)::text, a.code) AS reference
   FROM (( SELECT chargeback.campaign_id,
            sum(((chargeback.held_pay_cents + chargeback.held_fee_cents) + chargeback.held_suspense_cents)) AS held
           FROM public.chargeback
          WHERE (chargeback.state = 'open'::text)
          GROUP BY chargeback.campaign_id
         HAVING (sum(((chargeback.held_pay_cents + chargeback.held_fee_cents) + chargeback.held_suspense_cents)) > (0)::numeric)) c
     FULL JOIN ( SELECT account.code,
            account.balance
           FROM ledger.account
          WHERE ((account.family = 'dispute_hold'::text) AND (account.balance <> 0))) a ON ((a.code = ('dispute_hold:'::text || c.campaign_id))))
  WHERE (COALESCE(c.held, (0)::numeric) <> (COALESCE(a.balance, (0)::bigint))::numeric)
UNION ALL
 SELECT 'shortfall-order-differs-from-ledger'::text AS rule,
    COALESCE((o.id)::text, t.dedupe_key) AS reference
   FROM (( SELECT payment_order.id
           FROM public.payment_order
          WHERE ((payment_order.state = 'bound'::text) AND (payment_order.shortfall_id IS NOT NULL))) o
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'shortfall_paid'::text)) t ON ((t.dedupe_key = ('shortfall_paid:'::text || o.id))))
  WHERE ((o.id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'short-payment-differs-from-shortfall'::text AS rule,
    (p.id)::text AS reference
   FROM (public.payment p
     LEFT JOIN public.shortfall s ON ((s.payment_id = p.id)))
  WHERE (p.is_short <> COALESCE((s.state = ANY (ARRAY['open'::text, 'given-up'::text, 'renounced'::text])), false))
UNION ALL
 SELECT 'platform-loss-differs-from-covers'::text AS rule,
    (s.payment_id)::text AS reference
   FROM public.shortfall s
  WHERE (((s.covered_cents IS NOT NULL) <> (EXISTS ( SELECT
           FROM ledger.txn t
          WHERE (t.dedupe_key = ('cover:'::text || s.payment_id))))) OR ((s.recovered_cents IS NOT NULL) <> (EXISTS ( SELECT
           FROM ledger.txn t
          WHERE (t.dedupe_key = ((('recover:'::text || s.payment_id) || ':'::text) || s.recovered_cents))))))
UNION ALL
 SELECT 'debt-order-differs-from-ledger'::text AS rule,
    COALESCE((o.id)::text, t.dedupe_key) AS reference
   FROM (( SELECT payment_order.id
           FROM public.payment_order
          WHERE ((payment_order.state = 'bound'::text) AND (payment_order.chargeback_id IS NOT NULL))) o
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'debt_paid'::text)) t ON ((t.dedupe_key = ('debt_paid:'::text || o.id))))
  WHERE ((o.id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'receivable-differs-from-debts'::text AS rule,
    COALESCE((d.payer_id)::text, a.code) AS reference
   FROM (( SELECT o.created_by AS payer_id,
            sum((((c.owed_cents - c.repaid_cents) - c.recovered_cents) - c.written_off_cents)) AS owed
           FROM (public.chargeback c
             JOIN public.payment_order o ON ((o.id = c.order_id)))
          WHERE (c.state = 'lost'::text)
          GROUP BY o.created_by) d
     FULL JOIN ( SELECT account.code,
            account.balance
           FROM ledger.account
          WHERE ((account.family = 'receivable'::text) AND (account.balance <> 0))) a ON ((a.code = ('receivable:'::text || d.payer_id))))
  WHERE (COALESCE(d.owed, (0)::numeric) <> (COALESCE(a.balance, (0)::bigint))::numeric)
UNION ALL
 SELECT 'recovered-differs-from-ledger'::text AS rule,
    (c.id)::text AS reference
   FROM public.chargeback c
  WHERE ((c.recovered_cents > 0) <> (EXISTS ( SELECT
           FROM ledger.txn t
          WHERE (t.dedupe_key = ((('recover:'::text || c.id) || ':'::text) || c.recovered_cents)))))
UNION ALL
 SELECT 'debt-differs-from-its-orders'::text AS rule,
    (c.id)::text AS reference
   FROM public.chargeback c
  WHERE (((c.repaid_cents)::numeric <> COALESCE(( SELECT sum(o.amount_cents) AS sum
           FROM public.payment_order o
          WHERE ((o.chargeback_id = c.id) AND (o.state = 'bound'::text))), (0)::numeric)) OR ((c.written_off_cents > 0) AND (NOT (EXISTS ( SELECT
           FROM ledger.txn t
          WHERE (t.dedupe_key = ('write_off:'::text || c.id)))))))
UNION ALL
 SELECT 'award-differs-from-payment'::text AS rule,
    (d.id)::text AS reference
   FROM (public.dispute d
     LEFT JOIN public.payment p ON ((p.source_id = d.proof_id)))
  WHERE (d.award_cents <> COALESCE(p.amount_cents, (0)::bigint))
UNION ALL
 SELECT 'take-back-differs-from-dispute'::text AS rule,
    COALESCE((d.id)::text, t.dedupe_key) AS reference
   FROM (( SELECT dispute.id
           FROM public.dispute
          WHERE ((dispute.side = 'advertiser'::text) AND (dispute.award_cents < dispute.pay_cents))) d
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'take_back'::text)) t ON ((t.dedupe_key = ('take_back:'::text || d.id))))
  WHERE ((d.id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'disputed-payment-differs-from-dispute'::text AS rule,
    (COALESCE(d.id, p.dispute_id))::text AS reference
   FROM (( SELECT dispute.id
           FROM public.dispute
          WHERE ((dispute.side = 'advertiser'::text) AND (dispute.award_cents IS NULL))) d
     FULL JOIN ( SELECT payment.dispute_id
           FROM public.payment
          WHERE (payment.disputed_since IS NOT NULL)) p ON ((p.dispute_id = d.id)))
  WHERE ((d.id IS NULL) OR (p.dispute_id IS NULL))
UNION ALL
 SELECT 'tip-order-differs-from-ledger'::text AS rule,
    COALESCE((o.tip_id)::text, t.dedupe_key) AS reference
   FROM (( SELECT payment_order.tip_id
           FROM public.payment_order
          WHERE ((payment_order.state = 'bound'::text) AND (payment_order.tip_id IS NOT NULL))) o
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'tip_capture'::text)) t ON ((t.dedupe_key = ('tip_capture:'::text || o.tip_id))))
  WHERE ((o.tip_id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'tip-differs-from-its-order'::text AS rule,
    (t.id)::text AS reference
   FROM (public.tip t
     LEFT JOIN public.payment_order o ON (((o.tip_id = t.id) AND (o.state = 'bound'::text))))
  WHERE (t.amount_cents IS DISTINCT FROM o.amount_cents)
UNION ALL
 SELECT 'tip-differs-from-its-payment'::text AS rule,
    (t.id)::text AS reference
   FROM (public.tip t
     LEFT JOIN public.payment p ON ((p.tip_id = t.id)))
  WHERE (t.amount_cents IS DISTINCT FROM p.amount_cents)
UNION ALL
 SELECT 'tip-payment-differs-from-release'::text AS rule,
    COALESCE((p.tip_id)::text, t.dedupe_key) AS reference
   FROM (( SELECT payment.tip_id
           FROM public.payment
          WHERE (payment.tip_id IS NOT NULL)) p
     FULL JOIN ( SELECT txn.dedupe_key
           FROM ledger.txn
          WHERE (txn.kind = 'tip_release'::text)) t ON ((t.dedupe_key = ('tip_release:'::text || p.tip_id))))
  WHERE ((p.tip_id IS NULL) OR (t.dedupe_key IS NULL))
UNION ALL
 SELECT 'tip-not-passed-on'::text AS rule,
    a.code AS reference
   FROM ledger.account a
  WHERE ((a.family = 'tip'::text) AND (a.balance <> 0))
UNION ALL
 SELECT 'released-differs-from-entries'::text AS rule,
    a.code AS reference
   FROM (ledger.account a
     LEFT JOIN (ledger.entry e
     JOIN ledger.txn t ON (((t.id = e.txn_id) AND (t.kind = ANY (ARRAY['release'::text, 'take_back'::text, 'tip_release'::text]))))) ON ((e.account_id = a.id)))
  GROUP BY a.id
 HAVING ((a.released)::numeric <>
        CASE
            WHEN (NOT a.has_balance) THEN (0)::numeric
            ELSE COALESCE(sum(
            CASE
                WHEN (a.kind = ANY (ARRAY['asset'::text, 'expense'::text])) THEN e.amount
                ELSE (- e.amount)
            END), (0)::numeric)
        END)
UNION ALL
 SELECT 'subtotals-differ-from-entries'::text AS rule,
    b.family AS reference
   FROM ledger.trial_balance b
  WHERE (((b.debit_cents - b.credit_cents))::numeric <> COALESCE(( SELECT sum(s.amount) AS sum
           FROM ledger.subtotal s
          WHERE (s.family = b.family)), (0)::numeric));

CREATE TRIGGER account_is_guarded BEFORE INSERT OR UPDATE ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.guard_account();

CREATE TRIGGER account_is_not_emptied BEFORE TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER account_stays BEFORE DELETE ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON ledger.entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_balanced();

CREATE TRIGGER entry_is_final BEFORE DELETE OR UPDATE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER entry_is_not_emptied BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER entry_moves_balance BEFORE INSERT ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.apply_entry();

CREATE TRIGGER entry_moves_subtotal AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.add_to_subtotal();

CREATE CONSTRAINT TRIGGER txn_balances AFTER INSERT ON ledger.txn DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_balanced();

CREATE TRIGGER txn_is_final BEFORE DELETE OR UPDATE ON ledger.txn FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER txn_is_not_emptied BEFORE TRUNCATE ON ledger.txn FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.application FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('marketer_id', 'marketer');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.campaign FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('advertiser_id', 'advertiser');

CREATE TRIGGER account_takes_no_more BEFORE INSERT OR UPDATE ON public.campaign_footfall FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('set_by', 'advertiser');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.campaign_invitation FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('marketer_id', 'marketer');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.consent FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.dispute FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('opened_by');

CREATE TRIGGER account_takes_no_more BEFORE INSERT OR UPDATE ON public.kyc FOR EACH ROW WHEN ((new.erased_at IS NULL)) EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.live_view FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('viewer');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.message FOR EACH ROW WHEN ((new.author_id IS NOT NULL)) EXECUTE FUNCTION public.account_takes_no_more('author_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.message_read FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.message_report FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('reporter_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.notification_choice FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.notification_schedule FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.payment FOR EACH ROW WHEN ((new.tip_id IS NOT NULL)) EXECUTE FUNCTION public.account_takes_no_more('marketer_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.payment_order FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('created_by');

CREATE TRIGGER account_takes_no_more BEFORE INSERT OR UPDATE ON public.profile FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.proof FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('marketer_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.push_subscription FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.report_link FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('created_by', 'advertiser');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.saved_marketer FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('advertiser_id', 'advertiser');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.saved_search FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id', 'marketer');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.saved_search_mail FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id', 'marketer');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.second_factor FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.second_factor_recovery_code FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.sign_in_identity FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.sign_in_session FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.strike FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('marketer_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.tip FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('marketer_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.tracking_session FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('marketer_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.type_change_link FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('account_id');

CREATE TRIGGER account_takes_no_more BEFORE INSERT ON public.upload FOR EACH ROW EXECUTE FUNCTION public.account_takes_no_more('owner_id');

CREATE TRIGGER audit_entry_awaits_seal AFTER INSERT ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.audit_entry_awaits_seal();

CREATE TRIGGER audit_entry_is_final BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.audit_entry_is_final();

CREATE TRIGGER audit_entry_is_not_emptied BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.audit_entry_is_final();

CREATE TRIGGER audit_seal_is_final BEFORE DELETE OR UPDATE ON public.audit_seal FOR EACH ROW EXECUTE FUNCTION public.audit_seal_is_final();

CREATE TRIGGER audit_seal_is_not_emptied BEFORE TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION public.audit_seal_is_final();

CREATE TRIGGER campaign_closing_is_final BEFORE UPDATE ON public.campaign FOR EACH ROW EXECUTE FUNCTION public.campaign_closing_is_final();

CREATE TRIGGER dispute_entry_is_guarded BEFORE INSERT ON public.dispute_entry FOR EACH ROW EXECUTE FUNCTION public.dispute_entry_is_guarded();

CREATE TRIGGER dispute_is_guarded BEFORE INSERT OR UPDATE ON public.dispute FOR EACH ROW EXECUTE FUNCTION public.dispute_is_guarded();

CREATE TRIGGER invoice_is_guarded BEFORE INSERT OR DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION public.invoice_is_guarded();

CREATE TRIGGER invoice_is_not_emptied BEFORE TRUNCATE ON public.invoice FOR EACH STATEMENT EXECUTE FUNCTION public.invoice_is_guarded();

CREATE TRIGGER marketer_listing_is_guarded BEFORE INSERT OR UPDATE ON public.marketer_listing FOR EACH ROW EXECUTE FUNCTION public.marketer_listing_is_guarded();

CREATE TRIGGER payment_amount_is_guarded BEFORE UPDATE ON public.payment FOR EACH ROW WHEN ((new.amount_cents <> old.amount_cents)) EXECUTE FUNCTION public.payment_amount_is_guarded();

CREATE TRIGGER payment_has_no_live_payout BEFORE UPDATE ON public.payment FOR EACH ROW WHEN (((new.disputed_since IS NOT NULL) AND (old.disputed_since IS NULL))) EXECUTE FUNCTION public.payment_has_no_live_payout();

CREATE TRIGGER payout_is_undisputed BEFORE INSERT ON public.payout FOR EACH ROW EXECUTE FUNCTION public.payout_is_undisputed();

CREATE TRIGGER post_figures_are_guarded BEFORE INSERT ON public.post_figures FOR EACH ROW EXECUTE FUNCTION public.post_figures_are_guarded();

CREATE TRIGGER profile_names_are_searched AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, business_name ON public.profile FOR EACH ROW EXECUTE FUNCTION public.profile_names_are_searched();

CREATE TRIGGER proof_amendment_is_guarded BEFORE INSERT OR UPDATE ON public.proof_amendment FOR EACH ROW EXECUTE FUNCTION public.proof_amendment_is_guarded();

CREATE CONSTRAINT TRIGGER proof_approved_is_paid AFTER INSERT OR UPDATE OF status ON public.proof DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION public.proof_approved_is_paid();

CREATE TRIGGER proof_decision_is_final BEFORE UPDATE ON public.proof FOR EACH ROW EXECUTE FUNCTION public.proof_decision_is_final();

CREATE TRIGGER proof_is_about_one_work BEFORE UPDATE ON public.proof FOR EACH ROW WHEN (((((new.id IS DISTINCT FROM old.id) OR (new.campaign_id IS DISTINCT FROM old.campaign_id)) OR (new.application_id IS DISTINCT FROM old.application_id)) OR (new.marketer_id IS DISTINCT FROM old.marketer_id))) EXECUTE FUNCTION public.proof_is_about_one_work();

CREATE TRIGGER proof_waits_for_files BEFORE UPDATE OF status ON public.proof FOR EACH ROW WHEN (((old.status = 'pending'::text) AND ((new.status = 'rejected'::text) OR ((new.status = 'approved'::text) AND (new.decided_by IS NULL))))) EXECUTE FUNCTION public.proof_waits_for_files();

CREATE TRIGGER rating_is_guarded BEFORE INSERT OR UPDATE ON public.rating FOR EACH ROW EXECUTE FUNCTION public.rating_is_guarded();

CREATE TRIGGER report_link_is_guarded BEFORE INSERT OR UPDATE ON public.report_link FOR EACH ROW EXECUTE FUNCTION public.report_link_is_guarded();

CREATE TRIGGER social_account_is_guarded BEFORE INSERT OR UPDATE ON public.social_account FOR EACH ROW EXECUTE FUNCTION public.social_account_is_guarded();

CREATE TRIGGER strike_is_guarded BEFORE INSERT OR UPDATE ON public.strike FOR EACH ROW EXECUTE FUNCTION public.strike_is_guarded();

CREATE TRIGGER team_invitation_is_guarded BEFORE UPDATE ON public.team_invitation FOR EACH ROW EXECUTE FUNCTION public.team_invitation_is_guarded();

CREATE TRIGGER team_is_of_advertisers BEFORE INSERT ON public.team_invitation FOR EACH ROW EXECUTE FUNCTION public.team_is_of_advertisers('owner_id');

CREATE TRIGGER team_is_of_advertisers BEFORE INSERT ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.team_is_of_advertisers('owner_id', 'member_id');

CREATE TRIGGER tip_is_final BEFORE UPDATE ON public.tip FOR EACH ROW EXECUTE FUNCTION public.tip_is_final();

ALTER TABLE ONLY ledger.entry
    ADD CONSTRAINT entry_txn_id_fkey FOREIGN KEY (txn_id) REFERENCES ledger.txn(id);

ALTER TABLE ONLY ledger.subtotal
    ADD CONSTRAINT subtotal_family_fkey FOREIGN KEY (family) REFERENCES ledger.family(name);

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_advertiser_id_fkey FOREIGN KEY (advertiser_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.campaign_asset
    ADD CONSTRAINT campaign_asset_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.campaign_footfall
    ADD CONSTRAINT campaign_footfall_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.campaign_footfall
    ADD CONSTRAINT campaign_footfall_set_by_fkey FOREIGN KEY (set_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.campaign_invitation
    ADD CONSTRAINT campaign_invitation_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.campaign_invitation
    ADD CONSTRAINT campaign_invitation_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.capture_permit
    ADD CONSTRAINT capture_permit_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.chargeback
    ADD CONSTRAINT chargeback_disputes_order FOREIGN KEY (order_id, campaign_id, payer_id) REFERENCES public.payment_order(id, campaign_id, created_by);

ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.dispute_entry
    ADD CONSTRAINT dispute_entry_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.dispute_entry
    ADD CONSTRAINT dispute_entry_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES public.dispute(id);

ALTER TABLE ONLY public.dispute_file
    ADD CONSTRAINT dispute_file_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES public.dispute(id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.proof(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_chargeback_id_fkey FOREIGN KEY (chargeback_id) REFERENCES public.chargeback(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_corrects_fkey FOREIGN KEY (corrects) REFERENCES public.invoice(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.payment_order(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.refund(id);

ALTER TABLE ONLY public.kit
    ADD CONSTRAINT kit_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.kyc
    ADD CONSTRAINT kyc_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.kyc
    ADD CONSTRAINT kyc_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.kyc_document
    ADD CONSTRAINT kyc_document_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.kyc(account_id);

ALTER TABLE ONLY public.kyc_key
    ADD CONSTRAINT kyc_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.kyc(account_id);

ALTER TABLE ONLY public.live_position
    ADD CONSTRAINT live_position_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.live_position
    ADD CONSTRAINT live_position_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.live_view
    ADD CONSTRAINT live_view_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.live_view
    ADD CONSTRAINT live_view_viewer_fkey FOREIGN KEY (viewer) REFERENCES public.account(id);

ALTER TABLE public.location_fix
    ADD CONSTRAINT location_fix_session_id_fkey1 FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.marketer_listing
    ADD CONSTRAINT marketer_listing_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.message_thread(application_id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.message_file
    ADD CONSTRAINT message_file_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id);

ALTER TABLE ONLY public.message_file
    ADD CONSTRAINT message_file_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.upload(id);

ALTER TABLE ONLY public.message_read
    ADD CONSTRAINT message_read_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.message_read
    ADD CONSTRAINT message_read_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.message_thread(application_id);

ALTER TABLE ONLY public.message_report
    ADD CONSTRAINT message_report_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.message_thread(application_id);

ALTER TABLE ONLY public.message_report
    ADD CONSTRAINT message_report_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.message_report
    ADD CONSTRAINT message_report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT message_thread_advertiser_id_fkey FOREIGN KEY (advertiser_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT message_thread_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT message_thread_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT message_thread_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.notification_choice
    ADD CONSTRAINT notification_choice_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.notification_schedule
    ADD CONSTRAINT notification_schedule_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.outgoing_webhook
    ADD CONSTRAINT outgoing_webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.outgoing_webhook_delivery
    ADD CONSTRAINT outgoing_webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.outgoing_webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_of_tip FOREIGN KEY (tip_id, campaign_id, marketer_id) REFERENCES public.tip(id, campaign_id, marketer_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_pays_shortfall FOREIGN KEY (shortfall_id, campaign_id, created_by) REFERENCES public.shortfall(payment_id, campaign_id, payer_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_pays_tip FOREIGN KEY (tip_id, campaign_id, created_by) REFERENCES public.tip(id, campaign_id, payer_id);

ALTER TABLE ONLY public.payment_order
    ADD CONSTRAINT payment_order_repays_debt FOREIGN KEY (chargeback_id, campaign_id, created_by) REFERENCES public.chargeback(id, campaign_id, payer_id);

ALTER TABLE ONLY public.payout
    ADD CONSTRAINT payout_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.payout
    ADD CONSTRAINT payout_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.post_check
    ADD CONSTRAINT post_check_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.post_check
    ADD CONSTRAINT post_check_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.proof(id);

ALTER TABLE ONLY public.post_figures
    ADD CONSTRAINT post_figures_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.proof(id);

ALTER TABLE ONLY public.post_figures
    ADD CONSTRAINT post_figures_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.upload(id);

ALTER TABLE ONLY public.presence_cell
    ADD CONSTRAINT presence_cell_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.presence_cell
    ADD CONSTRAINT presence_cell_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.profile
    ADD CONSTRAINT profile_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.proof_amendment
    ADD CONSTRAINT proof_amendment_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.proof_amendment
    ADD CONSTRAINT proof_amendment_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.proof(id);

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.proof_image
    ADD CONSTRAINT proof_image_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.proof_media
    ADD CONSTRAINT proof_media_permit_id_fkey FOREIGN KEY (permit_id) REFERENCES public.capture_permit(id);

ALTER TABLE ONLY public.proof_media
    ADD CONSTRAINT proof_media_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES public.proof(id);

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.proof_video
    ADD CONSTRAINT proof_video_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.proof_video
    ADD CONSTRAINT proof_video_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.proof_media(upload_id);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sign_in_session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_rated_id_fkey FOREIGN KEY (rated_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_replied_by_fkey FOREIGN KEY (replied_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.payment_order(id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES public.refund(id);

ALTER TABLE ONLY public.report_link
    ADD CONSTRAINT report_link_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.report_link
    ADD CONSTRAINT report_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.saved_marketer
    ADD CONSTRAINT saved_marketer_advertiser_id_fkey FOREIGN KEY (advertiser_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.saved_marketer
    ADD CONSTRAINT saved_marketer_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.marketer_listing(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.saved_search_mail
    ADD CONSTRAINT saved_search_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.saved_search_match
    ADD CONSTRAINT saved_search_match_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.saved_search_match
    ADD CONSTRAINT saved_search_match_search_id_account_id_fkey FOREIGN KEY (search_id, account_id) REFERENCES public.saved_search(id, account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.second_factor_challenge
    ADD CONSTRAINT second_factor_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sign_in_session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.second_factor_guard
    ADD CONSTRAINT second_factor_guard_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.second_factor_recovery_code
    ADD CONSTRAINT second_factor_recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.session_summary
    ADD CONSTRAINT session_summary_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.shortfall
    ADD CONSTRAINT shortfall_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.shortfall
    ADD CONSTRAINT shortfall_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.shortfall
    ADD CONSTRAINT shortfall_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.sign_in_challenge
    ADD CONSTRAINT sign_in_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sign_in_session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_identity
    ADD CONSTRAINT sign_in_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.social_account
    ADD CONSTRAINT social_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.social_account
    ADD CONSTRAINT social_account_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.spot_check
    ADD CONSTRAINT spot_check_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.spot_check_photo
    ADD CONSTRAINT spot_check_photo_check_id_fkey FOREIGN KEY (check_id) REFERENCES public.spot_check(id);

ALTER TABLE ONLY public.spot_check
    ADD CONSTRAINT spot_check_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.strike
    ADD CONSTRAINT strike_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.strike
    ADD CONSTRAINT strike_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.strike
    ADD CONSTRAINT strike_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.team_invitation
    ADD CONSTRAINT team_invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.team_invitation
    ADD CONSTRAINT team_invitation_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.tip
    ADD CONSTRAINT tip_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.tip
    ADD CONSTRAINT tip_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.track_profile
    ADD CONSTRAINT track_profile_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.track_shape
    ADD CONSTRAINT track_shape_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.tracking_session(id);

ALTER TABLE ONLY public.tracking_session
    ADD CONSTRAINT tracking_session_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.tracking_session
    ADD CONSTRAINT tracking_session_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES public.campaign(id);

ALTER TABLE ONLY public.tracking_session
    ADD CONSTRAINT tracking_session_marketer_id_fkey FOREIGN KEY (marketer_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.type_change_link
    ADD CONSTRAINT type_change_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.upload_thumbnail
    ADD CONSTRAINT upload_thumbnail_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.upload(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.waiting_delivery
    ADD CONSTRAINT waiting_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.wallet_connection
    ADD CONSTRAINT wallet_connection_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

GRANT USAGE ON SCHEMA ledger TO promenade_app;

GRANT USAGE ON SCHEMA public TO promenade_app;

REVOKE ALL ON FUNCTION ledger.add_to_subtotal() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.apply_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.check_balanced() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.expect_same(p_kind text, p_key text, p_legs jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.guard_account() FROM PUBLIC;

REVOKE ALL ON FUNCTION ledger.post(p_kind text, p_key text, p_actor text, p_at timestamp with time zone, p_legs jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION ledger.post(p_kind text, p_key text, p_actor text, p_at timestamp with time zone, p_legs jsonb) TO promenade_app;

REVOKE ALL ON FUNCTION ledger.refuse_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.delete_old_webhooks(p_received_until timestamp with time zone, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_old_webhooks(p_received_until timestamp with time zone, p_limit integer) TO promenade_app;

REVOKE ALL ON FUNCTION public.drop_empty_location_months(p_before date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.drop_empty_location_months(p_before date) TO promenade_app;

REVOKE ALL ON FUNCTION public.expire_audit(p_seal bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.expire_audit(p_seal bigint) TO promenade_app;

REVOKE ALL ON FUNCTION public.prepare_location_months(p_first date, p_last date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.prepare_location_months(p_first date, p_last date) TO promenade_app;

GRANT SELECT ON TABLE ledger.account TO promenade_app;

GRANT SELECT ON TABLE ledger.entry TO promenade_app;

GRANT SELECT ON TABLE ledger.family TO promenade_app;

GRANT SELECT ON TABLE ledger.subtotal TO promenade_app;

GRANT SELECT ON TABLE ledger.trial_balance TO promenade_app;

GRANT SELECT ON TABLE ledger.txn TO promenade_app;

GRANT SELECT ON TABLE ledger.violation TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_token TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.account TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.admin_invitation TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.application TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.audit_entry TO promenade_app;

GRANT SELECT,USAGE ON SEQUENCE public.audit_entry_position_seq TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.audit_seal TO promenade_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.audit_unsealed TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign_asset TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign_footfall TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign_invitation TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.capture_permit TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.chargeback TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.consent TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.dispute TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.dispute_entry TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.dispute_file TO promenade_app;

GRANT SELECT,UPDATE ON TABLE public.installation TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.invoice TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invoice_counter TO promenade_app;

GRANT SELECT ON TABLE public.invoice_skip TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.kit TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.kyc TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.kyc_document TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.kyc_key TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.live_position TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.live_view TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.location_fix TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.location_fix_default TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.marketer_listing TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_file TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_read TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_report TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_thread TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notification TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notification_choice TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notification_schedule TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO promenade_app;

GRANT SELECT,USAGE ON SEQUENCE public.outbox_id_seq TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outgoing_webhook TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outgoing_webhook_delivery TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment_order TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payout TO promenade_app;

GRANT SELECT,USAGE ON SEQUENCE public.payout_lookup TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.post_check TO promenade_app;

GRANT SELECT,INSERT ON TABLE public.post_figures TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.presence_cell TO promenade_app;

GRANT SELECT ON TABLE public.pricing_tier TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof_amendment TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof_image TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof_media TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof_video TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.push_subscription TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rate_limit TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.rating TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.reconciliation TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.refund TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.report_link TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_marketer TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_search TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_search_mail TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_search_match TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor_challenge TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor_guard TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor_recovery_code TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session_summary TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.shortfall TO promenade_app;

GRANT SELECT,USAGE ON SEQUENCE public.shortfall_turn_seq TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_challenge TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_identity TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_session TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.social_account TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spent_provider_flow TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.spot_check TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.spot_check_photo TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.strike TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sweep TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_invitation TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_member TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tip TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.track_profile TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.track_shape TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tracking_session TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.type_change_link TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.upload TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.upload_thumbnail TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.uptime TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.waiting_delivery TO promenade_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.wallet_connection TO promenade_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook_event TO promenade_app;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT SELECT,USAGE ON SEQUENCES TO promenade_app;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT SELECT,INSERT,DELETE,UPDATE ON TABLES TO promenade_app;
