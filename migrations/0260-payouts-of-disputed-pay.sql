-- A dispute holds at most one payment.
drop index payment_of_dispute;
create unique index payment_of_dispute on payment (dispute_id) where dispute_id is not null;

-- No payout while a dispute holds the pay. The share lock conflicts with the update that begins the hold, so one of two
-- concurrent transactions sees the other.
create function payout_is_undisputed() returns trigger language plpgsql as $$
declare
  v_since timestamptz;
begin
  select disputed_since into v_since from payment where id = new.payment_id for share;
  if v_since is not null then
    raise exception 'a dispute holds payment %', new.payment_id using errcode = 'PA002';
  end if;
  return new;
end $$;
create trigger payout_is_undisputed before insert on payout for each row execute function payout_is_undisputed();

create function payment_has_no_live_payout() returns trigger language plpgsql as $$
begin
  if exists (
    select from payout
    where payment_id = new.id and state in ('submitting', 'processing', 'unclaimed', 'held', 'succeeded')
  ) then
    raise exception 'payment % has a payout, so no dispute can hold it', new.id using errcode = 'PA002';
  end if;
  return new;
end $$;
create trigger payment_has_no_live_payout before update on payment
  for each row when (new.disputed_since is not null and old.disputed_since is null)
  execute function payment_has_no_live_payout();
