-- What an invoice says about a business, beside the name and address of its profile.
alter table profile add column billing_country text check (billing_country ~ '^[A-Z]{2}$');
alter table profile add column vat_id text check (vat_id ~ '^[A-Z]{2}[A-Z0-9+*]{2,13}$');
alter table profile add constraint profile_vat_id_of_country check (vat_id is null or billing_country is not null);

-- Invoices for the platform fee of an order, and credit notes for its refunds. They repeat everything that they say,
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
  refund_id        uuid unique references refund (id),
  issued_at        timestamptz not null,
  -- When the wallet captured the payment, or when the refund arrived.
  moved_at         timestamptz not null,
  seller_name      text not null,
  seller_address   text not null,
  seller_country   text not null,
  seller_vat_id    text,
  buyer_name       text not null,
  buyer_address    text not null,
  buyer_country    text not null,
  buyer_vat_id     text,
  treatment        text not null check (treatment in ('taxed', 'reverse-charge', 'outside-scope')),
  vat_basis_points integer not null check (vat_basis_points between 0 and 3000),
  -- The fee contains the VAT.
  fee_cents        bigint not null check (fee_cents >= 0),
  vat_cents        bigint not null check (vat_cents >= 0),
  deposit_cents    bigint not null check (deposit_cents >= 0),
  constraint invoice_number unique (kind, year, number),
  constraint invoice_year check (year = extract(year from issued_at at time zone 'UTC')),
  constraint invoice_kind check ((kind = 'credit-note') = (refund_id is not null) and (corrects is null) = (refund_id is null)),
  constraint invoice_vat check (vat_cents <= fee_cents and (treatment = 'taxed' or (vat_cents = 0 and vat_basis_points = 0))),
  constraint invoice_reverse_charge check (treatment <> 'reverse-charge' or buyer_vat_id is not null)
);
create unique index invoice_one_per_order on invoice (order_id) where kind = 'invoice';
create index invoice_of_order on invoice (order_id);
create index invoice_of_buyer on invoice (buyer_id);
create index invoice_correction on invoice (corrects);
revoke update, delete, truncate on invoice from promenade_app;

-- The last number of each kind and year. A transaction that takes the next one holds the row until it ends, so a number
-- that is rolled back is given again.
create table invoice_counter (
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);
revoke delete, truncate on invoice_counter from promenade_app;

create function invoice_is_guarded() returns trigger language plpgsql as $$
declare
  v_order payment_order;
  v_corrected invoice;
  v_credited record;
begin
  if tg_op <> 'INSERT' then
    raise exception 'invoices are final (% refused)', tg_op using errcode = 'IV001';
  end if;
  if new.number > 1 and not exists (
    select from invoice i where i.kind = new.kind and i.year = new.year and i.number = new.number - 1
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
  if not exists (
    select from refund r where r.id = new.refund_id and r.order_id = new.order_id and r.state = 'completed'
      and r.fee_cents >= new.fee_cents and r.pay_cents >= new.deposit_cents
  ) then
    raise exception 'credit note % is not about a completed refund', new.id using errcode = 'IV005';
  end if;
  return new;
end $$;
create trigger invoice_is_guarded before insert or update or delete on invoice
  for each row execute function invoice_is_guarded();
create trigger invoice_is_not_emptied before truncate on invoice
  for each statement execute function invoice_is_guarded();
