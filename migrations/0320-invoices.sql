-- Invoice details of a business, besides the name and address of its profile.
alter table profile add column billing_country text check (billing_country ~ '^[A-Z]{2}$');
alter table profile add column vat_id text check (vat_id ~ '^[A-Z]{2}[A-Z0-9+*]{2,13}$');
alter table profile add column tax_number text check (length(tax_number) between 1 and 40);
alter table profile add constraint profile_vat_id_of_country check (vat_id is null or billing_country is not null);
alter table profile add constraint profile_one_tax_number check (vat_id is null or tax_number is null);

-- The operator and its VAT rate when the payment was captured, which is when its VAT becomes chargeable. Without it, the
-- payment has no invoice.
alter table payment_order add column seller jsonb
  check (seller ?& array['name', 'address', 'country', 'vatId', 'vatBasisPoints']);
alter table payment_order add constraint payment_order_seller_of_capture check (seller is null or captured_at is not null);

-- Invoices for the platform fee of an order, and credit notes for its refunds and lost disputes. They repeat everything that they say,
-- and never change.
create table invoice (
  id               uuid primary key,
  kind             text not null check (kind in ('invoice', 'credit-note')),
  year             integer not null,
  number           integer not null check (number > 0),
  order_id         uuid not null references payment_order (id),
  buyer_id         uuid not null references account (id),
  campaign_id      uuid not null,
  description      text not null,
  corrects         uuid references invoice (id),
  refund_id        uuid references refund (id),
  chargeback_id    uuid references chargeback (id),
  issued_at        timestamptz not null,
  -- When the wallet captured the payment, when the refund arrived, or when the dispute was lost.
  moved_at         timestamptz not null,
  seller_name      text not null,
  seller_address   text not null,
  seller_country   text not null,
  seller_vat_id    text,
  buyer_name       text not null,
  buyer_address    text not null,
  buyer_country    text not null,
  buyer_vat_id     text,
  buyer_tax_number text,
  treatment        text not null check (treatment in ('taxed', 'taxed-unproven', 'reverse-charge', 'outside-scope', 'no-eu-vat')),
  vat_basis_points integer not null check (vat_basis_points between 0 and 3000),
  -- The fee contains the VAT.
  fee_cents        bigint not null check (fee_cents >= 0),
  vat_cents        bigint not null check (vat_cents >= 0),
  deposit_cents    bigint not null check (deposit_cents >= 0),
  constraint invoice_number unique (kind, year, number),
  constraint invoice_year check (year = extract(year from issued_at at time zone 'UTC')),
  constraint invoice_kind check (
    case kind when 'invoice' then num_nonnulls(corrects, refund_id, chargeback_id) = 0
      else corrects is not null and num_nonnulls(refund_id, chargeback_id) = 1 end
  ),
  constraint invoice_vat check (vat_cents <= fee_cents and (treatment in ('taxed', 'taxed-unproven') or (vat_cents = 0 and vat_basis_points = 0))),
  constraint invoice_reverse_charge check (treatment <> 'reverse-charge' or buyer_vat_id is not null)
);
create unique index invoice_one_per_order on invoice (order_id) where kind = 'invoice';
create index invoice_of_order on invoice (order_id);
create index invoice_of_buyer on invoice (buyer_id);
create index invoice_correction on invoice (corrects);
create index invoice_of_campaign on invoice (campaign_id);
create index invoice_issued on invoice (issued_at, id);
-- A refund may also return money of another payment of its campaign, so it may correct several invoices.
create unique index invoice_credit_of_refund on invoice (refund_id, corrects);
create unique index invoice_credit_of_chargeback on invoice (chargeback_id, corrects);
revoke update, delete, truncate on invoice from promenade_app;

-- The last number of each kind and year. A transaction that takes the next one holds the row until it ends, so a number
-- that is rolled back is reused.
create table invoice_counter (
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);
revoke delete, truncate on invoice_counter from promenade_app;

-- Numbers that the owner of the database skipped after a restore, up to this one. Other documents may have used them.
create table invoice_skip (
  kind   text not null check (kind in ('invoice', 'credit-note')),
  year   integer not null,
  number integer not null check (number > 0),
  reason text not null check (length(reason) between 3 and 500),
  primary key (kind, year, number)
);
revoke insert, update, delete, truncate on invoice_skip from promenade_app;

create function invoice_is_guarded() returns trigger language plpgsql as $$
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
create trigger invoice_is_guarded before insert or update or delete on invoice
  for each row execute function invoice_is_guarded();
create trigger invoice_is_not_emptied before truncate on invoice
  for each statement execute function invoice_is_guarded();

-- The sweep of credit notes and each issue read what was returned of a campaign.
create index refund_completed on refund (ended_at, id) where state = 'completed' and origin = 'escrow';
create index chargeback_lost on chargeback (closed_at, id) where state = 'lost';
